import { expect, test } from 'vitest'
import { get, post, testStore } from '../testing/test-calls.ts'

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
  const marked = journal
    .entries()
    .filter(({ reason }) => reason.some((one) => one.startsWith('The interface names no')))
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
