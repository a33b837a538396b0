import {
  type ErrorBody,
  type Operation,
  type OperationId,
  type Pet,
  operations,
  readJson,
  writeJson,
} from '../../spec/index.ts'
import { type Awaitable, type Reply, textOf } from '../call/call.ts'
import type { ErrorCode } from '../call/error-codes.ts'
import { type Outcome, errorOutcome } from '../call/error-reply.ts'
import type { CallContext, Overrides } from '../call/overrides.ts'
import { sandboxNameOf } from '../keys/keys.ts'

/** What a fault makes of a reply. */
export type ReplyEdit = (usual: Reply, context: CallContext) => Awaitable<Reply>

/** Overrides that have the last word on replies, and no other. */
export interface EditedReply {
  readonly reply: ReplyEdit
}

/** A status that the interface documents for an operation. */
type StatusOf<Id extends OperationId> = keyof (typeof operations)[Id]['responses']

/** Edits the replies to one operation that have this status. */
export function edit<Id extends OperationId>(operation: Id, status: StatusOf<Id>, change: ReplyEdit): EditedReply {
  return editWhere((usual, context) => usual.status === status && operationOf(context) === operation, change)
}

/** Puts another value in place of the lists that listPets answers. */
export function editList(change: (list: readonly Pet[], context: CallContext) => unknown): EditedReply {
  // The body is the mock's own, so it is Pets.
  return edit(
    'listPets',
    200,
    jsonAs((held, context) => change(held as readonly Pet[], context)),
  )
}

/** Puts another value in place of the animal in some replies, or of each one in a list. */
export function editPets<Id extends OperationId>(
  operation: Id,
  status: StatusOf<Id>,
  change: (pet: Pet, context: CallContext) => Awaitable<unknown>,
): EditedReply {
  // The body is the mock's own, so it holds Pets.
  return edit(
    operation,
    status,
    jsonAs((held, context) =>
      Array.isArray(held) ? Promise.all(held.map((pet) => change(pet as Pet, context))) : change(held as Pet, context),
    ),
  )
}

/** Edits the replies of every operation that have this status. */
export function editStatus(status: number, change: ReplyEdit): EditedReply {
  return editWhere((usual) => usual.status === status, change)
}

/** Edits every reply for which the interface documents an Error as its body. A 429 is none of them (section 7). */
export function editErrors(change: ReplyEdit): EditedReply {
  return editWhere(({ status }, context) => {
    const id = operationOf(context)
    const operation: Operation | undefined = id && operations[id]
    return operation?.responses[status]?.schema === 'Error'
  }, change)
}

/** Edits every reply. */
export function editAll(change: ReplyEdit): EditedReply {
  return { reply: change }
}

/** Edits the replies that meet a condition. */
export function editWhere(isMeant: (usual: Reply, context: CallContext) => boolean, change: ReplyEdit): EditedReply {
  return editAll((usual, context) => (isMeant(usual, context) ? change(usual, context) : usual))
}

/** Edits what another edit made of a reply. */
export function inTurn(first: EditedReply, second: EditedReply): EditedReply {
  return { reply: async (usual, context) => second.reply(await first.reply(usual, context), context) }
}

/** Another value in place of the JSON body; a body that a scenario made unreadable stays. */
export function jsonAs(change: (usual: unknown, context: CallContext) => Awaitable<unknown>): ReplyEdit {
  return async (usual, context) => {
    const reading = readJson(textOf(usual.body))
    return reading.ok ? { ...usual, body: writeJson(await change(reading.value, context)) ?? '' } : usual
  }
}

/** Another value in place of the Error in the body. */
export function errorAs(change: (error: ErrorBody) => unknown): ReplyEdit {
  // The body is the mock's own, so it is an Error.
  return jsonAs((held) => change(held as ErrorBody))
}

/** An animal or an Error that lacks one of its members. */
export function lacking(member: keyof Pet | keyof ErrorBody): (whole: Pet | ErrorBody) => unknown {
  return (whole) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== member))
}

/** Another text in place of the body. */
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

/** A status without a body, as 204 has it. */
export function bodiless(status: number, headers: Readonly<Record<string, string>> = {}): ReplyEdit {
  return (usual) => {
    const bare = withHeader({ ...usual, status, body: '' }, 'Content-Type', undefined)
    return { ...bare, headers: { ...bare.headers, ...headers } }
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

/** The reply with the status and body of another outcome, and its own headers. */
export function withOutcome(reply: Reply, { status, body }: Outcome): Reply {
  return { ...reply, status, body }
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
        ? errorOutcome(context.rules, status, code, 'This request is refused.')
        : usual(),
  }
}

/** The operation of a call; `undefined` for what the interface does not document. */
export function operationOf({ route }: CallContext): OperationId | undefined {
  return route.kind === 'operation' ? route.operation : undefined
}

/** Whether a call has no body. */
export function isBodiless({ call: { body = '', isBodyTooLarge = false } }: CallContext): boolean {
  return body.length === 0 && !isBodyTooLarge
}

/** Lets in some calls that have no valid key, on the Free plan. */
export function letIn(isLetIn: (context: CallContext) => boolean): Overrides {
  return {
    identify: (usual, context) => {
      if (usual.isValid || !isLetIn(context)) return usual
      const sandbox = sandboxNameOf(usual)
      // No key has this name, because a key has no spaces, so that strangers share one quota.
      const key = 'calls let in by a fault'
      return { isValid: true, key, record: { plan: 'free', standing: 'valid', start: 'full', sandbox } }
    },
  }
}
