import { expect, test } from 'vitest'
import { operations } from '../../spec/index.ts'
import { bodyOf, get, idsOf, post, testInstant, testStore } from '../testing/test-calls.ts'

const many = Array.from({ length: 150 }, (_, index) => ({ id: index + 1, name: `Pet ${index + 1}`, categoryId: 1 }))

test('lists 20 animals unless asked for another number, from 1 to 100', async () => {
  const store = testStore({ dataset: many })
  expect(idsOf(await store.answer(get('/v1/pets')))).toHaveLength(20)
  for (let limit = 1; limit <= 100; limit++) {
    expect(idsOf(await store.answer(get(`/v1/pets?limit=${limit}`)))).toHaveLength(limit)
  }
})

test('getPet and listPets show an added animal at once, with every digit', async () => {
  const store = testStore()
  const created = await store.answer(post('{"name":"Ünï 🐈","categoryId":9223372036854775807,"status":"pending"}'))
  expect(created.status).toBe(201)
  expect(created.body).toBe('{"id":4,"name":"Ünï 🐈","categoryId":9223372036854775807,"status":"pending"}')
  expect((await store.answer(get('/v1/pets/4'))).body).toBe(created.body)
  expect(idsOf(await store.answer(get('/v1/pets?status=pending')))).toEqual([2, 4])
})

test.each([
  [{ categoryId: 1 }, 'name is missing'],
  [{ name: 'a' }, 'categoryId is missing'],
  [{}, 'name is missing; categoryId is missing'],
  [{ name: null, categoryId: 1 }, 'name must be a string'],
  [{ name: 'a', categoryId: '1' }, 'categoryId must be an int64'],
  ['{"name":"a","categoryId":9223372036854775808}', 'categoryId must be an int64'],
  [{ name: 'a', categoryId: 1, status: 'lost' }, 'status must be one of available, pending, sold'],
  [[], 'it must be an object'],
])('refuses the body %j, and says why', async (body, why) => {
  const store = testStore()
  const reply = await store.answer(post(body))
  expect(bodyOf(reply)).toEqual({ code: 'invalid_body', message: `The body is not a NewPet: ${why}.`, status: 400 })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('every reply carries the three headers and the clock’s date', async () => {
  const store = testStore()
  for (const call of [get('/v1/pets'), get('/v1/pets/99'), post('{'), get('/'), get('/v1/x'), get('/v1/pets', null)]) {
    const { headers } = await store.answer(call)
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': expect.stringMatching(/^(5000|60)$/),
      'X-RateLimit-Remaining': expect.stringMatching(/^[0-9]+$/),
      'X-RateLimit-Reset': String(testInstant / 1000 + 50),
      Date: 'Fri, 01 Jan 2027 00:00:10 GMT',
    })
  }
})

test('a call with a missing part is answered, not thrown', async () => {
  const failures: unknown[] = []
  const store = testStore({ onFailure: (error) => failures.push(error) })
  const reply = await store.answer({} as never)
  expect(bodyOf(reply)).toMatchObject({ code: 'internal_error', status: 500 })
  expect(failures).toHaveLength(1)
})

test('getPet is gone from 5 December 2030 on, and not before', async () => {
  const store = testStore()
  const { clock } = store.sandbox()
  clock.set(Date.UTC(2030, 11, 4, 23, 59, 59))
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(200)
  clock.advance(1000)
  expect((await store.answer(get('/v1/pets/1'))).status).toBe(404)
  expect((await store.answer(get('/v1/pets'))).status).toBe(200)
  expect((await store.answer({ ...get('/v1/pets'), method: 'PUT' })).status).toBe(405)
  const other = Object.values(operations).some(({ path, removalDate }) => path === '/pets/{petId}' && !removalDate)
  expect((await store.answer({ ...get('/v1/pets/1'), method: 'PUT' })).status).toBe(other ? 405 : 404)
})
