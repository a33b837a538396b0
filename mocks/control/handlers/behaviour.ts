import type {
  Clock as ClockView,
  ControlTypes,
  Fault,
  HeldReply,
  Playing,
  Scenario as ScenarioView,
} from '../../../spec/made/control-types.ts'
import { journalEntry } from '../../journal-text/journal-entry.ts'
import type { AnimalStore } from '../../store/store.ts'
import type { Clock } from '../../world/clock.ts'
import { describedScenarios, summaryOf } from '../../world/described-scenarios.ts'
import { recorded } from '../../world/recorded-reply.ts'
import type { PlayLimits } from '../../world/plays.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import { type ScenarioName, findScenario, scenarioIds } from '../../world/scenarios.ts'
import { ControlError, type Handlers, cannot, json, notFound, tooMany } from '../handler.ts'

/** Every call looks through all active scenarios, so their number is limited. */
export const mostPlays = 100

export const playedIds = [...scenarioIds, recorded] as const

export const scenarioViews: readonly ScenarioView[] = describedScenarios.map((scenario) => ({
  code: null,
  operations: null,
  delayMilliseconds: null,
  ...scenario,
}))

export async function faultViews({ registered }: AnimalStore): Promise<readonly Fault[]> {
  const faults = (await registered.faults?.load()) ?? []
  return faults.map(({ id, clause, summary }) => ({ id, clause, summary }))
}

/** The operations on scenarios, and what people see of them and of clock and fault. */
export const behaviourHandlers: Handlers<'scenarios'> = {
  playScenario({ sandbox, body }) {
    if (sandbox.settings.scenario.length >= mostPlays)
      throw tooMany('play another scenario', `${mostPlays} are being played. End some`)
    play(sandbox, body)
    return json({ playing: playing(sandbox) }, 201)
  },
  endScenarios({ sandbox, query: { operation } }) {
    sandbox.stop(undefined, operation)
    return json({ playing: playing(sandbox) })
  },
  endScenario({ sandbox, path: { scenario }, query: { operation } }) {
    if (scenario !== recorded && findScenario(scenario) === undefined) throw notFound('scenario', scenario, playedIds)
    sandbox.stop(scenario as ScenarioName, operation)
    return json({ playing: playing(sandbox) })
  },
  listHeld: ({ store, sandbox }) => json({ held: heldViews(store, sandbox) }),
  async releaseHeld({ store, sandbox, body }) {
    const released = await sandbox.release({ id: body.id, reply: body.reply })
    if (released === 0 && body.id !== undefined) {
      const held = sandbox.held.map(({ id }) => String(id))
      throw notFound('held reply', String(body.id), held, 'Its client may have left; GET …/held lists them.')
    }
    return json({ held: heldViews(store, sandbox) })
  },
}

export function clockView(clock: Clock): ClockView {
  const { state } = clock
  const isReal = state.mode === 'running' && state.offsetMilliseconds === 0
  return { mode: isReal ? 'real' : state.mode, now: new Date(clock.now()).toISOString() }
}

/** The active scenarios; `calls` is how many calls are left. */
export function playing({ settings }: Sandbox): Playing {
  return settings.scenario.map((one) => ({
    scenario: one.scenario,
    summary: summaryOf(one.scenario),
    operation: one.operation ?? null,
    calls: one.calls ?? null,
    status: one.reply?.status ?? null,
  }))
}

function heldViews({ keys }: AnimalStore, { held }: Sandbox): HeldReply[] {
  return held.map(({ id, heldAtMilliseconds, record }) => ({
    id,
    heldAt: new Date(heldAtMilliseconds).toISOString(),
    call: journalEntry(record, keys),
  }))
}

function play(sandbox: Sandbox, body: ControlTypes['playScenario']['body']): void {
  const { scenario, operation, calls, call, reply } = body
  if (scenario !== recorded) {
    if (call !== undefined || reply !== undefined)
      throw cannot('play this scenario', 'call and reply go with the scenario recorded only')
    sandbox.play(scenario as ScenarioName, { operation, calls })
  } else if (reply !== undefined && call === undefined) {
    sandbox.playReply({ ...reply, effect: reply.effect ?? undefined }, { operation, calls })
  } else if (call !== undefined && reply === undefined) {
    playAgain(sandbox, call, { operation, calls })
  } else {
    throw cannot(
      'play this scenario',
      'the scenario recorded needs either call, the number of a call in the journal, or reply',
    )
  }
}

/** Plays the reply to a call of the journal again, for calls of the same operation unless another one is named. */
function playAgain(sandbox: Sandbox, call: number, limits: PlayLimits): void {
  const { journal } = sandbox
  const records = journal.records()
  const record = records.find(({ number }) => number === call)
  if (record === undefined) {
    const [oldest] = records
    const there = oldest === undefined ? 'It holds none.' : `It holds ${oldest.number} to ${journal.total}.`
    const advice = 'GET …/journal shows them; a reply that is gone can be given as reply.'
    throw new ControlError(404, 'not_found', `There is no call ${call} in the journal. ${there} ${advice}`)
  }
  const { reply, route } = record
  const own = route.kind === 'operation' ? route.operation : undefined
  sandbox.playReply(reply, { ...limits, operation: limits.operation ?? own })
}

/** The fault that is on in a sandbox, as plain data; `null` for none. */
export async function shownFault(store: AnimalStore, { settings }: Sandbox): Promise<Fault | null> {
  if (settings.fault === undefined) return null
  return (await faultViews(store)).find(({ id }) => id === settings.fault) ?? null
}
