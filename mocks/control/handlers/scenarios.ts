import type {
  ControlTypes,
  Playing,
  RecordedReply,
  Scenario as ScenarioView,
} from '../../../spec/made/control-types.ts'
import { recorded } from '../../world/recorded-reply.ts'
import { type PlayLimits, type Sandbox, scenarioOf } from '../../world/sandbox.ts'
import { type Scenario, type ScenarioId, scenarioIds, scenarios } from '../../world/scenarios.ts'
import { ControlError } from '../control-error.ts'
import { type Handlers, json, notFound } from '../handler.ts'

/** Every call looks through the scenarios that are being played, so there may not be any number of them. */
export const mostPlays = 100

/** The ids of the scenarios that can be played. */
export const playedIds = [...scenarioIds, recorded] as const

/** Every scenario as plain data. */
export const scenarioViews: readonly ScenarioView[] = scenarios.map(
  ({ id, section, summary, code, operations: only, delayMilliseconds }: Scenario) => ({
    id,
    section,
    summary,
    code: code ?? null,
    operations: only ?? null,
    delayMilliseconds: delayMilliseconds ?? null,
  }),
)

/** The scenarios that a sandbox plays. */
export const scenarioHandlers: Handlers<'scenarios'> = {
  listScenarios: ({ sandbox }) => json({ playing: playing(sandbox), scenarios: scenarioViews }),
  playScenario({ sandbox, body }) {
    if (sandbox.plays.length >= mostPlays) {
      const problem = `Cannot play another scenario: ${mostPlays} are being played. End some first.`
      throw new ControlError(409, 'limit_reached', problem)
    }
    play(sandbox, body)
    return json({ playing: playing(sandbox) }, 201)
  },
  endScenarios({ sandbox }) {
    sandbox.stop()
    return json({ playing: playing(sandbox) })
  },
  endScenario({ sandbox, parts: { scenario } }) {
    const found = playedIds.find((id) => id === scenario)
    if (found === undefined) throw notFound('scenario', scenario, playedIds)
    sandbox.stop(found)
    return json({ playing: playing(sandbox) })
  },
}

function play(sandbox: Sandbox, body: ControlTypes['playScenario']['body']): void {
  const { scenario, operation, calls, call, reply } = body
  if (scenario === recorded) playRecorded(sandbox, { call, reply }, { operation, calls })
  else if (call !== undefined || reply !== undefined) throw refuse('call and reply go with the scenario recorded only')
  else sandbox.play(scenario as ScenarioId, { operation, calls })
}

interface Recorded {
  readonly call: number | undefined
  readonly reply: RecordedReply | undefined
}

/** Plays a reply again: one that is given, or the one to a call of the journal, then for calls of the same operation. */
function playRecorded(sandbox: Sandbox, { call, reply }: Recorded, limits: PlayLimits): void {
  if ((call === undefined) === (reply === undefined)) {
    throw refuse('the scenario recorded needs either call, the number of a call in the journal, or reply')
  }
  if (reply !== undefined) {
    sandbox.playReply({ ...reply, effect: reply.effect ?? undefined }, limits)
    return
  }
  const record = sandbox.journal.find(call ?? 0)
  if (record === undefined) throw noSuchCall(sandbox, call ?? 0)
  const { route } = record
  const own = route.kind === 'operation' ? route.operation : undefined
  sandbox.playReply(record.reply, { ...limits, operation: limits.operation ?? own })
}

function noSuchCall({ journal }: Sandbox, call: number): ControlError {
  const [oldest] = journal.entries()
  const there = oldest === undefined ? 'It holds none.' : `It holds ${oldest.number} to ${journal.total}.`
  return new ControlError(
    404,
    'not_found',
    `There is no call ${call} in the journal. ${there} GET …/journal shows them; a reply that is gone can be given as reply.`,
  )
}

function refuse(problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot play this scenario: ${problem}.`)
}

/** The scenarios that are being played; `calls` is how many calls are left. */
export function playing({ plays }: Sandbox): Playing {
  return plays.map((one) => ({
    scenario: one.scenario,
    summary: scenarioOf(one).summary,
    operation: one.operation ?? null,
    calls: one.calls ?? null,
    status: one.reply?.status ?? null,
  }))
}
