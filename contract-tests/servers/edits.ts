import { type NewPet, type Pet, isObject, operations } from '../../spec/index.ts'
import { type Quota, type Rate, rateHeaders } from './quota-counter.ts'
import {
  type HeaderChanges,
  type Reply,
  bytesOf,
  isReply,
  withHeaders,
  type When,
  onSuccess,
  onError,
  successOf,
} from './reply.ts'
import type { Call } from './call.ts'
import type { Hooks, Query } from './plain-server.ts'

/**
 * How an object is changed: by a function of the whole, or member by member: a value, a function of the
 * value that is there, or undefined to leave the member out.
 */
export type Edit<Of> =
  | ((of: Of) => unknown)
  | Readonly<Partial<{ [Name in keyof Of]: Plain | ((value: Of[Name], of: Of) => unknown) }>>
type Plain = string | number | bigint | boolean | object | null | undefined

function always(): boolean {
  return true
}

/** Applies an edit to an object. */
export function edited<Of extends object>(of: Of, edit: Edit<Of>): unknown {
  if (typeof edit === 'function') return edit(of)
  const values = { ...of } as Readonly<Record<string, unknown>>
  const changes = Object.entries<unknown>(edit).map(([name, change]) => [
    name,
    // `Edit` allows no other functions.
    typeof change === 'function' ? (change as (value: unknown, of: Of) => unknown)(values[name], of) : change,
  ])
  return { ...of, ...Object.fromEntries(changes) }
}

export function editReplies(edit: (reply: Reply, call: Call) => Reply, when: When = always): Hooks {
  return { reply: (reply, call) => (when(reply, call) ? edit(reply, call) : reply) }
}

/** Replaces some replies. The date and the headers of the rate limit stay. */
export function replaceReplies(other: Reply, when: When): Hooks {
  return editReplies((reply) => {
    const { headers } = withHeaders(reply, { 'Content-Type': undefined })
    return { ...other, headers: { ...headers, ...other.headers } }
  }, when)
}

/** Changes the status of some replies, and nothing else. */
export function editStatus(status: number, when: When): Hooks {
  return editReplies((reply) => ({ ...reply, status }), when)
}

/** Edits the JSON body of replies that have one. */
export function editBodies(edit: (body: unknown) => unknown, when: When = always): Hooks {
  return editReplies((reply) => (reply.body === undefined ? reply : { ...reply, body: edit(reply.body) }), when)
}

/** Edits each Pet that is sent, in lists and alone. */
export function editPets(edit: Edit<Pet>, when: When = onSuccess): Hooks {
  return editBodies(
    (body) => {
      if (Array.isArray(body)) return (body as Pet[]).map((pet) => edited(pet, edit))
      return isObject(body) ? edited(body as unknown as Pet, edit) : body
    },
    (reply, call) => call.operation !== undefined && operations[call.operation].resource === 'Pet' && when(reply, call),
  )
}

export function editList(edit: (items: readonly unknown[]) => unknown, when = successOf('listPets')): Hooks {
  return editBodies((body) => (Array.isArray(body) ? edit(body) : body), when)
}

export function editErrors(edit: Edit<Readonly<Record<string, unknown>>>, when: When = onError): Hooks {
  return editBodies((body) => (isObject(body) ? edited(body, edit) : body), when)
}

export function editHeaders(changes: HeaderChanges, when: When = always): Hooks {
  return editReplies((reply) => withHeaders(reply, changes), when)
}

export function editMediaType(mediaType: string | undefined, when: When): Hooks {
  return editHeaders({ 'Content-Type': mediaType }, when)
}

/** Edits the headers of the rate limit in a reply. */
export function withRate(reply: Reply, edit: Edit<Rate>): Reply {
  const [limit = 0, remaining = 0, reset = 0] = Object.values(rateHeaders).map((name) => Number(reply.headers[name]))
  const rate = edited({ limit, remaining, reset }, edit) as Record<keyof Rate, Rate[keyof Rate] | undefined>
  const values = Object.entries(rate).map(([name, value]) => [
    // The names are those of a Rate.
    rateHeaders[name as keyof Rate],
    value === undefined ? undefined : String(value),
  ])
  return withHeaders(reply, Object.fromEntries(values) as HeaderChanges)
}

export function editRate(edit: Edit<Rate>, when?: When): Hooks {
  return editReplies((reply) => withRate(reply, edit), when)
}

export function withoutRate(when?: When): Hooks {
  return editRate({ limit: undefined, remaining: undefined, reset: undefined }, when)
}

/** Edits the text of replies that have a body. */
export function editText(edit: (text: string) => Uint8Array | string, when: When = always): Hooks {
  return editReplies((reply) => {
    const text = bytesOf(reply).toString()
    return text === '' ? reply : { ...reply, bytes: edit(text) }
  }, when)
}

/** Edits the query of some lists. */
export function editQueries(edit: Edit<Query>, when: (call: Call) => boolean = always): Hooks {
  return {
    query(call, usual) {
      const query = usual(call)
      return isReply(query) || !when(call) ? query : (edited(query, edit) as Query)
    },
  }
}

export function editNewPet(edit: Edit<NewPet>): Hooks {
  return { add: (newPet, usual) => usual(edited(newPet, edit) as NewPet) }
}

/** Counts calls with the valid key in another way. */
export function editQuota(count: (usual: () => Quota, call: Call) => Quota): Hooks {
  return { count: ({ isKey, counter, call }) => (isKey ? count(() => counter.count(), call) : counter.count()) }
}
