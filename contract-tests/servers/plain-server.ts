import type { ServerResponse } from 'node:http'
import {
  type Int64,
  type NewPet,
  type OperationId,
  type Pet,
  type PetStatus,
  isInt64,
  isObject,
  newPetOf,
  operationIds,
  parseInt64,
  readJsonBytes,
  validateNewPet,
} from '../../spec/index.ts'
import type { Call } from './call.ts'
import { type Quota, type QuotaCounter, createQuotaCounter, rateHeaders } from './quota-counter.ts'
import { type Reply, isReply, jsonReply, refuse, withHeaders } from './reply.ts'
import { type ServerState, limitsOf } from './server-state.ts'

/** What listPets was asked for (section 4.1). */
export interface Query {
  readonly limit: number
  readonly status?: PetStatus
}

/** Takes over one step of a call: it gets the input and the usual step, and gives the result. */
export type Hook<Input, Result> = (input: Input, usual: (input: Input) => Result) => Result

/** A call after its key was checked and it was counted. */
export interface Counted {
  readonly call: Call
  readonly isKey: boolean
  readonly quota: Quota
}

/** The steps of a call that a server can take over, in their order. */
export interface Hooks {
  /** Is the request made with a valid key? Section 5. */
  readonly isKey?: Hook<Call, boolean>
  /** Counts the request, in the counter of the key or in that of all callers without one. Section 8. */
  readonly count?: Hook<{ readonly isKey: boolean; readonly counter: QuotaCounter; readonly call: Call }, Quota>
  /** Answers a counted call, without the headers of the rate limit. */
  readonly decide?: Hook<Counted, Reply>
  /** Reads the query of listPets, or refuses it. Section 4.1. */
  readonly query?: Hook<Call, Query | Reply>
  /** All animals, in the order of the list. */
  readonly listed?: Hook<Call, readonly Pet[]>
  /** The animals that a query gives. */
  readonly page?: Hook<{ readonly query: Query; readonly pets: readonly Pet[]; readonly call: Call }, readonly Pet[]>
  /** Reads the body of createPet, or refuses it. Section 4.2. */
  readonly accept?: Hook<Call, NewPet | Reply>
  /** Gives a new animal its id. */
  readonly id?: Hook<NewPet, Int64>
  /** Keeps a new animal and gives what is answered. */
  readonly add?: Hook<NewPet, Pet>
  /** Reads the petId of a path, or refuses it. Section 4.3. */
  readonly petId?: Hook<string, Int64 | Reply>
  /** Finds an animal by its id. */
  readonly found?: Hook<Int64, Pet | undefined>
  /** Answers calls of no operation, and of an operation after its removal. */
  readonly undocumented?: Hook<Call, Reply>
  /** Has the last word on a reply. */
  readonly reply?: (reply: Reply, call: Call) => Reply
  /** Sends the finished reply. */
  readonly send?: (
    reply: Reply,
    call: Call,
    response: ServerResponse,
    usual: (reply: Reply) => void,
  ) => void | Promise<void>
}

// Section 4, typed in again: a mistake in spec/ must not hide here too.
const routes: Readonly<Record<OperationId, readonly [method: string, path: RegExp]>> = {
  listPets: ['GET', /^\/v1\/pets$/],
  createPet: ['POST', /^\/v1\/pets$/],
  getPet: ['GET', /^\/v1\/pets\/([^/]+)$/],
}

// Section 9 gives a day without an hour; the deployments here take its beginning in UTC.
const removedAt: Readonly<Partial<Record<OperationId, number>>> = { getPet: Date.UTC(2030, 11, 5) }

const statuses: readonly unknown[] = ['available', 'pending', 'sold'] satisfies PetStatus[]

export function route(method: string, path: string): Pick<Call, 'operation' | 'id'> {
  const operation = operationIds.find((id) => routes[id][0] === method && routes[id][1].test(path))
  return { operation, id: (operation && routes[operation][1].exec(path)?.[1]) ?? '' }
}

/** A server that keeps the interface, and does the simplest thing where that is silent. Hooks take over its steps. */
export function createPlainServer(state: ServerState, hooks: Hooks): (call: Call) => Reply {
  const ownCounter = createQuotaCounter(state, state.limits)
  const othersCounter = createQuotaCounter(state, limitsOf.free)
  const operations: Readonly<Record<OperationId, (call: Call) => Reply>> = {
    listPets: list,
    createPet: create,
    getPet: get,
  }

  function answer(call: Call): Reply {
    state.begin(call)
    const isKey = runHook(hooks.isKey, call, ({ headers }) => tokenOf(headers.authorization) === state.apiKey)
    const counted = { isKey, counter: isKey ? ownCounter : othersCounter, call }
    const quota = runHook(hooks.count, counted, ({ counter }) => counter.count())
    const decided = runHook(hooks.decide, { call, isKey, quota }, decide)
    const reply = withHeaders(decided, {
      Date: new Date(state.now()).toUTCString(),
      [rateHeaders.limit]: String(quota.limit),
      [rateHeaders.remaining]: String(quota.remaining),
      [rateHeaders.reset]: String(quota.resetAtSeconds),
      ...decided.headers,
    })
    const last = hooks.reply?.(reply, call) ?? reply
    state.answered.push({ call, isKey, reply: last })
    return last
  }

  function decide({ call, isKey, quota }: Counted): Reply {
    if (!quota.isAllowed) return tooMany(quota)
    if (!isKey) return refuse(401, 'unauthorized', 'A valid API key is needed.')
    const { operation } = call
    if (operation !== undefined && state.today() < (removedAt[operation] ?? Infinity))
      return operations[operation](call)
    return runHook(hooks.undocumented, call, () => refuse(404, 'no_such_path', 'There is nothing here.'))
  }

  function tooMany(quota: Quota): Reply {
    const waitSeconds = Math.max(0, Math.ceil(quota.resetAtSeconds - state.now() / 1000))
    return withHeaders(refuse(429, 'too_many_requests', `Come back in ${waitSeconds} s.`), {
      'Retry-After': String(waitSeconds),
    })
  }

  function list(call: Call): Reply {
    const query = runHook(hooks.query, call, readQuery)
    if (isReply(query)) return query
    const pets = runHook(hooks.listed, call, () => state.animals)
    return jsonReply(200, runHook(hooks.page, { query, pets, call }, pageOf))
  }

  function create(call: Call): Reply {
    const newPet = runHook(hooks.accept, call, readNewPet)
    const add = (accepted: NewPet): Pet => state.keep(accepted, runHook(hooks.id, accepted, nextId))
    return isReply(newPet) ? newPet : jsonReply(201, runHook(hooks.add, newPet, add))
  }

  function nextId(): Int64 {
    return state.animals.reduce((next, { id }) => (typeof id === 'number' && id >= next ? id + 1 : next), 1)
  }

  function get(call: Call): Reply {
    const id = runHook(hooks.petId, call.id, (text) => parseInt64(text) ?? notFound())
    if (typeof id === 'object') return id
    const pet = runHook(hooks.found, id, (wanted) => state.animals.find((animal) => animal.id === wanted))
    return pet === undefined ? notFound() : jsonReply(200, pet)
  }

  return answer
}

function runHook<Input, Result>(
  step: Hook<Input, Result> | undefined,
  input: Input,
  usual: (input: Input) => Result,
): Result {
  return step === undefined ? usual(input) : step(input, usual)
}

/** The token of an Authorization header with the bearer scheme (section 5), else undefined. */
export function tokenOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S.*)$/i.exec(authorization ?? '')?.[1]
}

export function notFound(): Reply {
  return refuse(404, 'no_such_animal', 'No animal has this id.')
}

function readQuery({ query }: Call): Query | Reply {
  const limit = query.get('limit') ?? '20'
  const status = query.get('status') ?? undefined
  if (!/^[0-9]{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) {
    return refuse(400, 'bad_limit', 'limit is a number from 1 to 100.')
  }
  if (status === undefined) return { limit: Number(limit) }
  if (!isPetStatus(status)) return refuse(400, 'bad_status', 'status is available, pending or sold.')
  return { limit: Number(limit), status }
}

function pageOf({ query: { limit, status }, pets }: { query: Query; pets: readonly Pet[] }): readonly Pet[] {
  return pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit)
}

/** Reads a NewPet as section 4.2 wants it; members that it does not name are left out. Those of version 1 are typed in again. */
export function readNewPet({ body }: Pick<Call, 'body'>): NewPet | Reply {
  const reading = readJsonBytes(body)
  if (!reading.ok) return refuse(400, 'bad_json', 'The body is not JSON.')
  if (!isObject(reading.value)) return refuse(400, 'bad_body', 'The body is not an object.')
  const { name, categoryId, status } = reading.value
  if (typeof name !== 'string') return refuse(400, 'bad_name', 'name is a text and must be there.')
  if (!isInt64(categoryId)) return refuse(400, 'bad_category', 'categoryId is an int64 and must be there.')
  if (status !== undefined && !isPetStatus(status))
    return refuse(400, 'bad_status', 'status is available, pending or sold.')
  return validateNewPet(reading.value)
    ? newPetOf(reading.value)
    : refuse(400, 'bad_member', 'Each member is as the interface has it.')
}

export function isPetStatus(value: unknown): value is PetStatus {
  return statuses.includes(value)
}
