import { planNames, plans } from '../../spec/index.ts'
import { readRetryAfter } from '../client/index.ts'
import { type Seen, dateOf, headerIn, isTimestamp, rateLimitOf } from '../exchange/question.ts'
import type { Check } from './check.ts'
import { type Departure, departure } from '../verdict/verdict.ts'
import type { Received } from '../verdict/facts.ts'
import { jsonOf } from './pets.ts'

/** Each header and its clause. */
const headers = [
  ['X-RateLimit-Limit', '8/limit-of-caller'],
  ['X-RateLimit-Remaining', '8/remaining-count'],
  ['X-RateLimit-Reset', '8/reset-timestamp'],
] as const

export const atHeader = (...names: readonly string[]) => ({ part: 'header', names }) as const

export const rateLimitHeaders: Check = {
  id: 'rate-limit-headers',
  title: 'every response has the three X-RateLimit headers',
  clauses: ['8/headers-on-every-response'],
  needs: 'headers',
  look: (seen) => {
    const { exchange, question, status } = seen
    // If the interface leaves a request open, a gateway before the service may answer it, without these headers.
    if (exchange.response === undefined || (question.asks === 'silence' && status !== 200)) return undefined
    const names = headers.map(([name]) => name)
    const missing = names.filter((name) => headerIn(seen, name) === undefined)
    const clause = '8/headers-on-every-response'
    const facts = { at: atHeader(...names), expected: { status }, received: { missing } }
    return { tests: [clause], departures: missing.length === 0 ? [] : [departure('headers-missing', clause, facts)] }
  },
}

export const rateLimitValues: Check = {
  id: 'rate-limit-values',
  title: 'the X-RateLimit headers hold a limit, what remains of it, and a Unix timestamp',
  clauses: [...headers.map(([, clause]) => clause), '8/reset-resets'],
  needs: 'headers',
  look: (seen) => {
    const there = headers.filter(([name]) => headerIn(seen, name) !== undefined)
    if (there.length === 0) return undefined
    const departures = there.flatMap(([name, clause]): readonly Departure[] => {
      const received = { is: headerIn(seen, name) }
      if (clause === '8/reset-timestamp') return resetDepartures(seen, received)
      const { limit, remaining } = rateLimitOf(seen)
      const number = clause === '8/limit-of-caller' ? limit : remaining
      if (number === undefined)
        return [departure('whole-number', clause, { at: atHeader(name), expected: { kind: 'integer' }, received })]
      if (limit === undefined || number <= limit) return []
      const at = atHeader(name, 'X-RateLimit-Limit')
      return [departure('above-limit', clause, { at, expected: { atMost: limit }, received })]
    })
    return { tests: there.map(([, clause]) => clause), departures }
  },
}

// Our clock may be wrong, and a response may be a few seconds old.
const slackSeconds = 15
const slackWithoutDateSeconds = 600
const daySeconds = 86_400
// Plans count by the minute and by the day. A custom quota may count by the month.
const longestWindowSeconds = 32 * daySeconds

function resetDepartures(seen: Seen, received: Received): readonly Departure[] {
  const { sentAtMilliseconds } = seen.exchange
  const at = atHeader('X-RateLimit-Reset')
  const expected = { kind: 'timestamp' } as const
  const { reset } = rateLimitOf(seen)
  if (reset === undefined || !isTimestamp(reset))
    return [departure('timestamp', '8/reset-timestamp', { at, expected, received })]
  const date = dateOf(seen)
  const times = [sentAtMilliseconds, date ?? sentAtMilliseconds]
  const [earliest, latest] = [Math.min(...times), Math.max(...times)]
  if (reset > latest / 1000 + longestWindowSeconds) {
    const days = Math.round((reset - latest / 1000) / daySeconds)
    return [departure('reset-far', '8/reset-resets', { at, expected, received: { ...received, days } })]
  }
  const ago = earliest / 1000 - reset
  if (ago <= (date === undefined ? slackWithoutDateSeconds : slackSeconds)) return []
  const past = { at, expected, received: { ...received, seconds: Math.round(ago) } }
  return [departure('reset-past', '8/reset-resets', past, ['8/reset-timestamp'])]
}

const fixedPlans = planNames.filter((plan) => plan !== 'enterprise')

export const planLimit: Check = {
  id: 'plan-limit',
  title: 'X-RateLimit-Limit is one that the plan of the key has',
  clauses: [
    '8/limit-of-caller',
    ...fixedPlans.flatMap((plan) => [`8/${plan}-per-minute`, `8/${plan}-per-day`] as const),
  ],
  needs: 'headers',
  look: (seen, { plan }) => {
    const { limit } = rateLimitOf(seen)
    if (plan === undefined || plan === 'enterprise' || limit === undefined) return undefined
    if (seen.question.credential !== 'valid' || seen.status === 401) return undefined
    const { name, requestsPerMinute, requestsPerDay } = plans[plan]
    const [perMinute, perDay] = [`8/${plan}-per-minute`, `8/${plan}-per-day`] as const
    const oneOf: readonly number[] = [requestsPerMinute, requestsPerDay]
    const expected = { oneOf, plan: name }
    const facts = { at: atHeader('X-RateLimit-Limit'), expected, received: { is: limit } }
    const isOfPlan = oneOf.includes(limit)
    return {
      // The limit shows whether the answer is about the minute or the day.
      tests: ['8/limit-of-caller', limit === requestsPerDay ? perDay : perMinute],
      departures: isOfPlan ? [] : [departure('plan-limit', perMinute, facts, ['8/limit-of-caller', perDay])],
    }
  },
}

export const retryAfter: Check = {
  id: 'retry-after',
  title: 'a 429 has a Retry-After with a time to wait',
  clauses: ['8/retry-after-present', '8/retry-after-is-a-time'],
  needs: 'headers',
  look: (seen) => {
    if (seen.status !== 429) return undefined
    const value = headerIn(seen, 'Retry-After')
    const facts = { at: atHeader('Retry-After'), expected: {}, received: { is: jsonOf(value) } }
    const isTime = readRetryAfter(value ?? '', seen.exchange.sentAtMilliseconds) !== undefined
    const departures =
      value === undefined
        ? [departure('no-retry-after', '8/retry-after-present', facts)]
        : [departure('no-time', '8/retry-after-is-a-time', facts)]
    return { tests: ['8/retry-after-present', '8/retry-after-is-a-time'], departures: isTime ? [] : departures }
  },
}
