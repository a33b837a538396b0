import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoryQuotas, type QuotaRequest, countCall } from './quota.ts'

const request: QuotaRequest = {
  key: 'key',
  limits: { minute: 3, day: 5 },
  start: 'full',
  terms: { window: 'tightest', windowStart: 'clock', ban: { calls: 2, seconds: 300 } },
  nowSeconds: 86_400 * 10,
}

/** Counts a call at each of these seconds after the start of a day. */
function story(seconds: readonly number[], changes: Partial<QuotaRequest> = {}) {
  const quotas = new MemoryQuotas()
  return seconds.map((second) => quotas.count({ ...request, ...changes, nowSeconds: request.nowSeconds + second }))
}

test('counts the day beside the minute, and reports the window with fewer requests left', () => {
  const quotas = story([0, 0, 60, 61, 62, 120])
  expect(quotas.map((quota) => quota.window)).toEqual(['minute', 'minute', 'day', 'day', 'day', 'day'])
  expect(quotas.at(-1)).toMatchObject({ isAllowed: false, limit: 5, resetAtSeconds: request.nowSeconds + 86_400 })
})

test.each([
  ['exhausted', [false, true]],
  ['last', [true, true]],
  ['banned', [false, false]],
] as const)('a key that starts as %s begins its story anew after a rest', (start, firstAndNextMinute) => {
  const quotas = story([0, 60], { start })
  expect(quotas.map((quota) => quota.isAllowed)).toEqual(firstAndNextMinute)
  expect(quotas[0]?.remaining).toBe(0)
  const rested = story([0, 60, 3600], { start })
  expect(rested[2]?.isAllowed).toBe(rested[0]?.isAllowed)
})

test.each(['clock', 'first-call'] as const)('a clock that is set back begins windows of its own: %s', (windowStart) => {
  const quotas = story([200, 200, 200, 200, 0, 86_400, -200], { terms: { ...request.terms, windowStart } })
  expect(quotas.map((quota) => quota.isAllowed)).toEqual([true, true, true, false, true, true, true])
})

const starts = ['clock', 'first-call'] as const

test.each(starts)('under %s, waiting as long as asked always helps, and nobody waits without need', (windowStart) => {
  const context = fc.record({ wait: fc.integer({ min: 0, max: 40 }), obeys: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(context, { maxLength: 60 }),
      fc.constantFrom('full', 'last', 'exhausted', 'banned'),
      (moments, start) => {
        let nowSeconds = request.nowSeconds
        let state = undefined as ReturnType<typeof countCall>['state'] | undefined
        let resetAtSeconds = 0
        for (const { wait, obeys } of moments) {
          nowSeconds = obeys ? Math.max(nowSeconds, resetAtSeconds) : nowSeconds + wait
          const terms = { ...request.terms, windowStart }
          const counted = countCall(state, { ...request, terms, start, nowSeconds })
          if (obeys && resetAtSeconds > 0) expect(counted.quota.isAllowed).toBe(true)
          expect(counted.quota.resetAtSeconds).toBeGreaterThan(nowSeconds)
          state = counted.state
          resetAtSeconds = counted.quota.isAllowed ? 0 : counted.quota.resetAtSeconds
        }
      },
    ),
  )
})

test('windows that begin with the first call let no more through than their limit, from any first call on', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 }), (waits) => {
      const quotas = new MemoryQuotas()
      const terms = { ...request.terms, windowStart: 'first-call', ban: undefined } as const
      let nowSeconds = request.nowSeconds
      let window = { endSeconds: 0, passed: 0 }
      for (const wait of waits) {
        nowSeconds += wait
        const quota = quotas.count({ ...request, limits: { minute: 3, day: 1e9 }, terms, nowSeconds })
        if (nowSeconds >= window.endSeconds) window = { endSeconds: nowSeconds + 60, passed: 0 }
        expect(quota.isAllowed).toBe(window.passed < 3)
        expect(quota.resetAtSeconds).toBe(window.endSeconds)
        if (quota.isAllowed) window.passed++
      }
    }),
  )
})
