import { expect, test } from 'vitest'
import { get, post } from '../../testing/test-calls.ts'
import { createAnimalStore } from '../../entry.ts'
import { reportTarget } from '../client/sandbox-path.ts'
import { reportTransport } from '../client/report-transport.ts'
import { tabTransport } from '../client/tab-transport.ts'
import type { PanelFiles } from '../handler.ts'
import { type MockReport, thoseThatFit } from '../report/mock-report.ts'
import { refused, testControl } from '../test-control.ts'

const panel: PanelFiles = async (path) => ({
  type: '',
  body: path.endsWith('js') ? `const end = '</script>'` : '.panel{}',
})

const key = 'sk_live/4eC39HqLyjWDarjtT1zdp7dc'

/** The report in a page. */
function reportIn(page: string): MockReport {
  const [, json = ''] = /<script type="application\/json" class="report">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(json) as MockReport
}

async function pageOf(store = createAnimalStore(), title?: string, failure?: string): Promise<string> {
  return tabTransport(store, { panel }).read(
    reportTarget('default', { test: title, errors: failure === undefined ? [] : [{ message: failure }] }),
  )
}

test('a report has the calls with their reasons, the animals, the situation and the quotas', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await store.answer(get('/v1/pets'))
  await store.answer(post({ name: 'Tom', categoryId: 2n ** 63n - 1n }))
  // Nobody releases it.
  await store.answer(get('/v1/pets/1', 'test_pro', { prefer: 'scenario=hold' }))
  store.sandbox().play('slow')
  const page = await pageOf(store, 'shop.test.ts › lists')
  expect(page).toContain('"categoryId":9223372036854775807')
  const report = reportIn(page)
  expect(report).toMatchObject({
    test: 'shop.test.ts › lists',
    sandbox: 'default',
    // It has no address that a line for a shell could call.
    origin: '',
    leftOut: { calls: 0, animals: 0 },
  })
  const told = reportTransport(report)
  const ask = (path: string) => told.send({ method: 'GET', target: `/_mock/sandboxes/default${path}` })
  expect(await ask('/journal?limit=1000')).toMatchObject({ total: 3, entries: [{ status: 200 }, { status: 201 }, {}] })
  expect(await ask('/animals?offset=0')).toMatchObject({ total: 2, animals: [{ id: 1 }, { id: 2, name: 'Tom' }] })
  expect(await ask('')).toMatchObject({
    playing: [{ scenario: 'slow' }],
    quotas: [{ id: 'test_enterprise' }, { id: 'test_pro' }],
  })
  expect(await ask('/conduct')).toMatchObject({ calls: 3 })
  expect(await ask('/coverage')).toMatchObject({ met: 4 })
  expect(await ask('/held')).toMatchObject({ held: [{ call: { number: 3 } }] })
})

test('a report answers only what it knows, and refuses changes', async () => {
  const told = reportTransport(reportIn(await pageOf()))
  for (const request of [
    told.send({ method: 'POST', target: '/_mock/reset' }),
    told.send({ method: 'DELETE', target: '/_mock/sandboxes/default/journal' }),
    told.send({ method: 'GET', target: '/_mock/sandboxes/other' }),
    told.send({ method: 'GET', target: 'constructor' }),
    told.read('/_mock/sandboxes/default/journal/export'),
    told.call({ method: 'GET', target: '/v1/pets', headers: {} }),
  ])
    await expect(request).rejects.toThrow('This page is a report')
})

test('no text that a client sent ends its script, and the page may run and load nothing else', async () => {
  const store = createAnimalStore({ dataset: 'empty' })
  await store.answer(post({ name: '</script><script>alert(1)</script><!--', categoryId: 1 }))
  const page = await pageOf(store, '</title><script>alert(2)</script>&amp;')
  expect(page.match(/<\/?script/g)).toEqual(['<script', '</script', '<script', '</script'])
  expect(page).not.toContain('<!--')
  expect(page).toContain('&#60;/title&#62;&#60;script&#62;alert(2)&#60;/script&#62;&#38;amp;')
  expect(page).toContain(String.raw`const end = '<\/script>'`)
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const [nonce = ''] = /'nonce-[\w-]{36}'/.exec(policy) ?? []
  expect(policy).toMatch(/^default-src 'none'; /)
  expect(policy).toContain(`script-src ${nonce}; style-src ${nonce}; img-src data:;`)
  expect(await pageOf(store)).not.toContain(nonce)
})

test('no key is in a report: not of a call, nor in a name or the words of a test', async () => {
  const store = createAnimalStore({ keys: { [key]: 'pro' } })
  const echo = `${key} ${encodeURIComponent(key)}`
  await store.answer(get(`/v1/pets?api_key=${encodeURIComponent(key)}`, key))
  await store.answer(post({ name: echo, categoryId: 1 }, key))
  await store.answer(get('/v1/pets', 'an-unknown-key-of-somebody'))
  const animals = await store.sandbox().animals
  await animals.add({ name: echo, categoryId: 1 })
  const page = await pageOf(store, `with ${key}`, `Received: ${key}`)
  for (const secret of [key, encodeURIComponent(key), key.slice(5), 'an-unknown-key'])
    expect(page).not.toContain(secret)
  expect(page).toContain('with sk_l…')
  expect(page).toContain('Received: sk_l…')
})

test('a report is bounded, and says what it leaves out', async () => {
  const store = createAnimalStore({ dataset: 'empty', journal: { entries: 5, bytes: 2 ** 26 } })
  const animals = await store.sandbox().animals
  await animals.addAll(Array.from({ length: 1500 }, () => ({ name: '鶏'.repeat(400), categoryId: 1 })))
  // In the page, each of these takes three bytes, or six.
  for (const sign of '鶏<鶏<鶏<') await store.answer(post({ name: sign.repeat(330_000), categoryId: '' }))
  await store.answer(get('/v1/pets/1'))
  const page = await pageOf(store)
  expect(Buffer.byteLength(page)).toBeLessThan(10 * 1024 * 1024)
  const { leftOut, answers } = reportIn(page)
  const journal = answers['/_mock/sandboxes/default/journal'] as { readonly entries: readonly unknown[] }
  expect(journal).toMatchObject({ total: 7, lost: 2, fitting: 5 })
  const { entries } = journal
  expect(entries.at(-1)).toMatchObject({ number: 7, target: '/v1/pets/1' })
  expect(leftOut.calls).toBe(7 - entries.length)
  expect(leftOut.animals).toBeGreaterThan(500)
  expect(reportIn(await pageOf(createAnimalStore(), '\ud800'.repeat(1001))).test).toMatch(/^\ufffd{400,}$/)
})

test('a call that does not fit is left out, and no other one', () => {
  const text = (item: string) => item
  expect(thoseThatFit(['aaa', 'a'.repeat(99), 'äää', 'b', 'c'], text, 13)).toEqual(['aaa', 'äää', 'b'])
  expect(thoseThatFit(['aaa'], text, 3)).toEqual([])
})

test('a mock without a panel, or with one that is not built, says so', async () => {
  const target = '/sandboxes/default/report'
  const [none, unbuilt] = [testControl(), testControl({}, { panel: async () => undefined })]
  expect(await none.ask('GET', target)).toMatchObject(refused(404, 'this mock has no panel. Give createControl'))
  expect(await unbuilt.ask('GET', target)).toMatchObject(refused(404, 'this mock has no panel. Build it'))
  const { ask } = testControl({}, { panel })
  expect(await ask('GET', '/sandboxes/gone/report')).toMatchObject(refused(404, 'There is no sandbox "gone"'))
  const { reply } = await ask('GET', '/sandboxes/default/report')
  expect(reply.headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Disposition': 'attachment; filename="calls-default.html"',
  })
})
