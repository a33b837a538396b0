import type { ScenarioId } from '../../../world/scenarios.ts'

/**
 * What people call a scenario, in the order in which they want them, and other words that they search for. One without a
 * word of its own is found by the search alone.
 */
const table: Readonly<Record<ScenarioId, readonly [word: string | undefined, words: string]>> = {
  'rate-limited': ['429', 'too many requests'],
  unauthorised: ['401', 'unauthorized, logged out, wrong key'],
  'bad-request': ['400', 'invalid body, form error'],
  'not-found': ['404', 'missing, unknown id'],
  'server-error': ['500', 'internal error, crash'],
  slow: ['slow', 'delay, latency, loading, spinner'],
  reset: ['offline', 'no network, network error, connection cut, cors error'],
  hold: ['hold', 'pause, wait, spinner, race'],
  hang: ['timeout', 'never answers'],
  empty: ['empty', 'no animals, empty list'],
  unavailable: [undefined, '503, down, maintenance, gateway'],
  'last-request': [undefined, 'one left'],
  banned: [undefined, '429, blocked'],
  'after-removal': [undefined, 'deprecated, gone'],
  'full-store': [undefined, '507, no room'],
  'malformed-json': [undefined, 'broken body, parse error'],
  flaky: [undefined, 'sometimes, random, unstable'],
}

// A reply of one's own is played, too, and has no row.
const rowOf = (scenario: string) => (table as Readonly<Partial<Record<string, (typeof table)[ScenarioId]>>>)[scenario]

/** The word for a scenario; `undefined` for one that is only searched for. */
export const columnOf = (scenario: string) => rowOf(scenario)?.[0]

/** The word for a scenario, and its id. */
export function namesOf(scenario: string): string {
  const word = columnOf(scenario) ?? scenario
  return word === scenario ? scenario : `${word} (${scenario})`
}

/** What people call a scenario. */
export const wordsOf = (scenario: string) => rowOf(scenario)?.join(' ') ?? ''

const order = Object.keys(table)

/** Scenarios in the order in which people ask for them. */
export function byUse<T extends { readonly id: string }>(scenarios: readonly T[]): readonly T[] {
  return scenarios.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}
