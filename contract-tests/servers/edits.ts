import type { Pet } from '../../spec/index.ts'
import { type Reply, isReply, withHeaders, withText } from './reply.ts'
import { type Call, type Hooks, type Step, isRecord } from './way.ts'

/** Tells which replies an edit is for. */
export type When = (reply: Reply, call: Call) => boolean

/** Replies with one status. */
export function on(status: number): When {
  return (reply) => reply.status === status
}

/** Replies of one operation, below 300. */
export function successOf(operation: Call['operation']): When {
  return (reply, call) => reply.status < 300 && call.operation === operation
}

/** Replies below 300. */
export function onSuccess(reply: Reply): boolean {
  return reply.status < 300
}

/** Replies from 400 on. */
export function onError(reply: Reply): boolean {
  return reply.status >= 400
}

function always(): boolean {
  return true
}

/** Changes finished replies. */
export function editReplies(edit: (reply: Reply, call: Call) => Reply, when: When = always): Hooks {
  return { reply: (reply, call) => (when(reply, call) ? edit(reply, call) : reply) }
}

/** Changes the body of replies: an array of Pets, a Pet or an Error. */
export function editBodies(edit: (body: unknown, call: Call) => unknown, when: When): Hooks {
  return editReplies((reply, call) => ({ ...reply, body: edit(reply.body, call) }), when)
}

/** Changes each Pet that is sent, in lists and alone. */
export function editPets(edit: (pet: Pet, index: number) => unknown, when: When = onSuccess): Hooks {
  return editBodies((body) => {
    // Where a deployment answers below 300, its body is made of Pets.
    if (Array.isArray(body)) return (body as Pet[]).map(edit)
    return isRecord(body) ? edit(body as unknown as Pet, 0) : body
  }, when)
}

/** Changes each Error that is sent. */
export function editErrors(edit: (error: Record<string, unknown>) => unknown, when: When = onError): Hooks {
  return editBodies((body) => (isRecord(body) ? edit(body) : body), when)
}

/** Sets headers of replies, or takes them away. */
export function editHeaders(
  changes: Readonly<Record<string, string | string[] | undefined>>,
  when: When = always,
): Hooks {
  return editReplies((reply) => withHeaders(reply, changes), when)
}

/** Changes the text of replies. */
export function editText(edit: (text: string) => Uint8Array | string, when: When = always): Hooks {
  return editReplies((reply) => withText(reply, edit), when)
}

/** Goes on with something else where a step of the way would refuse. */
export function insteadOfRefusal<Input, Result>(
  other: (input: Input, refusal: Reply) => Result | Reply,
): Step<Input, Result | Reply> {
  return (input, usual) => {
    const result = usual(input)
    return isReply(result) ? other(input, result) : result
  }
}
