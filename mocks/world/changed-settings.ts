import type { Play } from './plays.ts'
import type { Settings } from './settings.ts'

/** Whether a person changed these settings. Calls alone only use up scenarios that have a number of calls. */
export function areChanged(settings: Settings, start: Settings): boolean {
  const begun = start.scenario.map(textOf)
  return lasting(settings) !== lasting(start) || settings.scenario.some((play) => !begun.includes(textOf(play)))
}

/** The settings that no call changes. */
function lasting({ scenario, ...settings }: Settings): string {
  return JSON.stringify([settings, scenario.filter(({ calls }) => calls === undefined)])
}

function textOf({ calls, ...play }: Play): string {
  return JSON.stringify([play, calls === undefined])
}
