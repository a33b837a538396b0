import type { ScenarioId } from '../../world/scenarios.ts'

/**
 * What people call a scenario: the head of its column on the board, in the order of the columns, and other words that they
 * search for. One without a column is under "more".
 */
const table = {
  'rate-limited': ['429', 'too many requests, no quota left'],
  unauthorised: ['401', 'unauthorized, logged out, wrong key'],
  'bad-request': ['400', 'invalid body, form error'],
  'not-found': ['404', 'missing, unknown id'],
  'server-error': ['500', 'internal error, crash'],
  slow: ['slow', 'delay, latency, loading, spinner'],
  reset: ['offline', 'no network, network error, connection cut'],
  hold: ['hold', 'pause, wait, spinner, race'],
  hang: [undefined, 'timeout, never answers'],
  unavailable: [undefined, '503, down, maintenance, gateway'],
  'last-request': [undefined, 'one left, quota'],
  banned: [undefined, '429, blocked'],
  empty: [undefined, 'no animals, empty list'],
  'after-removal': [undefined, 'deprecated, gone'],
  'full-store': [undefined, '507, no room'],
  'malformed-json': [undefined, 'broken body, parse error'],
  flaky: [undefined, 'sometimes, random, unstable'],
} as const satisfies Readonly<Record<ScenarioId, readonly [column: string | undefined, words: string]>>

const byId: Readonly<Record<string, readonly [column: string | undefined, words: string] | undefined>> = table

/** The head of the column of a scenario; `undefined` for one that is under "more". */
export function columnOf(scenario: string): string | undefined {
  return byId[scenario]?.[0]
}

/** What else people call a scenario. */
export function wordsOf(scenario: string): string {
  return byId[scenario]?.[1] ?? ''
}

const order = Object.keys(table)

/** Scenarios in the order in which people ask for them. */
export function byUse<T extends { readonly id: string }>(scenarios: readonly T[]): readonly T[] {
  return scenarios.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}
