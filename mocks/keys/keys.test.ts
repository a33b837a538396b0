import { describe, expect, test } from 'vitest'
import { KeyError, KeyRing, maskKey } from './keys.ts'
import { get, testStore } from '../testing/test-calls.ts'

describe('a key with a life', () => {
  const clock = { mode: 'frozen', atMilliseconds: Date.UTC(2026, 11, 1, 9) } as const
  const rotated = {
    'old-key-1': { plan: 'pro', until: '2026-12-01T10:00:00Z' },
    'new-key-1': { plan: 'pro', from: '2026-12-01T10:45:00+01:00' },
  } as const

  test('is rotated with an overlap, by the clock of its sandbox', async () => {
    const store = testStore({ keys: rotated, clock })
    const statusesAfter = async (minutes: number) => {
      store.sandbox().clock.advance(minutes * 60_000)
      const replies = await Promise.all(Object.keys(rotated).map((key) => store.answer(get('/v1/pets', key))))
      return replies.map(({ status }) => status)
    }
    expect(await statusesAfter(0)).toEqual([200, 401])
    expect(await statusesAfter(45)).toEqual([200, 200])
    store.sandbox().clock.advance(-1)
    expect(await statusesAfter(0)).toEqual([200, 401])
    expect(await statusesAfter(15)).toEqual([200, 200])
    store.sandbox().clock.advance(1)
    expect(await statusesAfter(0)).toEqual([401, 200])
  })

  test('gets the 401 of section 5 once it is dead, and the journal says why', async () => {
    const store = testStore({ keys: { 'old-key-1': { plan: 'pro', until: '2026-12-01T00:00Z' } }, clock })
    const reply = await store.answer(get('/v1/pets', 'old-key-1'))
    expect(reply).toMatchObject({ status: 401, body: expect.stringContaining('Missing or invalid API key.') })
    expect(reply.headers['WWW-Authenticate']).toBe('Bearer')
    const reason = 'No valid key: the key expired at 2026-12-01T00:00Z (section 5).'
    expect(store.sandbox().journal.entries()[0]?.reason).toContain(reason)
  })

  test('lives by the clock of the sandbox that a call names, and of its own sandbox', async () => {
    const keys = { ...rotated, 'box-key-1': { sandbox: 'box', until: '2026-12-01T10:00Z' } } as const
    const store = testStore({ keys, clock })
    store.sandbox('box').clock.advance(2 * 3_600_000)
    const named = get('/v1/pets', 'old-key-1', { 'x-mock-sandbox': 'box' })
    expect((await store.answer(get('/v1/pets', 'old-key-1'))).status).toBe(200)
    expect((await store.answer(named)).status).toBe(401)
    expect((await store.answer(get('/v1/pets', 'box-key-1'))).status).toBe(401)
    expect(store.sandbox('box').journal.size).toBe(2)
  })
})

test('a test key stays what it is', () => {
  for (const key of ['test_free', 'test_pro.box'])
    expect(() => new KeyRing({ [key]: 'pro' })).toThrow('it is a test key')
})

test.each([
  ['prro', 'plan of the key long…: expected "free" or "pro" or "business" or "enterprise", found "prro"'],
  [{ standing: 'lost' }, 'expected "valid" or "revoked" or "expired", found "lost"'],
  [{ until: 'tomorrow' }, 'until of the key long…: expected an instant from 1970 to 9899, such as 2026'],
  [{ from: '2026-13-01T00:00:00Z' }, 'from of the key long…: expected an instant'],
  [{ until: '2026-12-01T10:00:00' }, 'expected an instant from 1970 to 9899'],
  [{ until: '2030-02-30T10:00:00Z' }, 'expected an instant from 1970 to 9899'],
  [{ until: '9999-12-31T23:59:59Z' }, 'expected an instant from 1970 to 9899'],
  [
    { from: '2026-12-01T11:00:00+01:00', until: '2026-12-01T10:00:00Z' },
    'Cannot add the key long…: its from is not before its until.',
  ],
  [{ sandbox: 'My Box' }, 'sandbox of the key long…: expected a name of 1 to 64'],
])('refuses to add a key as %j, and does not repeat it', (option, message) => {
  const key = 'long-enough-key'
  const add = () => new KeyRing({ [key]: option as 'pro' })
  expect(add).toThrow(KeyError)
  expect(add).toThrow(message)
  expect(add).not.toThrow(key)
  expect(() => new KeyRing({ 'two words': 'pro' })).toThrow('1 to 256 characters')
})

test('shows at most the first four characters of a key', () => {
  expect(maskKey('sk-live-12345')).toBe('sk-l…')
  expect(maskKey('sk-live1')).toBe('…')
})
