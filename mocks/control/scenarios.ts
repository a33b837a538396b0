import { operationIds } from '../../spec/index.ts'
import type { Reply } from '../call/call.ts'
import { mostDelayMilliseconds, recorded } from '../world/recorded-reply.ts'
import { type Play, type PlayLimits, type Sandbox, scenarioOf } from '../world/sandbox.ts'
import { scenarios } from '../world/scenarios.ts'
import { ControlError } from './control-error.ts'
import { type Kind, type Place, inBody, number, oneOf, orNull, readMembers, text, texts, wholeNumber } from './kinds.ts'
import { scenarioView } from './lists.ts'
import { type ControlRoute, json, members, notFound, sandboxRoute } from './route.ts'

/** Every call looks through the scenarios that are being played, so there may not be any number of them. */
export const mostPlays = 100

/** The ids of the scenarios that can be played. */
export const playedIds: readonly Play['scenario'][] = [...scenarios.map(({ id }) => id), recorded]

const replyKinds = {
  status: wholeNumber(200, 599),
  headers: texts(100, 8000),
  body: text(1024 * 1024),
  delayMilliseconds: number(0, mostDelayMilliseconds),
  effect: orNull(oneOf(['reset', 'hang'])),
}

const inReply: Place = { ...inBody, what: 'the reply in the body' }

/** A reply in the form in which the journal shows one, and its status. */
const replyKind: Kind<Reply> = {
  expected: 'an object with status, and with headers and body if it has them',
  read(value) {
    if (typeof value !== 'object' || value === null) return undefined
    const {
      status,
      headers = {},
      body = '',
      delayMilliseconds = 0,
      effect,
    } = readMembers(value, replyKinds, ['status'], inReply)
    return {
      status,
      headers,
      body,
      ...(delayMilliseconds > 0 ? { delayMilliseconds } : {}),
      ...(effect === undefined || effect === null ? {} : { effect }),
    }
  },
}

/** The routes of the scenarios that a sandbox plays. */
export const scenarioRoutes: readonly ControlRoute[] = [
  sandboxRoute(
    { method: 'GET', path: '/scenarios', summary: 'Show which scenarios are being played, and all that there are' },
    ({ sandbox }) => json({ playing: playing(sandbox), scenarios: scenarios.map(scenarioView) }),
  ),
  sandboxRoute(
    {
      method: 'POST',
      path: '/scenarios',
      summary: 'Play a scenario from the next call on',
      body: members(
        {
          scenario: oneOf(playedIds),
          operation: oneOf(operationIds),
          calls: wholeNumber(1, Number.MAX_SAFE_INTEGER),
          call: wholeNumber(1, Number.MAX_SAFE_INTEGER),
          reply: replyKind,
        },
        ['scenario'],
      ),
    },
    ({ sandbox, body: { scenario, operation, calls, call, reply } }) => {
      if (sandbox.plays.length >= mostPlays) {
        throw new ControlError(
          409,
          'limit_reached',
          `Cannot play another scenario: ${mostPlays} are being played. End some first.`,
        )
      }
      if (scenario === recorded) playRecorded(sandbox, { operation, calls, call, reply })
      else if (call !== undefined || reply !== undefined)
        throw refuse('call and reply go with the scenario recorded only')
      else sandbox.play(scenario, { operation, calls })
      return json({ playing: playing(sandbox) }, 201)
    },
  ),
  sandboxRoute({ method: 'DELETE', path: '/scenarios', summary: 'End every scenario' }, ({ sandbox }) => {
    sandbox.stop()
    return json({ playing: playing(sandbox) })
  }),
  sandboxRoute({ method: 'DELETE', path: '/scenarios/{scenario}', summary: 'End a scenario' }, ({ sandbox, part }) => {
    const found = playedIds.find((id) => id === part('scenario'))
    if (found === undefined) throw notFound('scenario', part('scenario'), playedIds)
    sandbox.stop(found)
    return json({ playing: playing(sandbox) })
  }),
]

interface RecordedPlay extends PlayLimits {
  readonly call: number | undefined
  readonly reply: Reply | undefined
}

/** Plays a reply again: one that is given, or the one to a call of the journal, then for calls of the same operation. */
function playRecorded(sandbox: Sandbox, { call, reply, operation, calls }: RecordedPlay): void {
  if ((call === undefined) === (reply === undefined)) {
    throw refuse('the scenario recorded needs either call, the number of a call in the journal, or reply')
  }
  if (reply !== undefined) {
    sandbox.playReply(reply, { operation, calls })
    return
  }
  const record = sandbox.journal.find(call ?? 0)
  if (record === undefined) throw noSuchCall(sandbox, call ?? 0)
  const { route } = record
  const own = route.kind === 'operation' ? route.operation : undefined
  sandbox.playReply(record.reply, { operation: operation ?? own, calls })
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
  return new ControlError(400, inBody.code, `Cannot play this scenario: ${problem}.`)
}

/** The scenarios that are being played; `calls` is how many calls are left. */
export function playing({ plays }: Sandbox) {
  return plays.map((play) => ({
    scenario: play.scenario,
    summary: scenarioOf(play).summary,
    operation: play.operation ?? null,
    calls: play.calls ?? null,
    status: play.reply?.status ?? null,
  }))
}
