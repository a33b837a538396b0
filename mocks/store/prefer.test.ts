import { expect, test } from 'vitest'
import { get, post, testStore } from '../testing/test-calls.ts'
import { readPreference } from './prefer.ts'
import { findRoute } from '../call/route.ts'

const listRoute = findRoute('GET', '/v1/pets')
const createRoute = findRoute('POST', '/v1/pets')
const getRoute = findRoute('GET', '/v1/pets/1')

test.each([
  ['', {}],
  ['respond-async, wait=10; handling=lenient', {}],
  ['return=minimal, dynamic=true', {}],
  ['=', {}],
  [';;,', {}],
  ['code', {}],
  ['delay=500', { delayMilliseconds: 500 }],
  ['DELAY = "500"', { delayMilliseconds: 500 }],
  ['delay=1, delay=2', { delayMilliseconds: 1 }],
  ['delay=0', { delayMilliseconds: 0 }],
  ['delay=600000', { delayMilliseconds: 600_000 }],
])('reads %j, and no scenario in it', async (header, preference) => {
  expect(await readPreference(header, listRoute)).toEqual(preference)
})

test.each([
  ['code=429', { scenario: expect.objectContaining({ id: 'rate-limited' }) }],
  ['scenario=slow', { scenario: expect.objectContaining({ id: 'slow' }), delayMilliseconds: 3000 }],
  ['scenario=slow; delay=5', { scenario: expect.objectContaining({ id: 'slow' }), delayMilliseconds: 5 }],
  ['scenario=empty, code=500', { scenario: expect.objectContaining({ id: 'empty' }) }],
])('reads %j', async (header, preference) => {
  expect(await readPreference(header, listRoute)).toMatchObject(preference)
})

test.each([
  ['200', listRoute],
  ['201', createRoute],
  ['200', getRoute],
])('code=%s is the usual answer of an operation that documents it', async (code, route) => {
  expect(await readPreference(`code=${code}`, route)).toEqual({})
})

test('any other status is played with an Error or without a body, marked in the journal, and nothing is added', async () => {
  const store = testStore()
  for (const [code, call] of [
    ['200', post({ name: 'Rex', categoryId: 1 }, 'test_pro', { prefer: 'code=200' })],
    ['204', get('/v1/pets/1', 'test_pro', { prefer: 'code=204' })],
    ['200', get('/v1/nothing', 'test_pro', { prefer: 'code=200' })],
    ['302', get('/v1/pets', 'test_pro', { prefer: 'code=302' })],
    ['404', get('/v1/pets', 'test_pro', { prefer: 'code=404' })],
    ['418', get('/v1/pets', 'test_pro', { prefer: 'code=418' })],
  ] as const) {
    const { status, body } = await store.answer(call)
    expect(String(status)).toBe(code)
    if (status < 400) expect(body).toBe('')
    else expect(JSON.parse(String(body))).toEqual({ code: 'preferred_status', message: expect.any(String), status })
  }
  expect((await store.answer(get('/v1/pets', 'wrong', { prefer: 'code=418' }))).status).toBe(401)
  expect(await (await store.sandbox().animals).count()).toBe(3)
  const { journal } = store.sandbox()
  const marked = journal.entries().filter(({ reason }) => reason.some((one) => one.startsWith('Outside')))
  const statuses = 'createPet 200, getPet 204, listPets 302, listPets 404, listPets 418'
  expect(marked.map(({ operation, status }) => `${operation} ${status}`).join(', ')).toBe(statuses)
})

test('code=200 asks for success alone: a valid call gets it, a wrong one is refused as usual', async () => {
  const store = testStore()
  const prefer = { prefer: 'code=200' }
  expect((await store.answer(get('/v1/pets/1', 'test_pro', prefer))).body).toContain('"Rex"')
  expect((await store.answer(get('/v1/pets/99', 'test_pro', prefer))).status).toBe(404)
  expect((await store.answer(get('/v1/pets/1', 'wrong', prefer))).status).toBe(401)
})

test.each(['example=empty', 'Example=empty', 'code=200, example=empty'])(
  'finds the examples for %s',
  async (header) => {
    expect(await readPreference(header, listRoute)).toMatchObject({ example: 'empty' })
    const { overrides, example } = await readPreference(header, findRoute('GET', '/v1/nothing'))
    expect([example, typeof overrides?.operate]).toEqual([undefined, 'function'])
  },
)
