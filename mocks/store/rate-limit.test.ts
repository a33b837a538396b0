import { expect, test } from 'vitest'
import { bodyOf, get, post, testInstant, testStore } from '../testing/test-calls.ts'

const minuteEnd = String(testInstant / 1000 + 50)

test('counts down, refuses, and lets the next call pass after the wait', async () => {
  const store = testStore()
  const { clock } = store.sandbox()
  for (let left = 59; left >= 0; left--) {
    const headers = { 'X-RateLimit-Remaining': String(left), 'X-RateLimit-Reset': minuteEnd }
    expect(await store.answer(get('/v1/pets/1', 'test_free'))).toMatchObject({ status: 200, headers })
  }
  const refused = await store.answer(post({ name: 'x', categoryId: 1 }, 'test_free'))
  const headers = { 'Retry-After': '50', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': minuteEnd }
  expect(refused).toMatchObject({ status: 429, headers })
  expect(bodyOf(refused)).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  clock.advance(49_999)
  expect((await store.answer(get('/v1/pets', 'test_free'))).status).toBe(429)
  clock.advance(1)
  expect((await store.answer(get('/v1/pets', 'test_free'))).status).toBe(200)
})

test('the day’s limit holds over the minutes, and the reply says when it ends', async () => {
  const store = testStore()
  const { clock } = store.sandbox()
  let passed = 0
  for (;;) {
    const { status, headers } = await store.answer(get('/v1/pets?limit=1', 'test_free'))
    if (status === 200) passed++
    else if (headers['X-RateLimit-Limit'] === '1000') break
    else clock.advance(Number(headers['Retry-After']) * 1000)
  }
  expect(passed).toBe(1000)
  clock.set(Date.UTC(2027, 0, 1, 23, 59, 59))
  expect((await store.answer(get('/v1/pets', 'test_free'))).status).toBe(429)
  clock.advance(1000)
  expect((await store.answer(get('/v1/pets', 'test_free'))).status).toBe(200)
})

test('a key that calls on during a 429 is banned for five minutes', async () => {
  const store = testStore()
  const call = get('/v1/pets', 'test_free_exhausted')
  for (let refusal = 0; refusal < 10; refusal++)
    expect(bodyOf(await store.answer(call))).toMatchObject({ code: 'rate_limit_exceeded' })
  const banned = await store.answer(call)
  expect(bodyOf(banned)).toMatchObject({ code: 'key_banned', status: 429 })
  expect(banned.headers['Retry-After']).toBe('300')
  store.sandbox().clock.advance(299_000)
  expect((await store.answer(call)).headers['Retry-After']).toBe('1')
  store.sandbox().clock.advance(1000)
  expect((await store.answer(call)).status).toBe(200)
})
