import { type Profile, type SilenceId, silences } from '../../spec/index.ts'

/** Some of the choices of silences that take a form. */
const formed: Readonly<Partial<Record<SilenceId, readonly string[]>>> = {
  'media-type': ['reject-422'],
  'unknown-fields': ['reject-422'],
  'further-members': ['{"created":"2026-01-01","_links":{"self":{"href":"/pets/{id}"}}}'],
  'category-check': ['known-422'],
  'name-check': ['50', '255', 'no-blank-100', 'no-blank-255'],
  'duplicate-names': ['reject-422'],
  'error-codes': [
    'not_found:E404,unauthorized:E401',
    'unauthorized/missing:NO_KEY,unauthorized/invalid:BAD_KEY,not_found/animal:NO_PET,invalid_body/name:BAD_NAME',
  ],
  undocumented: ['404-501', '400-405'],
  'page-cap': ['1', '2', '5', '10', '19', '50', '61', '64', '100'],
  'invalid-query': ['reject-416', 'reject-500'],
  'invalid-status': ['reject-400', 'reject-404'],
  'unknown-query': ['reject-422'],
  'large-body': ['reject-500'],
  'malformed-id': ['reject-422', 'reject-500'],
  'large-id': ['reject-400', 'reject-500'],
  enterprise: ['60/1000', '1000000000/1000000000'],
  ban: ['1/60', '100/1'],
}

/** Choices for some silences, as they are learned. */
type Choices = Readonly<Partial<Record<SilenceId, string>>>

/** The choices of a mock that is told nothing. */
export const usual: Choices = Object.fromEntries(silences.map((silence) => [silence.id, silence.default]))

/** The named choices of each silence, and some of those that take a form. */
const columns = silences.map(({ id, choices, default: its }) => ({
  id,
  // The default of a form has no name.
  choices: [...new Set([...Object.keys(choices), its, ...(formed[id] ?? [])])],
}))

/** Every choice, alone. */
export const alternatives = columns.flatMap(({ id, choices }) => choices.map((choice) => ({ id, choice })))

/** Silences that no run brings to light by itself: what is beyond a limit, and what only a plan's owner knows. */
const unseen = /^(?:rate-body|retry-after|enterprise|ban|banned-key|removal|full-store)$/

/** What may not be told from another choice: a reported minute may be the tightest window, and few names have 50 characters. */
const alike: readonly string[] = ['rate-window=minute', 'rate-window=tightest', 'name-check=50']

/** Whether a run with `learn` shows this choice when all the others are the usual ones. */
export function isShown(id: SilenceId, choice: string): boolean {
  return !unseen.test(id) && !alike.includes(`${id}=${choice}`)
}

/** What a choice comes to: some are called differently and do the same. */
export function meaningOf(id: SilenceId, profile: Choices): string | undefined {
  const choice = profile[id]
  if (id === 'invalid-status' && choice === 'invalid-query') {
    // A status has no nearest one.
    const limits = meaningOf('invalid-query', profile)
    return limits === 'clamp' ? 'ignore' : limits
  }
  if (id === 'large-id' && choice === 'malformed-id') return meaningOf('malformed-id', profile)
  if (id === 'name-check' && choice === 'no-blank-100') return 'strict'
  if (id === 'page-cap' && choice === '100') return 'none'
  if (id === 'error-codes') return choice?.split(',').toSorted().join()
  return choice?.replace(/^reject-400$/, 'reject')
}

/** Profiles of a choice for each silence, in which every two choices of two silences meet at least once. */
export function pairwiseProfiles(): readonly Profile[] {
  const pairs = alternatives.flatMap((one, at) =>
    alternatives
      .slice(at)
      .flatMap((other) => (one.id === other.id ? [] : [pairOf(one.id, one.choice, other.id, other.choice)])),
  )
  const open = new Set(pairs)
  const profiles: Profile[] = []
  while (open.size > 0) {
    const row = new Map<SilenceId, string>()
    // Those with the most choices first; each takes the choice that meets the most new ones.
    for (const { id, choices } of columns.toSorted((a, b) => b.choices.length - a.choices.length)) {
      const newOf = (choice: string) =>
        [...row].filter(([other, its]) => open.has(pairOf(id, choice, other, its))).length
      const left = (choice: string) => [...open].filter((pair) => pair.includes(`${id}=${choice} `)).length
      const [best = ''] = choices.toSorted((a, b) => newOf(b) - newOf(a) || (row.size === 0 ? left(b) - left(a) : 0))
      row.set(id, best)
    }
    const before = open.size
    for (const [id, choice] of row) for (const [other, its] of row) open.delete(pairOf(id, choice, other, its))
    if (open.size === before) throw new Error(`No profile has ${[...open][0]}.`)
    profiles.push(Object.fromEntries(row) as Profile)
  }
  return profiles
}

function pairOf(id: SilenceId, choice: string, other: SilenceId, its: string): string {
  return [`${id}=${choice} `, `${other}=${its} `].toSorted().join('')
}
