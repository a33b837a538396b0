import type { Awaitable } from '../../spec/awaitable.ts'
import { type Operation, operations } from '../../spec/made/operations.ts'
import type { Call, Reply } from '../call/call.ts'
import { createItem } from '../operations/create-item.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import { readItem, removalMilliseconds, removedOutcome } from '../operations/read-item.ts'
import { type KeyRing, identityAt, refusedIdentity, sandboxNameOf } from '../keys/keys.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { listItems } from '../operations/list-items.ts'
import { type CallContext, type CalledSandbox, decide } from '../call/overrides.ts'
import { toNamedSandbox } from './named-sandbox.ts'
import { forcedOn } from './forced.ts'
import type { Quota } from '../keys/quota.ts'
import { countQuota, quotaOfNobody } from '../call/count-quota.ts'
import { type Route, findRoute, redirectsSlash, splitTarget } from '../call/route.ts'
import { type ParsedChoices, refusalStatus } from '../call/parsed-choices.ts'
import { NoRoomError } from '../animals/storage-error.ts'
import { otherMethod, otherPath } from '../operations/undocumented.ts'
import { type Holds, holdReply, unlessFull } from '../world/holds.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { Registered } from './registered.ts'

/** Real time: fake timers put another `performance` in its place. */
const { performance: stopwatch } = globalThis

/** What a call needs of its sandbox. */
export interface AnsweringSandbox
  extends CalledSandbox, Pick<Sandbox, 'name' | 'choices' | 'clock' | 'settings' | 'spendScenario'> {
  readonly journal: Pick<Sandbox['journal'], 'add' | 'amend'>
}

/** What a call needs of the store. */
export interface AnsweringStore<S extends AnsweringSandbox = Sandbox> {
  readonly keys: KeyRing
  readonly registered: Registered
  readonly holds: Holds
  /** Whether a call must name its sandbox. */
  readonly strictSandboxes: boolean
  readonly sandboxOf: (name: string) => S
  /** The sandbox of that name if there is one, else the default one. */
  readonly sandboxOrDefault: (name: string) => S
  readonly onRecord: ((record: JournalRecord, sandbox: S) => void) | undefined
}

/**
 * The way of a call, step by step: who calls (section 5), the quota (section 8), a refusal with 429 or else 401, the operation
 * (section 4), headers (section 8). A scenario or a fault may take over a step; the journal keeps what decided each. It uses
 * keys, scenarios and operations, so it is in a folder above theirs: spec/decisions/0176-order-of-the-folders.md.
 */
export async function answerCall<S extends AnsweringSandbox>(store: AnsweringStore<S>, call: Call): Promise<Reply> {
  const startedAt = stopwatch.now()
  const { method, target, missed } = call
  const sentRoute: Route = missed ? { kind: 'outside', ...splitTarget(target) } : findRoute(method, target)
  const keyHolder = sentRoute.kind === 'outside' ? outside : store.keys.identify(call.headers['authorization'])
  const { caller, refusal, sandboxBy } = toNamedSandbox(keyHolder, call.headers, store.strictSandboxes)
  const sandboxName = sandboxNameOf(caller)
  const sandbox = caller.isValid ? store.sandboxOf(sandboxName) : store.sandboxOrDefault(sandboxName)
  const { choices } = sandbox
  const nowMilliseconds = sandbox.clock.now()
  const route = routeUnder(choices, sentRoute, call)
  const forced = await forcedOn(call, route, sandbox, store.registered, refusal)
  const { keys } = store
  const context: CallContext = {
    call,
    route,
    sandbox,
    choices,
    keys,
    nowMilliseconds,
    overrides: forced.overrides,
    identity: identityAt(caller, nowMilliseconds),
    quota: noQuota,
    isOperated: false,
  }

  context.identity = decide('identify', context, () => context.identity)
  context.quota =
    route.kind === 'outside' ? quotaOfNobody(context) : await decide('count', context, () => countQuota(context))
  // A call that is refused with 429 or 401 does nothing else.
  const made = replyOf(refusalOf(context) ?? (await operationOutcome(context)), context)
  const delayMilliseconds = forced.delayMilliseconds ?? latencyOf(sandbox)
  const replying = decide('reply', context, () => (delayMilliseconds > 0 ? { ...made, delayMilliseconds } : made))
  // Most replies are ready, and need not wait for a turn.
  let reply = replying instanceof Promise ? await replying : replying

  // Before the journal says that it was held.
  if (reply.effect === 'hold') reply = unlessFull(store.holds, sandbox.name, reply)
  const details = {
    atMilliseconds: nowMilliseconds,
    realMilliseconds: stopwatch.timeOrigin + startedAt,
    tookMilliseconds: stopwatch.now() - startedAt,
    call,
    reply,
    // As it was sent, so that a client is told of calls that the interface does not document.
    route: sentRoute,
    identity: context.identity,
    sandboxBy,
    quota: context.quota,
    ...forced.names,
    isOperated: context.isOperated,
  }
  const why = store.registered.prefer?.explain(details, keys)
  if (why !== undefined) details.reply = { ...reply, headers: { ...reply.headers, 'X-Mock-Why': why } }
  const record = sandbox.journal.add(details)
  store.onRecord?.(record, sandbox)
  if (reply.effect !== 'hold' && reply.effect !== 'hang' && reply.delayMilliseconds === undefined) return details.reply
  const end = (ended: Pick<JournalRecord, 'reply' | 'held'>): void => {
    if (sandbox.journal.amend(record, ended)) store.onRecord?.(record, sandbox)
  }
  if (reply.effect === 'hold') return holdReply(store.holds, sandbox.name, record, end)
  const { delayMilliseconds: _, ...unsent } = details.reply
  const whenLeft = (): void =>
    end({ reply: { ...unsent, effect: 'hang' }, held: { outcome: 'left', milliseconds: stopwatch.now() - startedAt } })
  return { ...details.reply, whenLeft }
}

/** Where a call goes under the silence `path-form`. */
function routeUnder({ profile }: ParsedChoices, sent: Route, { method, target, missed }: Call): Route {
  const form = profile['path-form']
  const isKept = form === 'exact' || redirectsSlash(form) || sent.kind === 'operation' || missed !== undefined
  return isKept ? sent : findRoute(method, target, form)
}

/** How long a reply is held back if neither the client nor a scenario asks for a delay. */
function latencyOf({ settings, randomness }: AnsweringSandbox): number {
  const { latencyMilliseconds: latency } = settings
  if (typeof latency === 'number') return latency
  const [least, most] = latency
  return Math.round(least + randomness.next() * (most - least))
}

/** No key is needed outside of the interface. */
const outside = refusedIdentity('missing')
const nothingHere = 'There is nothing here: the interface begins with /v1.'

const noQuota: Quota = { isAllowed: true, isBanned: false, window: 'minute', limit: 0, remaining: 0, resetAtSeconds: 0 }

/** Refuses a call beyond its quota (section 8), and then one without a valid key (section 5). */
function refusalOf({ call, route, identity, quota, choices }: CallContext): Outcome | undefined {
  if (route.kind === 'outside') return undefined
  const isRefusedAsBanned = quota.isBanned && choices.profile['banned-key'] === 'unauthorized'
  if (!quota.isAllowed && !isRefusedAsBanned) return tooManyRequests(quota, choices)
  if (identity.isValid && !isRefusedAsBanned) return undefined
  const code = call.headers['authorization'] === undefined ? 'unauthorized/missing' : 'unauthorized/invalid'
  return errorOutcome(choices, 401, code, 'Missing or invalid API key.', { 'WWW-Authenticate': 'Bearer' })
}

function tooManyRequests(quota: Quota, choices: ParsedChoices): Outcome {
  if (choices.profile['rate-body'] === 'empty') return { status: 429, body: '' }
  return quota.isBanned
    ? errorOutcome(choices, 429, 'key_banned', 'This API key is banned for a while: it kept calling after a 429.')
    : errorOutcome(choices, 429, 'rate_limit_exceeded', 'Rate limit exceeded. Wait as Retry-After says, then retry.')
}

// Every role must be here; the compiler says which one is missing.
const answerOf: Readonly<
  Record<Operation['role'], (operation: Operation, context: CallContext) => Awaitable<Outcome>>
> = { list: listItems, create: createItem, read: readItem }

function answerRoute(context: CallContext): Awaitable<Outcome> {
  const { call, route, choices, nowMilliseconds } = context
  context.isOperated = true
  switch (route.kind) {
    case 'operation': {
      const operation = operations[route.operation]
      return answerOf[operation.role](operation, context)
    }
    case 'wrong-method':
      if (route.isToBeRemoved && nowMilliseconds >= removalMilliseconds) return removedOutcome(choices)
      // Its transport leaves the body out.
      if (call.method === 'HEAD' && choices.profile.head === 'as-get')
        return answerRoute({ ...context, route: findRoute('GET', call.target, choices.profile['path-form']) })
      return otherMethod(context, route.allow)
    case 'unknown-path':
      return otherPath(context)
    case 'outside':
      return errorOutcome(choices, 404, 'not_found', call.missed ?? nothingHere)
  }
}

/** What the operation answers, also where it finds no room. Any other error is one of the mock. */
async function operationOutcome(context: CallContext): Promise<Outcome> {
  try {
    return await decide('operate', context, () => answerRoute(context))
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error
    const status = refusalStatus(context.choices.profile['full-store']) ?? 507
    return errorOutcome(context.choices, status, 'insufficient_storage', error.message)
  }
}

/** Adds the headers that every response carries (section 8). */
function replyOf(
  { status, body, headers: extra }: Outcome,
  { quota, choices, route, nowMilliseconds }: Pick<CallContext, 'quota' | 'choices' | 'route' | 'nowMilliseconds'>,
): Reply {
  const headers: Record<string, string> = {}
  if (body !== '') headers['Content-Type'] = 'application/json'
  headers['X-RateLimit-Limit'] = String(quota.limit)
  headers['X-RateLimit-Remaining'] = String(quota.remaining)
  headers['X-RateLimit-Reset'] = String(quota.resetAtSeconds)
  // spec/decisions/0004-silences-that-were-added.md
  headers['Date'] = httpDate(Math.floor(nowMilliseconds / 1000))
  if (status === 429) headers['Retry-After'] = retryAfter(quota, choices, nowMilliseconds)
  const isDeprecated = route.kind === 'operation' && operations[route.operation].isDeprecated
  const announced = choices.profile['deprecation-headers']
  if (isDeprecated && (status === 200 || !announced.endsWith('200'))) {
    if (/^[bd]/.test(announced)) headers['Deprecation'] = 'true'
    if (/^[bs]/.test(announced)) headers['Sunset'] = httpDate(removalMilliseconds / 1000)
  }
  if (extra !== undefined) for (const name in extra) headers[name] = extra[name] as string
  return { status, headers, body }
}

/** How long to wait, in the form of the silence `retry-after`; it always agrees with X-RateLimit-Reset. */
function retryAfter(quota: Quota, choices: ParsedChoices, nowMilliseconds: number): string {
  return choices.profile['retry-after'] === 'http-date'
    ? httpDate(quota.resetAtSeconds)
    : String(quota.resetAtSeconds - Math.floor(nowMilliseconds / 1000))
}

let shownSeconds = -1
let shownDate = ''

// Nearly all calls of a second ask for the same date.
function httpDate(seconds: number): string {
  if (seconds !== shownSeconds) {
    shownSeconds = seconds
    shownDate = new Date(seconds * 1000).toUTCString()
  }
  return shownDate
}

/** The reply to a request that its transport refuses before it is a call. Never throws. */
export function refuseCall(
  sandbox: Sandbox,
  status: number,
  code: Parameters<typeof errorOutcome>[2],
  message: string,
): Reply {
  const { choices } = sandbox
  const nowMilliseconds = sandbox.clock.now()
  const quota = quotaOfNobody({ choices, nowMilliseconds })
  const route: Route = { kind: 'outside', path: '', query: '' }
  return replyOf(errorOutcome(choices, status, code, message), { quota, choices, route, nowMilliseconds })
}
