import { thereIsNo, writeJson } from '../../spec/index.ts'
import type { ControlTypes } from '../../spec/made/control-types.ts'
import type { Awaitable, Call, Reply } from '../call/call.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { AnimalStore } from '../world/store.ts'
import { ControlError } from './control-error.ts'
import type { KeyNames } from './key-names.ts'

/** A reply of the control API: whole, or the beginning of a stream of server-sent events. */
export type ControlReply = Reply & {
  /** Sends the body piece by piece from now on; returns how to end it. */
  readonly events?: ((send: (chunk: string) => void) => () => void) | undefined
}

/** What every operation may use. */
export interface ControlParts {
  readonly store: AnimalStore
  readonly keyNames: KeyNames
  readonly deployment?: string | undefined
}

/** The name of an operation of spec/control.openapi.yaml. */
export type ControlOperationId = keyof ControlTypes

type Named<Id extends ControlOperationId> = ControlTypes[Id]

/** A call that has come to its operation. What it brings was validated, so it need not look at anything unread. */
export type Input<Id extends ControlOperationId> = ControlParts & {
  readonly call: Call
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal | undefined
  /** The parameters of the path, decoded. */
  readonly parts: Named<Id>['path']
  readonly query: Named<Id>['query']
  readonly body: Named<Id>['body']
} & (Named<Id>['path'] extends { readonly sandbox: string } ? { readonly sandbox: Sandbox } : unknown)

/** A reply whose body is a value of this type as JSON. */
export type Answer<Body> = ControlReply & { readonly of?: Body }

/** Answers a call of an operation. @throws {ControlError} when it refuses the call */
export type Handler<Id extends ControlOperationId> = (input: Input<Id>) => Awaitable<Answer<Named<Id>['reply']>>

/** The handler of every operation that has the tag; the compiler names one that is missing. */
export type Handlers<Tag extends Named<ControlOperationId>['tag'] = Named<ControlOperationId>['tag']> = {
  readonly [Id in ControlOperationId as Named<Id>['tag'] extends Tag ? Id : never]: Handler<Id>
}

/** A reply with a value as JSON. */
export function json<Body>(value: Body, status = 200): Answer<Body> {
  return { status, headers: { 'Content-Type': 'application/json' }, body: writeJson(value) }
}

/** The reply of a removal: there is nothing left to show. */
export const nothing: ControlReply = { status: 204, headers: {}, body: '' }

/** The refusal of a name that nothing has. */
export function notFound(kind: string, name: string, names: readonly string[], advice = ''): ControlError {
  return new ControlError(404, 'not_found', thereIsNo(kind, name, names, advice))
}

/** How often a stream says that it is still there, so that nothing between takes it for dead. */
export const heartbeatMilliseconds = 15_000

/** A stream of server-sent events. @param begin sends events from now on, and returns how to end that */
export function eventStream(begin: (send: (event: string) => void) => () => void): ControlReply {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream' },
    body: '',
    events(send) {
      send('retry: 2000\n\n')
      const stop = begin(send)
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMilliseconds)
      // A stream alone keeps no process alive. Browsers have numbers for timers.
      if (typeof heartbeat === 'object') heartbeat.unref()
      return () => {
        clearInterval(heartbeat)
        stop()
      }
    },
  }
}
