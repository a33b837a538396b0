import { isObject } from './is-object.ts'
import { type Choices, type Profile, type SilenceId, choices as known } from './made/choices.ts'
import { didYouMean, shown, thereIsNo } from './messages.ts'

/** The profile with the default of every silence. */
export const defaultProfile: Profile = Object.freeze(
  Object.fromEntries(Object.entries(known).map(([id, { usual }]) => [id, usual])),
) as Profile

/** Some choices are invalid. `problems` says of each what was found and what is allowed. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Cannot use this profile: ${problems.join(' ')}`)
    this.problems = problems
  }
}

/**
 * Checks choices, as they come from an option, a file or the control API, and completes them.
 * @param choices choices by the id of their silence; a choice of digits may be a number. `learned`, which says where a file
 * of choices comes from, is not looked at
 * @param base the choices for silences that `choices` does not name
 * @throws {ProfileError} with every problem
 */
export function parseProfile(choices: unknown, base: Profile = defaultProfile): Profile {
  if (!isObject(choices)) {
    throw new ProfileError(['Expected an object of silences and choices, such as {"list-order": "newest-first"}.'])
  }
  const ids = Object.keys(choices)
  if (ids.length > 3 && !ids.some(isSilenceId)) {
    const found = `${ids.slice(0, 3).map(shown).join(', ')} and more`
    throw new ProfileError([`Expected silences and choices, such as {"list-order": "newest-first"}. Found ${found}.`])
  }
  const problems: string[] = []
  const chosen: Record<string, string> = {}
  for (const [id, choice] of Object.entries(choices)) {
    if (id === 'learned') continue
    const text = typeof choice === 'number' ? String(choice) : choice
    if (!isSilenceId(id)) problems.push(thereIsNo('silence', id, silenceIds))
    else if (typeof text !== 'string' || !isChoice(known[id], text)) problems.push(wrongChoice(id, choice))
    else chosen[id] = text
  }
  if (problems.length > 0) throw new ProfileError(problems)
  return { ...base, ...chosen }
}

/** Checks choices as {@link parseProfile} does, and returns only these. @throws {ProfileError} if one is invalid */
export function givenChoices(choices: unknown): Partial<Profile> {
  const profile = parseProfile(choices)
  return Object.fromEntries(Object.entries(profile).filter(([id]) => Object.hasOwn(Object(choices) as object, id)))
}

/** The choices of a profile that differ from the default. */
export function ownChoices(profile: Profile): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(profile).filter(([id, choice]) => defaultProfile[id as keyof Profile] !== choice),
  )
}

/** The choices that a silence allows, for people: `minute, day or NUMBER`. */
export function choicesOf(id: SilenceId): readonly string[] {
  const { named, form } = known[id]
  return form === undefined ? named : [...named, form.shape]
}

export const silenceIds = Object.keys(known) as readonly SilenceId[]

function isSilenceId(id: string): id is SilenceId {
  return Object.hasOwn(known, id)
}

function isChoice({ named, form }: Choices, text: string): boolean {
  return named.includes(text) || form?.accepts.test(text) === true
}

function wrongChoice(id: SilenceId, found: unknown): string {
  const meant = typeof found === 'string' ? didYouMean(found, known[id].named) : ''
  return `The silence "${id}" has no choice ${shown(found)}. ${meant && `${meant} `}Allowed: ${choicesOf(id).join(', ')}.`
}
