import { errorCodes } from '../../../mocks/index.ts'
import { type Profile, type SilenceId, defaultProfile, silenceIds, silences } from '../../../spec/index.ts'

/** A choice, or several at once, under which the client is tried. */
export interface Alternative {
  readonly choices: Partial<Profile>
  /** Whether it is what the profile says, and not one of those that the service might make. */
  readonly isOfProfile: boolean
}

// For silences whose alternatives have a form and no names.
const samples: Partial<Record<SilenceId, string>> = {
  'further-members': '{"createdAt":"2026-01-01T00:00:00Z"}',
  'error-codes': Object.keys(errorCodes)
    .map((code) => `${code}:THEIR_${code.toUpperCase()}`)
    .join(','),
  'page-cap': '10',
  'large-id': 'reject-400',
  enterprise: '100/1000',
}

/** The named choices that are not the default, else a sample of the form. */
function alternativesOf(id: SilenceId): readonly string[] {
  const named = Object.keys(silences.find((silence) => silence.id === id)?.choices ?? {})
  const others = named.filter((choice) => choice !== defaultProfile[id])
  return others.length > 0 ? others : [samples[id] ?? defaultProfile[id]]
}

/**
 * What a client may meet where the interface is silent: of each silence every alternative, or the choice of a profile
 * where that has one.
 */
export function alternatives(profile: Partial<Profile> = {}): readonly Alternative[] {
  return silenceIds.flatMap((id) => {
    const its = profile[id]
    const choices = its === undefined ? alternativesOf(id) : its === defaultProfile[id] ? [] : [its]
    return choices.map((choice) => ({ choices: { [id]: choice }, isOfProfile: its !== undefined }))
  })
}

/** As they can be typed after --choose, such as `list-order=newest-first`; long ones are cut. */
export function shortChoices(choices: Partial<Profile>): string {
  return Object.entries(choices)
    .map(([id, choice]) => `${id}=${choice.slice(0, 80)}`)
    .join(', ')
}
