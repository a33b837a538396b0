import { type Awaitable, type Learned, thereIsNo, writeJson } from '../../spec/index.ts'
import type { ControlTypes, ErrorBody } from '../../spec/made/control-types.ts'
import type { Call, Reply } from '../call/call.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { AnimalStore } from '../store/store.ts'
import type { KeyNames } from './handlers/keys.ts'

/** A reply of the control API. */
export type ControlReply = Reply & {
  /** Server-sent events in place of a body. They end when the adapter cancels the stream. */
  readonly events?: ReadableStream<Uint8Array> | undefined
}

/** A file of the panel, as it is sent. */
export interface PanelFile {
  /** Its media type, such as `text/html; charset=utf-8`. */
  readonly type: string
  readonly body: Uint8Array | string
}

/** Gives the panel's file of a path, such as `/` or `/panel/panel.js`; `undefined` for any other path. */
export type PanelFiles = (path: string) => Promise<PanelFile | undefined>

export interface ControlContext {
  readonly store: AnimalStore
  readonly keyNames: KeyNames
  readonly deployment?: string | undefined
  readonly command?: string | undefined
  readonly learned?: Learned | undefined
  readonly panel?: PanelFiles | undefined
}

type ControlOperationId = keyof ControlTypes

type Named<Id extends ControlOperationId> = ControlTypes[Id]

/** The input of an operation. Everything in it was validated. */
type Input<Id extends ControlOperationId> = ControlContext & {
  readonly call: Call
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal | undefined
  /** The parameters of the path, decoded. */
  readonly path: Named<Id>['path']
  readonly query: Named<Id>['query']
  readonly body: Named<Id>['body']
} & (Named<Id>['path'] extends { readonly sandbox: string } ? { readonly sandbox: Sandbox } : unknown)

/** A reply whose body is a value of this type as JSON. */
type JsonReply<Body> = ControlReply & { readonly of?: Body }

/** The handlers of all operations with this tag; the compiler names a missing one. They may throw a {@link ControlError}. */
export type Handlers<Tag extends Named<ControlOperationId>['tag'] = Named<ControlOperationId>['tag']> = {
  readonly [Id in ControlOperationId as Named<Id>['tag'] extends Tag ? Id : never]: (
    input: Input<Id>,
  ) => Awaitable<JsonReply<Named<Id>['reply']>>
}

export function json<Body>(value: Body, status = 200): JsonReply<Body> {
  return { status, headers: { 'Content-Type': 'application/json' }, body: writeJson(value) }
}

export function file(name: string, type: string, body: string): ControlReply {
  return {
    status: 200,
    headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
    body,
  }
}

/** The reply to a removal: 204, without a body. */
export const nothing: ControlReply = { status: 204, headers: {}, body: '' }

/** Why a control call is refused. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  readonly code: ErrorBody['code']
  readonly headers: Reply['headers']

  constructor(status: number, code: ErrorBody['code'], message: string, headers: Reply['headers'] = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** The refusal as a reply, in the shape that the interface has for errors (section 2). */
export function errorReply({ status, code, message, headers }: ControlError): Reply {
  const error: ErrorBody = { code, message, status }
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: writeJson(error) }
}

/** The refusal of a valid body that cannot be carried out: `Cannot set the clock: …`. */
export function cannot(doing: string, problem: string): ControlError {
  return new ControlError(400, 'invalid_body', `Cannot ${doing}: ${problem}.`)
}

/** The refusal when a limit is reached. */
export function tooMany(doing: string, problem: string): ControlError {
  return new ControlError(409, 'limit_reached', `Cannot ${doing}: ${problem} first.`)
}

export function notFound(kind: string, name: string, names: readonly string[], advice = ''): ControlError {
  return new ControlError(404, 'not_found', thereIsNo(kind, name, names, advice))
}

export function unusable(what: 'body' | 'query', problems: readonly string[]): ControlError {
  return new ControlError(400, `invalid_${what}`, `Cannot use the ${what}: ${problems.join('; ')}.`)
}
