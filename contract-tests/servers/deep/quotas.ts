import type { OperationId } from '../../../spec/index.ts'
import { editQuota, editRate } from '../edits.ts'
import { type Call, type Hooks } from '../plain-server.ts'
import { type Quota, type CounterWindow, countInWindow, renewed } from '../quota-counter.ts'
import { type When, on, successOf, refuse, withHeaders } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import { type Behaviour, type BrokenServers, withNeed, withSetup } from '../variation.ts'

/** Quotas that go wrong in some of many answers: what is counted, what the headers tell, and what is refused. */
export const deepQuotas: BrokenServers = {
  '8/remaining-falls': {
    'creations-uncounted': uncounted(({ operation }) => operation === 'createPet'),
    'filtered-lists-uncounted': uncounted(({ query }) => query.has('status')),
    'one-in-15-uncounted': uncounted((_call, { random }) => random() < 1 / 15),
    'repeated-gets-uncounted': (state) => {
      const seen = new Set<string>()
      return uncounted(({ id }) => id !== '' && seen.size === seen.add(id).size)(state)
    },
    'errors-given-back': counting((window) => ({
      count: () => countInWindow(window),
      after: ({ status }) => [400, 404].includes(status) && window.used--,
    })),
    'count-in-tens': editRate({ remaining: (remaining) => Math.ceil(remaining / 10) * 10 }),
  },
  '8/remaining-count': {
    'every-fortieth-gives-back': counting((window) => ({
      count({ number }) {
        if (number % 40 === 0) window.used = Math.max(0, window.used - 15)
        return countInWindow(window)
      },
    })),
    'creation-refills': counting((window) => ({
      count({ operation, number }) {
        if (operation === 'createPet' && number > 80) window.used = 0
        return countInWindow(window)
      },
    })),
    'one-in-30-shows-more': ({ random }) =>
      editRate({
        remaining: (remaining, { limit }) => (random() < 1 / 30 ? Math.min(limit, remaining + 9) : remaining),
      }),
    'count-of-each-operation': ({ limits, now, windowSeconds }) => {
      const windows = new Map<OperationId | undefined, CounterWindow>()
      return editQuota((_usual, { operation }) => {
        const window = windows.get(operation) ?? { limit: limits.perWindow, used: 0, resetAtSeconds: 0 }
        windows.set(operation, window)
        return countInWindow(renewed(window, now() / 1000, windowSeconds))
      })
    },
  },
  '8/limit-of-caller': {
    'limit-of-creations': editRate({ limit: 1_000 }, successOf('createPet')),
    'limit-of-long-lists': editRate({ limit: 5_000 }, (_reply, { query }) => Number(query.get('limit')) > 50),
    'limit-lower-after-a-hundred': counting((window, { limits }) => ({
      count() {
        const limit = window.used < 100 ? limits.perWindow : limits.perWindow - 50
        return countInWindow({ ...window, limit, used: window.used++ })
      },
    })),
    'one-in-30-other-limit': ({ random }) => editRate({ limit: (limit) => (random() < 1 / 30 ? limit * 2 : limit) }),
  },
  '8/reset-resets': {
    // The window is the usual one; only the header about its end moves.
    'reset-moves-with-each-answer': ({ now, windowSeconds }) =>
      editRate({ reset: () => Math.ceil(now() / 1000) + windowSeconds }),
    // By less than a clock may be off, and with each request of the key.
    'reset-a-second-later-each': counting((window) => ({
      count: () => told(countInWindow(window), window.used),
    })),
    'one-in-30-resets-earlier': ({ random }) =>
      editRate({ reset: (reset) => (random() < 1 / 30 ? reset - 20 : reset) }),
    'reset-put-off-by-creations': counting((window) => ({
      count({ operation }) {
        if (operation === 'createPet') window.resetAtSeconds += 5
        return countInWindow(window)
      },
    })),
    'window-ends-early': counting(
      (window, { windowSeconds }) => ({
        count: () => told(countInWindow(window), windowSeconds / 2),
      }),
      0.5,
    ),
    'window-ends-late': counting(
      (window, { now, windowSeconds }) => ({
        count() {
          const quota = countInWindow(window)
          const toldEnd = quota.resetAtSeconds - windowSeconds / 4
          return now() / 1000 < toldEnd ? told(quota, -windowSeconds / 4) : quota
        },
      }),
      1.25,
    ),
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
    // Refused again when the wait is over; only the end of the window helps.
    'wait-half-as-long': waiting((seconds) => seconds / 2),
    'wait-five-seconds-less': waiting((seconds) => seconds - 5),
    'first-wait-too-short': waiting((seconds, refusals) => (refusals === 1 ? seconds / 3 : seconds)),
  }),
}

type Edited = (
  window: CounterWindow,
  state: ServerState,
) => {
  readonly count: (call: Call) => Quota
  readonly after?: (...reply: Parameters<When>) => unknown
}

/** Counts calls with the key in one window, which begins with the first call in it and lasts so many usual ones. */
function counting(edit: Edited, windows = 1): Behaviour {
  return (state) => {
    const { limits, now, windowSeconds } = state
    const window: CounterWindow = { limit: limits.perWindow, used: 0, resetAtSeconds: 0 }
    const { count, after } = edit(window, state)
    const hooks = editQuota((_usual, call) => {
      renewed(window, now() / 1000, windowSeconds * windows)
      return count(call)
    })
    return {
      ...hooks,
      reply(reply, call) {
        after?.(reply, call)
        return reply
      },
    }
  }
}

function told(quota: Quota, laterSeconds: number): Quota {
  return { ...quota, resetAtSeconds: quota.resetAtSeconds + laterSeconds }
}

/** Does not count some calls. */
function uncounted(isFree: (call: Call, state: ServerState) => boolean): (state: ServerState) => Hooks {
  return (state) => {
    const { limits, now, windowSeconds } = state
    const window: CounterWindow = { limit: limits.perWindow, used: 0, resetAtSeconds: 0 }
    return editQuota((_usual, call) => {
      const quota = countInWindow(renewed(window, now() / 1000, windowSeconds))
      if (!isFree(call, state) || !quota.isAllowed) return quota
      window.used -= 1
      return { ...quota, remaining: quota.remaining + 1 }
    })
  }
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
  return ({ now }) => {
    let refusals = 0
    return {
      decide(counted, usual) {
        const reply = usual(counted)
        if (!counted.isKey || !on(429)(reply, counted.call)) return reply
        const seconds = counted.quota.resetAtSeconds - now() / 1000
        return withHeaders(reply, { 'Retry-After': String(Math.max(1, Math.ceil(change(seconds, ++refusals)))) })
      },
    }
  }
}
