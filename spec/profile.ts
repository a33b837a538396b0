import { thereIsNo } from './closest.ts'
import { isObject } from './is-object.ts'
import { shown } from './shown.ts'
import { type Profile, type Silence, silences } from './silences.ts'

/** The profile in which every silence has its default. */
export const defaultProfile: Profile = Object.freeze(
  Object.fromEntries(silences.map((silence) => [silence.id, silence.default])),
) as Profile

/** Some choices do not fit; `problems` says of each what was found and what is allowed. */
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
 * @param choices an object of silence ids and choices; a number will do where the form is a number
 * @param base what holds for the silences that `choices` does not name
 * @throws {ProfileError} with every problem, when `choices` is no such object
 */
export function parseProfile(choices: unknown, base: Profile = defaultProfile): Profile {
  if (!isObject(choices)) {
    throw new ProfileError(['Expected an object of silences and choices, such as {"list-order": "newest-first"}.'])
  }
  const problems: string[] = []
  const chosen: Record<string, string> = {}
  for (const [id, choice] of Object.entries(choices)) {
    const silence = silences.find((candidate) => candidate.id === id)
    const text = typeof choice === 'number' ? String(choice) : choice
    if (silence === undefined) problems.push(thereIsNo('silence', id, silenceIds))
    else if (typeof text !== 'string' || !isChoice(silence, text)) problems.push(wrongChoice(silence, choice))
    else chosen[id] = text
  }
  if (problems.length > 0) throw new ProfileError(problems)
  return { ...base, ...chosen }
}

/** The choices of a profile that are not the default. */
export function ownChoices(profile: Profile): Partial<Profile> {
  return Object.fromEntries(
    Object.entries(profile).filter(([id, choice]) => defaultProfile[id as keyof Profile] !== choice),
  )
}

/** The choices that a silence allows, as a person reads them: `minute, day or NUMBER`. */
export function choicesOf(silence: Silence): readonly string[] {
  const named = Object.keys(silence.choices)
  return silence.form === undefined ? named : [...named, silence.form.shape]
}

const silenceIds = silences.map((silence) => silence.id)

function isChoice(silence: Silence, text: string): boolean {
  return Object.hasOwn(silence.choices, text) || silence.form?.accepts.test(text) === true
}

function wrongChoice(silence: Silence, found: unknown): string {
  return `The silence "${silence.id}" has no choice ${shown(found)}. Allowed: ${choicesOf(silence).join(', ')}.`
}
