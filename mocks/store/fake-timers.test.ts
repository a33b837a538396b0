import { mock } from 'node:test'
import { type InstalledClock, install } from '@sinonjs/fake-timers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { get, post } from '../testing/test-calls.ts'
import { conductOf } from '../conduct/index.ts'
import { createAnimalStore } from './store.ts'

const now = Date.parse('2026-11-23T10:00:01Z')
let sinon: InstalledClock

/** How each library fakes the time, lets it pass, and ends that. */
const libraries = {
  Vitest: {
    start: () => vi.useFakeTimers({ now }),
    advance: async (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    end: () => vi.useRealTimers(),
  },
  'Sinon, Jest': {
    start: () => (sinon = install({ now })),
    advance: async (milliseconds: number) => sinon.tickAsync(milliseconds),
    end: () => sinon.uninstall(),
  },
  'node:test': {
    start: () => mock.timers.enable({ apis: ['setTimeout', 'Date'], now }),
    advance: async (milliseconds: number) => {
      mock.timers.tick(milliseconds)
      await new Promise(setImmediate)
    },
    end: () => mock.timers.reset(),
  },
}

describe.each(Object.entries(libraries))('%s', (_name, { start, advance, end }) => {
  afterEach(() => end())

  /** A client that asks again so many milliseconds after a 429. */
  async function askTwice(store: ReturnType<typeof createAnimalStore>, waits: (asked: number) => number) {
    const first = await store.answer(get('/v1/pets', 'test_free_exhausted'))
    const milliseconds = waits(Number(first.headers['Retry-After']) * 1000)
    const second = new Promise((resolve) => setTimeout(resolve, milliseconds)).then(() =>
      store.answer(get('/v1/pets', 'test_free_exhausted')),
    )
    await advance(milliseconds)
    return [first.status, (await second).status]
  }

  test('a client that waited rightly in faked time is answered, and nothing is held against it', async () => {
    // Made before the time is faked, as at the top of a file.
    const store = createAnimalStore({ dataset: 'one' })
    start()
    expect(await askTwice(store, (asked) => asked)).toEqual([429, 200])
    expect(conductOf(store.sandbox()).findings).toEqual([])
    expect(store.sandbox().clock.now()).toBe(now + 59_000)
  })

  test('a client that waited too short in faked time is refused again, and told of', async () => {
    start()
    const store = createAnimalStore({ dataset: 'one' })
    expect(await askTwice(store, (asked) => asked - 5000)).toEqual([429, 429])
    const { findings } = conductOf(store.sandbox())
    expect(findings.map(({ rule, seen }) => [rule, seen[0]?.text])).toEqual([
      ['early-retry', 'the same request again 54 s after a 429 whose Retry-After said 59 s'],
    ])
  })

  test('hours of faked time delete no sandbox', async () => {
    const store = createAnimalStore({ dataset: 'empty' })
    start()
    await store.answer(post({ name: 'Rex', categoryId: 1 }, 'test_pro.mine'))
    await advance(7_200_000)
    expect((await store.answer(get('/v1/pets', 'test_pro.mine'))).body).toContain('Rex')
  })
})
