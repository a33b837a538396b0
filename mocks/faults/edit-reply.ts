import { type ErrorBody, type OperationId, type Pet, readJson, readJsonBytes, writeJson } from '../../spec/index.ts'
import type { Awaitable, Call, Reply } from '../call/call.ts'
import type { Outcome } from '../call/error-reply.ts'
import type { CallContext } from '../call/overrides.ts'

/** What becomes of a reply that a fault is about. */
export type ReplyEdit = (usual: Reply, context: CallContext) => Awaitable<Reply>

/** Overrides that have the last word on replies, and no other. */
export type EditedReply = { readonly reply: ReplyEdit }

/** Edits the replies to one operation that have this status. */
export function edit(operation: OperationId, status: number, change: ReplyEdit): EditedReply {
  return {
    reply: (usual, context) =>
      usual.status === status && operationOf(context) === operation ? change(usual, context) : usual,
  }
}

/**
 * Edits the errors that the interface documents with a body: 400 of createPet, 401 of all, 404 of getPet. A 429 is left
 * alone, because no body is stated for it (section 7).
 */
export function editErrors(change: ReplyEdit): EditedReply {
  return { reply: (usual, context) => (isDocumentedError(usual, context) ? change(usual, context) : usual) }
}

/** Edits the 401 of every operation. */
export function editUnauthorized(change: ReplyEdit): EditedReply {
  return { reply: (usual, context) => (usual.status === 401 ? change(usual, context) : usual) }
}

/** Puts another value in the place of the JSON body of some replies. */
export function editJson(operation: OperationId, status: number, change: (usual: unknown) => unknown): EditedReply {
  return edit(operation, status, jsonAs(change))
}

/** Puts another value in the place of the animal of some replies, or of each one if they are lists. */
export function editPets(operation: OperationId, status: 200 | 201, change: (pet: Pet) => unknown): EditedReply {
  // The body is the mock's own, so it holds Pets; an empty list stays empty.
  return editJson(operation, status, (held) =>
    Array.isArray(held) ? held.map((pet) => change(pet as Pet)) : change(held as Pet),
  )
}

/** Puts another value in the place of the Error of some replies. */
export function editError(
  operation: OperationId,
  status: 400 | 404,
  change: (error: ErrorBody) => unknown,
): EditedReply {
  return edit(operation, status, errorAs(change))
}

/** Does something with the animal of a reply, and answers what comes of it. */
export function withPet(
  operation: OperationId,
  status: 200 | 201,
  change: (pet: Pet, context: CallContext) => Awaitable<unknown>,
): EditedReply {
  return edit(operation, status, async (usual, context) => {
    const reading = readJson(textOf(usual))
    // The body is the mock's own, so it holds a Pet, unless a scenario made it unreadable.
    return reading.ok ? { ...usual, body: writeJson(await change(reading.value as Pet, context)) } : usual
  })
}

/** Edits what another edit made of a reply. */
export function inTurn(first: EditedReply, second: EditedReply): EditedReply {
  return { reply: async (usual, context) => second.reply(await first.reply(usual, context), context) }
}

/** Edits every reply. */
export function editAll(change: ReplyEdit): EditedReply {
  return { reply: change }
}

/** The operation of a call; `undefined` for what the interface does not document. */
export function operationOf({ route }: CallContext): OperationId | undefined {
  return route.kind === 'operation' ? route.operation : undefined
}

function isDocumentedError({ status }: Reply, context: CallContext): boolean {
  const operation = operationOf(context)
  if (operation === undefined) return false
  return status === 401 || (status === 400 && operation === 'createPet') || (status === 404 && operation === 'getPet')
}

/** Another value in place of the JSON body; a body that a scenario made unreadable stays. */
export function jsonAs(change: (usual: unknown) => unknown): ReplyEdit {
  return (usual) => {
    const reading = readJson(textOf(usual))
    return reading.ok ? { ...usual, body: writeJson(change(reading.value)) ?? '' } : usual
  }
}

/** An animal or an Error that lacks one of its members. */
export function lacking(member: keyof Pet | keyof ErrorBody): (whole: Pet | ErrorBody) => unknown {
  return (whole) => Object.fromEntries(Object.entries(whole).filter(([name]) => name !== member))
}

/** Another value in place of the Error in the body. */
export function errorAs(change: (error: ErrorBody) => unknown): ReplyEdit {
  // The body is the mock's own, so it is an Error.
  return jsonAs((held) => change(held as ErrorBody))
}

/** Another text or other bytes in place of the body. */
export function bodyAs(change: string | ((usual: string) => string | Uint8Array), mediaType?: string): ReplyEdit {
  return (usual) => {
    const changed = { ...usual, body: typeof change === 'string' ? change : change(textOf(usual)) }
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
    const { 'Content-Type': _, ...kept } = usual.headers
    return { ...usual, status, body: '', headers: { ...kept, ...headers } }
  }
}

/** Another value of a header; no such header if there is no value. */
export function headerAs(name: string, change: string | undefined | ((usual: string) => string)): ReplyEdit {
  return (usual) => {
    const found = usual.headers[name]
    if (typeof change !== 'function') return withHeader(usual, name, change)
    return found === undefined ? usual : withHeader(usual, name, change(found))
  }
}

function withHeader(reply: Reply, name: string, to: string | undefined): Reply {
  const { [name]: _, ...headers } = reply.headers
  return { ...reply, headers: to === undefined ? headers : { ...headers, [name]: to } }
}

/** The reply with the status and body of another outcome, as if it had been answered with the same headers. */
export function withOutcome(reply: Reply, { status, body }: Outcome): Reply {
  return { ...reply, status, body }
}

/** What the client sent, read as JSON; `undefined` where it is none. */
export function bodyOfCall({ body: sent = '' }: Call): unknown {
  const reading = typeof sent === 'string' ? readJson(sent) : readJsonBytes(sent)
  return reading.ok ? reading.value : undefined
}

function textOf({ body }: Reply): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}
