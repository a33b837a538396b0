import { editRate } from '../edits.ts'
import type { Call } from '../call.ts'
import type { Quota } from '../quota-counter.ts'
import { on, successOf, refuse, withHeaders } from '../reply.ts'
import { type Behaviour, type BrokenServers, withNeed, withSetup } from '../variation.ts'
import { endingLater, windowed } from '../windowed.ts'

/** Quotas that go wrong in some of many answers: what is counted, what the headers tell, and what is refused. */
export const deepQuotas: BrokenServers = {
  '8/remaining-falls': {
    'filtered-lists-uncounted': windowed({ counts: ({ query }) => !query.has('status') }),
    'one-in-15-uncounted': windowed({ counts: (_call, { random }) => random() >= 1 / 15 }),
    'repeated-gets-uncounted': windowed({
      counts: ({ id }, { answered }) => id === '' || !answered.some(({ isKey, call }) => isKey && call.id === id),
    }),
    'errors-given-back': windowed({
      before(window, _call, { answered }) {
        const status = answered.findLast(({ isKey }) => isKey)?.reply.status
        if (status === 400 || status === 404) window.used = Math.max(0, window.used - 1)
      },
    }),
    'count-in-tens': editRate({ remaining: (remaining) => Math.ceil(remaining / 10) * 10 }),
  },
  '8/remaining-count': {
    'every-fortieth-gives-back': windowed({
      before(window, { number }) {
        if (number % 40 === 0) window.used = Math.max(0, window.used - 15)
      },
    }),
    'creation-refills': windowed({
      before(window, { operation, number }) {
        if (operation === 'createPet' && number > 80) window.used = 0
      },
    }),
    'one-in-30-shows-more': ({ random }) =>
      editRate({
        remaining: (remaining, { limit }) => (random() < 1 / 30 ? Math.min(limit, remaining + 9) : remaining),
      }),
    'count-of-each-operation': windowed({ of: ({ operation }) => operation }),
  },
  '8/limit-of-caller': {
    'limit-of-creations': editRate({ limit: 1_000 }, successOf('createPet')),
    'limit-of-long-lists': editRate({ limit: 5_000 }, (_reply, { query }) => Number(query.get('limit')) > 50),
    'limit-lower-after-a-hundred': windowed({
      before(window, _call, { limits }) {
        window.limit = window.used < 100 ? limits.perWindow : limits.perWindow - 50
      },
    }),
    'one-in-30-other-limit': ({ random }) => editRate({ limit: (limit) => (random() < 1 / 30 ? limit * 2 : limit) }),
  },
  '8/reset-resets': {
    // The window is the usual one; only the header about its end moves.
    'reset-moves-with-each-answer': ({ now, windowSeconds }) =>
      editRate({ reset: () => Math.ceil(now() / 1000) + windowSeconds }),
    // By less than a clock may be off, and with each request of the key.
    'reset-a-second-later-each': windowed({ told: (quota, { used }) => endingLater(quota, used) }),
    'one-in-30-resets-earlier': ({ random }) =>
      editRate({ reset: (reset) => (random() < 1 / 30 ? reset - 20 : reset) }),
    'reset-put-off-by-creations': windowed({
      before(window, { operation }) {
        if (operation === 'createPet') window.resetAtSeconds += 5
      },
    }),
    'window-ends-early': windowed({
      endsAt: (nowSeconds, { windowSeconds }) => Math.ceil(nowSeconds) + windowSeconds / 2,
      told: (quota, _window, _call, { windowSeconds }) => endingLater(quota, windowSeconds / 2),
    }),
    'window-ends-late': windowed({
      endsAt: (nowSeconds, { windowSeconds }) => Math.ceil(nowSeconds) + windowSeconds * 1.25,
      told(quota, _window, _call, { now, windowSeconds }) {
        const early = endingLater(quota, -windowSeconds / 4)
        return now() / 1000 < early.resetAtSeconds ? early : quota
      },
    }),
  },
  '8/within-limit': {
    'refused-one-early': withSetup(
      { plan: 'free' },
      refusingWhen(({ remaining }) => remaining === 0),
    ),
    'refused-with-requests-left': refusingWhen((_quota, { number }) => number % 70 === 0, '2'),
    'refused-at-half': refusingWhen(({ remaining, limit }) => remaining < limit / 2),
    // A limit that no header tells.
    'twelve-creations-in-a-window': ({ now, windowSeconds }) => {
      let [created, endsAt] = [0, 0]
      return {
        decide(counted, usual) {
          if (!counted.isKey || counted.call.operation !== 'createPet') return usual(counted)
          if (now() >= endsAt) [created, endsAt] = [0, now() + windowSeconds * 1000]
          const wait = String(Math.ceil((endsAt - now()) / 1000))
          return ++created > 12 ? withHeaders(refuse(429), { 'Retry-After': wait }) : usual(counted)
        },
      }
    },
    'creations-refused-at-two-thirds': refusingWhen(
      ({ remaining, limit }, { operation }) => operation === 'createPet' && remaining < limit * (2 / 3),
      '5',
    ),
  },
  '8/retry-after-is-a-time': withNeed('rate-limit', {
    'wait-five-seconds-less': waiting((seconds) => seconds - 5),
    'first-wait-too-short': waiting((seconds, refusals) => (refusals === 0 ? seconds / 3 : seconds)),
  }),
}

/** Refuses some calls that the quota allows. */
function refusingWhen(isRefused: (quota: Quota, call: Call) => boolean, retryAfter = '60'): Behaviour {
  return {
    decide: (counted, usual) =>
      counted.isKey && isRefused(counted.quota, counted.call)
        ? withHeaders(refuse(429), { 'Retry-After': retryAfter })
        : usual(counted),
  }
}

/** Tells another wait than that to the end of the window. */
function waiting(change: (seconds: number, refusals: number) => number): Behaviour {
  return ({ now, answered }) => ({
    decide(counted, usual) {
      const reply = usual(counted)
      if (!counted.isKey || !on(429)(reply, counted.call)) return reply
      const refusals = answered.filter(({ isKey, reply: { status } }) => isKey && status === 429).length
      const seconds = change(counted.quota.resetAtSeconds - now() / 1000, refusals)
      return withHeaders(reply, { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) })
    },
  })
}
