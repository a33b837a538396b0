import type { Play } from './plays.ts'
import type { Settings } from './settings.ts'

/** Whether a person has changed these settings: calls by themselves only use up scenarios that are for some calls. */
export function areOwn({ scenario: plays, ...settings }: Settings, { scenario: first, ...start }: Settings): boolean {
  const begun = first.map(textOf)
  const left = plays.map(textOf)
  const isEnded = first.some((play) => play.calls === undefined && !left.includes(textOf(play)))
  return isEnded || !left.every((play) => begun.includes(play)) || JSON.stringify(settings) !== JSON.stringify(start)
}

function textOf({ calls, ...play }: Play): string {
  return JSON.stringify([play, calls === undefined])
}
