import {
  type OptionKinds,
  aText,
  aWholeNumber,
  anObject,
  checkOptions,
  oneOfOptions,
} from '../../spec/check-options.ts'
import { type OperationId, operationIds } from '../../spec/names.ts'
import { type RecordedReply, readRecorded, recorded, recordedScenario } from './recorded-reply.ts'
import { SandboxError } from './sandbox-error.ts'
import { type Scenario, type ScenarioName, appliesTo, findScenario, unknownScenario } from './scenarios.ts'

/** Which calls a scenario applies to. */
export interface PlayLimits {
  /** Only calls of this operation; all calls if absent. */
  readonly operation?: OperationId | undefined
  /** It ends by itself after so many calls; never if absent. */
  readonly calls?: number | undefined
}

/** A scenario that is being played, and for which calls: one of the list, or a recorded reply. */
export type Play =
  | (PlayLimits & { readonly scenario: ScenarioName; readonly reply?: undefined })
  | (PlayLimits & { readonly scenario: typeof recorded; readonly reply: RecordedReply })

/** The options of a play. */
const playKinds: OptionKinds<Play> = {
  scenario: aText,
  operation: oneOfOptions(...operationIds),
  calls: aWholeNumber(1),
  reply: anObject,
}

/** Checks a play. @throws {SandboxError} {OptionsError} if it cannot be played */
export function checkedPlay(play: Play): Play {
  checkOptions('a scenario', play, playKinds)
  if (play.scenario === recorded && (play.reply as unknown) === undefined) {
    throw new SandboxError('Cannot play "recorded" without its reply: give it as reply, or to playReply.')
  }
  const { scenario, operation } = play
  const found = scenarioOf(play)
  if (operation !== undefined && !appliesTo(found, operation)) {
    throw new SandboxError(
      `Cannot play "${scenario}" for ${operation}: it applies only to ${found.operations?.join(', ')}.`,
    )
  }
  return play.scenario === recorded ? { ...play, reply: readRecorded(play.reply) } : play
}

/** The scenario that is played. @throws {SandboxError} when no scenario has this id */
export function scenarioOf(play: Play): Scenario {
  if (play.scenario === recorded) return recordedScenario(play.reply)
  const found = findScenario(play.scenario)
  if (found !== undefined) return found
  throw new SandboxError(unknownScenario(play.scenario))
}

/** The bytes that the replies of these plays take. */
export function bytesOfPlays(plays: readonly Play[]): number {
  const texts = plays.flatMap(({ reply }) =>
    reply === undefined ? [] : [reply.body, ...Object.entries(reply.headers).flat()],
  )
  return texts.reduce((sum, text) => sum + 2 * text.length, 0)
}
