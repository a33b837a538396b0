import { type NewPet, type OperationId, type Pet, isObject } from '../../spec/index.ts'
import { type Quota, type Rate, rateHeaders } from './quota-book.ts'
import { type HeaderChanges, type Reply, bytesOf, isReply, refuse, withHeaders } from './reply.ts'
import type { Call, Hooks, Query, Step } from './way.ts'

/**
 * How an object becomes another one: a function of the whole, or what becomes of its members: a value, a function of the
 * value that is there, or undefined to leave the member out.
 */
export type Edit<Of> =
  | ((of: Of) => unknown)
  | Readonly<Partial<{ [Name in keyof Of]: Plain | ((value: Of[Name], of: Of) => unknown) }>>
type Plain = string | number | bigint | boolean | object | null | undefined

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

function always(): boolean {
  return true
}

/** The object that an edit makes of another one. */
export function edited<Of extends object>(of: Of, edit: Edit<Of>): unknown {
  if (typeof edit === 'function') return edit(of)
  const values = { ...of } as Readonly<Record<string, unknown>>
  const changes = Object.entries<unknown>(edit).map(([name, change]) => [
    name,
    // What Changes allows for a function.
    typeof change === 'function' ? (change as (value: unknown, of: Of) => unknown)(values[name], of) : change,
  ])
  return { ...of, ...Object.fromEntries(changes) }
}

/** Edits finished replies. */
export function editReplies(edit: (reply: Reply, call: Call) => Reply, when: When = always): Hooks {
  return { reply: (reply, call) => (when(reply, call) ? edit(reply, call) : reply) }
}

/** Sends another reply in the place of some, with the headers of Date and the rate limit that it would have had. */
export function replaceReplies(other: Reply, when: When): Hooks {
  return editReplies((reply) => {
    const { headers } = withHeaders(reply, { 'Content-Type': undefined })
    return { ...other, headers: { ...headers, ...other.headers } }
  }, when)
}

/** Answers with another status, and with all else as it was. */
export function editStatus(status: number, when: When): Hooks {
  return editReplies((reply) => ({ ...reply, status }), when)
}

/** Edits the body of replies that have one: an array of Pets, a Pet or an Error. */
export function editBodies(edit: (body: unknown) => unknown, when: When = always): Hooks {
  return editReplies((reply) => (reply.body === undefined ? reply : { ...reply, body: edit(reply.body) }), when)
}

/** Edits each Pet that is sent, in lists and alone. */
export function editPets(edit: Edit<Pet>, when: When = onSuccess): Hooks {
  return editBodies((body) => {
    // Where a deployment answers below 300, its body is made of Pets.
    if (Array.isArray(body)) return (body as Pet[]).map((pet) => edited(pet, edit))
    return isObject(body) ? edited(body as unknown as Pet, edit) : body
  }, when)
}

/** Edits the list as a whole. */
export function editList(edit: (pets: readonly unknown[]) => unknown): Hooks {
  return editBodies((body) => (Array.isArray(body) ? edit(body) : body), successOf('listPets'))
}

/** Edits each Error that is sent. */
export function editErrors(edit: Edit<Readonly<Record<string, unknown>>>, when: When = onError): Hooks {
  return editBodies((body) => (isObject(body) ? edited(body, edit) : body), when)
}

/** Edits the headers of replies. */
export function editHeaders(changes: HeaderChanges, when: When = always): Hooks {
  return editReplies((reply) => withHeaders(reply, changes), when)
}

/** Labels bodies as something else, or as nothing. */
export function editMediaType(mediaType: string | undefined, when: When): Hooks {
  return editHeaders({ 'Content-Type': mediaType }, when)
}

/** The same reply with other headers of the rate limit. */
export function withRate(reply: Reply, edit: Edit<Rate>): Reply {
  const [limit = 0, remaining = 0, reset = 0] = Object.values(rateHeaders).map((name) => Number(reply.headers[name]))
  const rate = edited({ limit, remaining, reset }, edit) as Record<keyof Rate, Rate[keyof Rate] | undefined>
  const values = Object.entries(rate).map(([name, value]) => [
    // Its members are those of a Rate.
    rateHeaders[name as keyof Rate],
    value === undefined ? undefined : String(value),
  ])
  return withHeaders(reply, Object.fromEntries(values) as HeaderChanges)
}

/** Edits what the headers say of the quota. */
export function editRate(edit: Edit<Rate>, when?: When): Hooks {
  return editReplies((reply) => withRate(reply, edit), when)
}

/** Edits the text of replies that have a body. */
export function editText(edit: (text: string) => Uint8Array | string, when: When = always): Hooks {
  return editReplies((reply) => {
    const text = bytesOf(reply).toString()
    return text === '' ? reply : { ...reply, bytes: edit(text) }
  }, when)
}

/** Edits what listPets was asked for, in some calls. */
export function editQueries(edit: Edit<Query>, when: (call: Call) => boolean = always): Hooks {
  return {
    query(call, usual) {
      const query = usual(call)
      return isReply(query) || !when(call) ? query : (edited(query, edit) as Query)
    },
  }
}

/** Edits a new animal before it is kept and answered. */
export function editKept(edit: Edit<NewPet>): Hooks {
  return { add: (newPet, usual) => usual(edited(newPet, edit) as NewPet) }
}

/** Takes the quota of calls with the key from elsewhere. */
export function editQuota(count: (usual: () => Quota) => Quota): Hooks {
  return { count: ({ isKey, book }) => (isKey ? count(() => book.count()) : book.count()) }
}

/** The steps that can refuse, with what each of them reads and gives. */
type Refusing = { [Name in 'query' | 'accept' | 'petId']: NonNullable<Hooks[Name]> }
type InputOf<Name extends keyof Refusing> = Parameters<Refusing[Name]>[0]
type ResultOf<Name extends keyof Refusing> = Exclude<ReturnType<Refusing[Name]>, Reply>

/** Refuses some calls at a step. */
export function refuseIf<Name extends keyof Refusing>(
  name: Name,
  isRefused: (input: InputOf<Name>) => boolean,
  status = 400,
): Hooks {
  const step: Step<InputOf<Name>, unknown> = (input, usual) => (isRefused(input) ? refuse(status) : usual(input))
  return { [name]: step }
}

/** Refuses some of what a step read and did not refuse. */
export function refuseResultIf<Name extends keyof Refusing>(
  name: Name,
  isRefused: (result: ResultOf<Name>) => boolean,
  status = 400,
): Hooks {
  const step: Step<InputOf<Name>, ResultOf<Name> | Reply> = (input, usual) => {
    const result = usual(input)
    return isReply(result) || !isRefused(result) ? result : refuse(status)
  }
  return { [name]: step }
}

/** Goes on with something else where a step would refuse. */
export function insteadOfRefusal<Name extends keyof Refusing>(
  name: Name,
  other: (input: InputOf<Name>, refusal: Reply) => ResultOf<Name> | Reply,
): Hooks {
  const step: Step<InputOf<Name>, ResultOf<Name> | Reply> = (input, usual) => {
    const result = usual(input)
    return isReply(result) ? other(input, result) : result
  }
  return { [name]: step }
}

/** Answers calls of some operation with the key in another way. */
export function answerInstead(operation: OperationId, reply: Reply): Hooks {
  return {
    decide: (counted, usual) => (counted.isKey && counted.call.operation === operation ? reply : usual(counted)),
  }
}
