import {
  type Awaitable,
  type ErrorBody,
  type Int64,
  type Operation,
  type OperationId,
  type Pet,
  operations,
  parseInt64,
  readJson,
  writeJson,
} from '../../../spec/index.ts'
import { type Reply, textOf } from '../../call/call.ts'
import type { ErrorCode } from '../../call/error-codes.ts'
import { errorOutcome } from '../../call/outcome.ts'
import { type CallContext, type Overrides, edited } from '../../call/overrides.ts'
import { idTextOf } from '../../call/route.ts'

/** Makes another reply of a reply. */
export type ReplyEdit = (usual: Reply, context: CallContext) => Awaitable<Reply>

/** Overrides that change replies, and nothing else. */
export type EditedReply = Required<Pick<Overrides, 'reply'>>

/** An operation and a status that the interface documents for it. */
type Documented = {
  [Id in OperationId]: `${Id} ${keyof (typeof operations)[Id]['responses'] & number}`
}[OperationId]

/** Which replies are edited: those of one operation or of all with this status, or all with an Error (section 7), or all. */
export type Where = Documented | number | 'errors' | 'all' | ((usual: Reply, context: CallContext) => boolean)

export function edit(where: Where, change: ReplyEdit): EditedReply {
  return { reply: edited((made, context) => (isMeant(where, made, context) ? change(made, context) : made)) }
}

function isMeant(where: Where, usual: Reply, context: CallContext): boolean {
  if (typeof where === 'function') return where(usual, context)
  const id = operationOf(context)
  const operation: Operation | undefined = id && operations[id]
  if (where === 'all') return true
  if (where === 'errors') return operation?.responses[usual.status] === 'Error'
  return where === usual.status || where === `${id} ${usual.status}`
}

/** Changes the lists that listPets answers. */
export function editList(change: (list: readonly Pet[], context: CallContext) => unknown): EditedReply {
  return edit('listPets 200', jsonAs(change))
}

/** Changes the animal in some replies, or each one in a list. */
export function editPets(
  where: Documented,
  change: (pet: Pet, context: CallContext) => Awaitable<unknown>,
): EditedReply {
  const each = async (held: Pet | readonly Pet[], context: CallContext) =>
    'id' in held ? change(held, context) : Promise.all(held.map((pet) => change(pet, context)))
  return edit(where, jsonAs(each))
}

/** Applies two edits, one after the other. */
export function inTurn(first: EditedReply, second: EditedReply): EditedReply {
  return { reply: (usual, context) => second.reply(() => first.reply(usual, context), context) }
}

/** Changes the JSON body. A body that a scenario made unreadable stays. */
export function jsonAs(change: (usual: never, context: CallContext) => Awaitable<unknown>): ReplyEdit {
  return async (usual, context) => {
    const reading = readJson(textOf(usual.body))
    // The body is the mock's own, so it is what the caller expects there.
    return reading.ok ? { ...usual, body: writeJson(await change(reading.value as never, context)) ?? '' } : usual
  }
}

export function errorAs(change: (error: ErrorBody) => unknown): ReplyEdit {
  return jsonAs(change)
}

/** Changes the text of the body. */
export function bodyAs(change: string | ((usual: string) => string), mediaType?: string): ReplyEdit {
  return (usual) => {
    const changed = { ...usual, body: typeof change === 'string' ? change : change(textOf(usual.body)) }
    return mediaType === undefined ? changed : withHeader(changed, 'Content-Type', mediaType)
  }
}

/** Another status; the status of an Error in the body follows it. */
export function statusAs(status: number): ReplyEdit {
  return (usual, context) => {
    const changed = { ...usual, status }
    return usual.status < 400 ? changed : errorAs((found) => ({ ...found, status }))(changed, context)
  }
}

/** Another value of a header; no such header if the value is `undefined`. */
export function headerAs(
  name: string,
  change: string | undefined | ((usual: string, context: CallContext) => string),
): ReplyEdit {
  return (usual, context) => {
    if (typeof change !== 'function') return withHeader(usual, name, change)
    const found = usual.headers[name]
    return found === undefined ? usual : withHeader(usual, name, change(found, context))
  }
}

function withHeader(reply: Reply, name: string, to: string | undefined): Reply {
  const { [name]: _, ...headers } = reply.headers
  return { ...reply, headers: to === undefined ? headers : { ...headers, [name]: to } }
}

/** Answers some calls of an operation with an Error, before the operation does its work. */
export function refuse(
  operation: OperationId,
  status: number,
  code: ErrorCode,
  isRefused: (context: CallContext) => boolean = () => true,
): Overrides {
  return {
    operate: (usual, context) =>
      operationOf(context) === operation && isRefused(context)
        ? errorOutcome(context.choices, status, code, 'This request is refused.')
        : usual(),
  }
}

/** The operation of a call; `undefined` for an undocumented one. */
export function operationOf({ route }: CallContext): OperationId | undefined {
  return route.kind === 'operation' ? route.operation : undefined
}

/** The id in the path of a call, if it is an int64. */
export function idOf({ route }: CallContext): Int64 | undefined {
  return parseInt64(idTextOf(route) ?? '')
}

/** Whether a call has no body. The HTTP adapter does not read that of a GET, so its header counts, too. */
export function isBodiless({ call: { body = '', isBodyTooLarge = false, headers } }: CallContext): boolean {
  return body.length === 0 && !isBodyTooLarge && Number(headers['content-length'] ?? 0) === 0
}
