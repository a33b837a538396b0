import { expect, test } from 'vitest'
import { get, post } from '../../testing/test-calls.ts'
import { testControl } from '../test-control.ts'

/** Reads OpenMetrics 1.0 as a scraper does, and refuses what one would refuse. */
function readMetrics(text: string): Record<string, number> {
  const found: Record<string, number> = {}
  const seen = new Set<string>()
  let current = { name: '', type: '' }
  expect(text.endsWith('\n# EOF\n')).toBe(true)
  for (const line of text.slice(0, -'# EOF\n'.length - 1).split('\n')) {
    const about = /^# (TYPE|UNIT|HELP) ([a-z_]+) (.+)$/.exec(line)
    if (about !== null) {
      const [, what, name = '', value = ''] = about
      if (what === 'TYPE') {
        expect([...seen]).not.toContain(name)
        expect(['counter', 'gauge']).toContain(value)
        seen.add(name)
        current = { name, type: value }
      }
      expect(name).toBe(current.name)
      if (what === 'UNIT') expect(name.endsWith(`_${value}`)).toBe(true)
      continue
    }
    const sample = /^([a-z_]+)(?:\{([a-z]+="[\w-]+"(?:,[a-z]+="[\w-]+")*)\})? (\d+)$/.exec(line)
    expect(sample, line).not.toBeNull()
    const [, name = '', labels = '', value = ''] = sample ?? []
    expect(name).toBe(current.type === 'counter' ? `${current.name}_total` : current.name)
    expect(found).not.toHaveProperty([`${name} ${labels}`.trim()])
    found[`${name} ${labels}`.trim()] = Number(value)
  }
  return found
}

function testMetrics(options: Parameters<typeof testControl>[0] = {}) {
  const { ask, store } = testControl(options)
  const scrape = async () => {
    const { reply } = await ask('GET', '/metrics')
    expect(reply.headers['Content-Type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    return readMetrics(String(reply.body))
  }
  return { store, ask, scrape }
}

const called = (operation: string, status: number) =>
  `animal_store_calls_total operation="${operation}",status="${status}"`

test('shows calls by operation and status, refusals, sandboxes, journals and memory', async () => {
  const { store, scrape } = testMetrics({ journal: { entries: 3 } })
  for (const call of [
    get('/v1/pets'),
    get('/v1/pets/1', 'test_pro.box'),
    post({}),
    get('/v1/pets', 'wrong'),
    get('/v1/pets', 'test_free_exhausted'),
    get('/v1/nothing'),
  ])
    await store.answer(call)
  expect(await scrape()).toEqual({
    [called('listPets', 200)]: 1,
    [called('listPets', 401)]: 1,
    [called('listPets', 429)]: 1,
    [called('getPet', 200)]: 1,
    [called('createPet', 400)]: 1,
    [called('undocumented', 404)]: 1,
    'animal_store_refusals_total reason="key"': 1,
    'animal_store_refusals_total reason="quota"': 1,
    animal_store_sandboxes: 2,
    animal_store_held_replies: 0,
    animal_store_journal_calls: 4,
    animal_store_journal_lost_calls: 2,
    process_resident_memory_bytes: expect.any(Number),
    process_heap_bytes: expect.any(Number),
  })
})

test('counters go on when a sandbox is reset or deleted', async () => {
  const { store, ask, scrape } = testMetrics()
  const counted = async () => (await scrape())[called('listPets', 200)]
  await store.answer(get('/v1/pets', 'test_pro.box'))
  expect(await counted()).toBe(1)
  expect(await counted()).toBe(1)
  await store.answer(get('/v1/pets', 'test_pro.box'))
  await ask('DELETE', '/sandboxes/box')
  await store.answer(get('/v1/pets', 'test_pro'))
  await ask('POST', '/reset')
  expect(await counted()).toBe(3)
})

test('shows what is held back', async () => {
  const { store, ask, scrape } = testMetrics({ scenario: 'hold' })
  const asked = store.fetch('/v1/pets', { headers: { authorization: 'Bearer test_pro' } })
  await expect.poll(async () => (await scrape())['animal_store_held_replies']).toBe(1)
  await ask('POST', '/sandboxes/default/held/release', {})
  await asked
  expect((await scrape())['animal_store_held_replies']).toBe(0)
})

test('no caller can add labels of its own', async () => {
  const { store, scrape } = testMetrics()
  for (let call = 0; call < 300; call++) {
    await store.answer(get(`/v1/${call}"}`, `test_enterprise.box-${call % 20}`))
    await store.answer(get('/v1/pets', 'test_enterprise', { prefer: `code=${300 + call}` }))
  }
  const names = Object.keys(await scrape()).filter((name) => name.startsWith('animal_store_calls'))
  expect(names).toContain(called('undocumented', 404))
  // Each status from 200 to 599, and no more, for each operation.
  expect(names.length).toBeLessThan(310)
})
