import type { OperationId } from '../../spec/index.ts'
import type { Reply } from './reply.ts'
import type { Call } from './way.ts'

/** Says which replies an edit is for. */
export type When = (reply: Reply, call: Call) => boolean

/** Replies with one status. */
export function on(status: number): When {
  return (reply) => reply.status === status
}

/** Replies of one operation, below 300. */
export function successOf(operation: OperationId): When {
  return (reply, call) => reply.status < 300 && call.operation === operation
}

/** Replies below 300. */
export function onSuccess({ status }: Reply): boolean {
  return status < 300
}

/** Replies from 400 on. */
export function onError({ status }: Reply): boolean {
  return status >= 400
}
