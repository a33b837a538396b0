import { isObject } from './is-object.ts'

/** How a profile was learned, as `contract --learn` writes it beside the choices, under `learned`. */
export interface Learned {
  /** When the run started, such as `2026-11-27T10:00:00.000Z`. */
  readonly at: string
  /** The address of the deployment. */
  readonly from: string
  /** The version of the suite. */
  readonly version: string
  /** How many requests the run took. */
  readonly requests: number
  /** The silences that no answer showed, so that the default stands. */
  readonly notSeen: readonly string[]
}

/** How a profile was learned; `undefined` for one that was written by hand. */
export function learnedIn(profile: unknown): Learned | undefined {
  const learned = isObject(profile) ? profile['learned'] : undefined
  return isLearned(learned) ? learned : undefined
}

function isLearned(value: unknown): value is Learned {
  if (!isObject(value)) return false
  const { at, from, version, requests, notSeen } = value
  return (
    [at, from, version].every((text) => typeof text === 'string') &&
    !Number.isNaN(Date.parse(String(at))) &&
    typeof requests === 'number' &&
    Array.isArray(notSeen)
  )
}
