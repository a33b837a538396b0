import { expect, test } from 'vitest'
import { readPets } from '../../../fixtures/all.ts'
import { createAnimalStore } from '../../entry.ts'
import { bodyOf, get, idsOf, post } from '../../testing/test-calls.ts'
import { testServer } from '../../testing/test-server.ts'
import { createControl } from '../index.ts'
import { refused, testControl } from '../test-control.ts'

const at = '/sandboxes/default/animals'

const csv = 'id,name,categoryId,status\n9223372036854775807,"Rex, the ""first""",1,sold\n1,Tom,2,\n'

test('animals of a dataset are added to those that are there, and keep their ids where they are free', async () => {
  const { ask, valueOf, store } = testControl()
  const loaded = { added: 5, renumbered: 3, total: 8 }
  expect(await valueOf('POST', `${at}/load`, { dataset: 'demo', count: 5 })).toEqual(loaded)
  // Three were there; 4 and 5 were free.
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 6, 7, 8, 4, 5])
  expect(bodyOf(await store.answer(post({ name: 'New', categoryId: 1 })))).toMatchObject({ id: 9 })
  await ask('PUT', at, [])
  expect(await valueOf('POST', `${at}/load`, { dataset: 'demo', count: 2 })).toMatchObject({ renumbered: 0 })
})

test.each([{}, { dataset: 'demo', count: 3 }])(
  'the animal removed last has its place again after %j',
  async (loaded) => {
    const { ask, store } = testControl()
    if (loaded.dataset !== undefined) await ask('PUT', at, loaded)
    const before = idsOf(await store.answer(get('/v1/pets')))
    await ask('DELETE', `${at}/2`)
    await ask('POST', at, { id: 2, name: 'Back', categoryId: 1 })
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual(before)
  },
)

test('given animals and those of a file are added, exact to the last digit', async () => {
  const { valueOf } = testControl()
  const given = [
    { name: 'New', categoryId: 2n ** 62n },
    { id: 77, name: 'Own', categoryId: 1, status: 'sold' },
  ]
  expect(await valueOf('POST', `${at}/load`, given)).toEqual({ added: 2, renumbered: 0, total: 5 })
  const ofFile = { added: 2, renumbered: 1, total: 7 }
  expect(await valueOf('POST', `${at}/load`, { file: 'a.CSV', content: csv })).toEqual(ofFile)
  expect(await valueOf('GET', `${at}?offset=3`)).toMatchObject({
    animals: [
      { id: 78, name: 'New', categoryId: 2n ** 62n },
      { id: 77, name: 'Own' },
      { id: 2n ** 63n - 1n, name: 'Rex, the "first"' },
      { name: 'Tom' },
    ],
  })
})

test.each(['json', 'ndjson', 'csv'] as const)('all animals are read back as they were given, as %s', async (format) => {
  const { ask } = testControl({ dataset: 'text' })
  await ask('POST', `${at}/load`, [{ name: '=HYPERLINK("http://evil.test")', categoryId: -(2n ** 63n) }])
  await ask('POST', `${at}/load`, { dataset: 'int64' })
  await ask('DELETE', `${at}/2`)
  const { reply } = await ask('GET', `${at}/export?format=${format}`)
  expect(reply.headers).toMatchObject({
    'Content-Disposition': `attachment; filename="animals-default.${format}"`,
  })
  const text = String(reply.body)
  if (format === 'csv') expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  const pets = readPets('the export', text, format)
  expect(pets).toHaveLength(93)
  const others = testControl({ dataset: 'empty' })
  await others.ask('PUT', at, { file: `a.${format}`, content: text })
  expect((await others.ask('GET', `${at}/export?format=${format}`)).reply.body).toBe(text)
})

test('a name that CSV cannot hold is refused', async () => {
  const { ask } = testControl({ dataset: [{ id: 1, name: 'half \uD83D', categoryId: 1 }] })
  const asked = await ask('GET', `${at}/export?format=csv`)
  expect(asked).toMatchObject(refused(400, 'Choose json or ndjson.'))
})

test('30,000 animals come in over HTTP as the content of a file, and go out again', { timeout: 60_000 }, async () => {
  const control = createControl(createAnimalStore({ dataset: 'empty' }))
  const { url } = await testServer({}, { control })
  const address = `${url}/_mock${at}`
  const headers = { 'content-type': 'application/json' }
  const put = await fetch(address, { method: 'PUT', headers, body: '{"dataset":"large","count":30000,"seed":3}' })
  expect(await put.json()).toEqual({ total: 30_000 })
  const content = await (await fetch(`${address}/export?format=csv`)).text()
  await fetch(address, { method: 'PUT', headers, body: '[]' })
  const body = JSON.stringify({ file: 'animals.csv', content })
  expect(body.length).toBeGreaterThan(1_048_576)
  const loaded = await fetch(`${address}/load`, { method: 'POST', headers, body })
  expect(await loaded.json()).toEqual({ added: 30_000, renumbered: 0, total: 30_000 })
  expect(await (await fetch(`${address}/export?format=csv`)).text()).toBe(content.replace('\uFEFF', ''))
  const tooMuch = await fetch(address, { method: 'PUT', headers, body: 'x'.repeat(16_777_217) })
  expect([tooMuch.status, await tooMuch.json()]).toMatchObject([413, { code: 'body_too_large' }])
})
