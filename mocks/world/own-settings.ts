import type { Play } from './plays.ts'
import type { Settings } from './settings.ts'

/** Whether a person has changed these settings: calls by themselves only use up scenarios that are for some calls. */
export function areOwn(settings: Settings, start: Settings): boolean {
  const begun = start.scenario.map(textOf)
  return lasting(settings) !== lasting(start) || settings.scenario.some((play) => !begun.includes(textOf(play)))
}

/** What no call changes. */
function lasting({ scenario, ...settings }: Settings): string {
  return JSON.stringify([settings, scenario.filter(({ calls }) => calls === undefined)])
}

function textOf({ calls, ...play }: Play): string {
  return JSON.stringify([play, calls === undefined])
}
