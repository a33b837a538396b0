import { type Profile, type SilenceId, silences } from '../../spec/index.ts'

/** Examples of choices that have a form instead of a name. */
const formed: Readonly<Partial<Record<SilenceId, readonly string[]>>> = {
  'media-type': ['reject-422'],
  'unknown-fields': ['reject-422'],
  'further-members': ['{"created":"2026-01-01","_links":{"self":{"href":"/pets/{id}"}}}'],
  'category-check': ['known-422'],
  'name-check': ['50', '64', '255', 'no-blank-100', 'no-blank-255', 'no-empty-120'],
  'duplicate-names': ['reject-422'],
  'error-codes': [
    'not_found:E404,unauthorized:E401',
    'not_found:,unauthorized:E401',
    'unauthorized/missing:NO_KEY,unauthorized/invalid:BAD_KEY,not_found/animal:NO_PET,invalid_body/name:BAD_NAME',
  ],
  undocumented: ['404-501', '400-405', '404-405-no-allow', '200-200', '404-200'],
  'page-cap': ['1', '2', '5', '10', '19', '50', '61', '64', '100'],
  'invalid-query': ['reject-416', 'reject-500'],
  'small-limit': ['reject-400', 'reject-422'],
  'large-limit': ['reject-400', 'reject-422'],
  'invalid-status': ['reject-400', 'reject-404'],
  'unknown-query': ['reject-422'],
  'large-body': ['reject-500'],
  'malformed-id': ['reject-422', 'reject-500'],
  'large-id': ['reject-400', 'reject-500'],
  'deprecation-headers': ['deprecation', 'sunset-on-200'],
  enterprise: ['60/1000', '1000000000/1000000000'],
  ban: ['1/60', '100/1'],
}

/** Choices for some silences. */
type Choices = Readonly<Partial<Record<SilenceId, string>>>

/** The default choices. */
export const usual: Choices = Object.fromEntries(silences.map((silence) => [silence.id, silence.default]))

/** The named choices of each silence, and the examples above. */
const columns = silences.map(({ id, choices, default: its }) => ({
  id,
  // A default may have a form, and then it is not among the names.
  choices: [...new Set([...Object.keys(choices), its, ...(formed[id] ?? [])])],
}))

/** Every choice, alone. */
export const alternatives = columns.flatMap(({ id, choices }) => choices.map((choice) => ({ id, choice })))

/** Silences that a run does not show by itself: they take an exceeded limit, or the plan of the key. */
const unseen =
  /^(?:head|path-form|limit-form|large-id|large-body|rate-body|retry-after|enterprise|ban|banned-key|removal|full-store)$/

/** Choices that a run may take for others: the minute may be the tightest window, and few names have 50 characters. */
const alike: readonly string[] = ['rate-window=minute', 'rate-window=tightest', 'name-check=50']

/** Whether a run with `learn` shows this choice if all other choices are the defaults. */
export function isShown(id: SilenceId, choice: string): boolean {
  return !unseen.test(id) && !alike.includes(`${id}=${choice}`)
}

/** The meaning of a choice: some have different names and do the same. */
export function meaningOf(id: SilenceId, profile: Choices): string | undefined {
  const choice = profile[id]
  if (id === 'invalid-status' && choice === 'invalid-query') {
    return meaningOf('invalid-query', profile)
  }
  // What is no number has no nearest limit. `small-limit` and `large-limit` are about numbers.
  if (id === 'invalid-query' && choice === 'clamp') return 'ignore'
  if (/^(?:small|large)-limit$/.test(id) && choice === 'invalid-query')
    return profile['invalid-query']?.replace(/^reject-400$/, 'reject')
  if (id === 'name-check' && choice === 'no-blank-100') return 'strict'
  if (id === 'page-cap' && choice === '100') return 'none'
  if (id === 'error-codes')
    return (
      choice && ownCodes(isOnlyAnimalNotFound(profile) ? choice.replace('not_found/animal:', 'not_found:') : choice)
    )
  return choice?.replace(/^reject-400$/, 'reject')
}

/** Where nothing but an absent animal gets a 404, the code of an absent animal is the code of every 404. */
function isOnlyAnimalNotFound(profile: Choices): boolean {
  return profile.undocumented === '200-200' && profile['malformed-id'] !== 'not-found'
}

/** The codes that are not the mock's own, in alphabetical order. */
function ownCodes(choice: string): string {
  const pairs = choice.split(',').filter((pair) => pair.split(':')[1] !== pair.split(/[/:]/)[0])
  return pairs.toSorted().join()
}

/** Profiles in which every two choices of two silences meet at least once. */
export function pairwiseProfiles(): readonly Profile[] {
  const pairs = alternatives.flatMap((one, at) =>
    alternatives.slice(at).flatMap((other) => (one.id === other.id ? [] : [[one, other] as const])),
  )
  const open = new Map(pairs.map((pair) => [keyOf(...pair), pair]))
  const profiles: Profile[] = []
  for (let next = open.values().next(); next.done !== true; next = open.values().next()) {
    const row = new Map<SilenceId, string>(next.value.map(({ id, choice }) => [id, choice]))
    // Silences with the most choices come first. Each takes the choice that makes the most new pairs.
    for (const { id, choices } of columns.toSorted((a, b) => b.choices.length - a.choices.length)) {
      if (row.has(id)) continue
      const newOf = (choice: string) =>
        [...row].filter(([other, its]) => open.has(keyOf({ id, choice }, { id: other, choice: its }))).length
      const [best = ''] = choices.toSorted((a, b) => newOf(b) - newOf(a))
      row.set(id, best)
    }
    for (const [id, choice] of row)
      for (const [other, its] of row) open.delete(keyOf({ id, choice }, { id: other, choice: its }))
    profiles.push(Object.fromEntries(row) as Profile)
  }
  return profiles
}

type Alternative = (typeof alternatives)[number]

function keyOf(...pair: readonly [Alternative, Alternative]): string {
  return pair
    .map(({ id, choice }) => `${id}=${choice} `)
    .toSorted()
    .join('')
}
