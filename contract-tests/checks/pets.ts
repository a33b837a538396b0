import { isDeepStrictEqual } from 'node:util'
import {
  type Int64,
  type Member,
  type Pet,
  decodeUtf8,
  isObject,
  normalized,
  shapes,
  writeJson,
} from '../../spec/index.ts'
import { headerIn, type Seen } from '../exchange/question.ts'
import { flawIn } from './members.ts'
import type { Received } from '../verdict/facts.ts'

/** What can be read of the members of an animal, even if some are wrong. */
type Readable = { readonly [Name in keyof Pet]?: Pet[Name] | undefined }

/** What an answer shows of an animal. */
export interface SeenPet extends Readable {
  /** The members that it does not have, and need not have. */
  readonly lacks: readonly string[]
}

/** The members that an animal keeps as they were sent. */
export type KeptMember = Exclude<keyof Pet, 'id'>
export type KeptMembers = Pick<Readable, KeptMember>

const members: readonly Member[] = shapes.Pet.members
const kept = members.map(({ name }) => name as keyof Pet).filter((name) => name !== 'id')

export function petOf(value: unknown): SeenPet | undefined {
  if (!isObject(value)) return undefined
  const read = members.map((member) => [
    member.name,
    flawIn(member, value[member.name]) === undefined ? value[member.name] : undefined,
  ])
  const lacks = members.filter(({ name, isRequired }) => !isRequired && !Object.hasOwn(value, name))
  return { ...(Object.fromEntries(read) as Readable), lacks: lacks.map(({ name }) => name) }
}

/** Each member that differs from what is known of an animal. Unreadable members break another clause. */
export function differences(known: KeptMembers, found: SeenPet | undefined) {
  return kept.flatMap((member) => {
    const isReadable = found?.[member] !== undefined || found?.lacks.includes(member) === true
    if (!isReadable || known[member] === undefined || isDeepStrictEqual(known[member], found[member])) return []
    const [one, other] = [jsonOf(known[member]), jsonOf(found[member])]
    const isAlike = normalized(`${one}`) === normalized(`${other}`)
    const shown = (json: string | undefined) => ({ is: isAlike && json ? escaped(json) : json })
    return [{ member, at: { part: 'body', member }, expected: shown(one), received: shown(other) } as const]
  })
}

/** JSON in ASCII, with escapes, so that texts which look alike can be told apart. */
function escaped(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// Far more than a list may have. A longer list breaks its limit anyway, so the rest need not be read.
export const mostPets = 10_000

/** What was read of each list: many checks ask for it. */
const readBefore = new WeakMap<object, readonly SeenPet[]>()

/** The animals of a list that was answered with 200 and an array; `undefined` otherwise. */
export function petsOf({ status, json }: Seen): readonly SeenPet[] | undefined {
  if (status !== 200 || !Array.isArray(json)) return undefined
  const known = readBefore.get(json)
  if (known !== undefined) return known
  const pets = json
    .slice(0, mostPets)
    .map(petOf)
    .filter((pet) => pet !== undefined)
  readBefore.set(json, pets)
  return pets
}

/** The animals of an answer: those of a list, the one that was asked for, or the one that was added. */
export function petsIn(seen: Seen): readonly SeenPet[] {
  const { question, status, json } = seen
  if (question.asks === 'list') return petsOf(seen) ?? []
  const isOne = (question.asks === 'pet' && status === 200) || (question.asks === 'create' && status === 201)
  const pet = isOne ? petOf(json) : undefined
  return pet === undefined ? [] : [pet]
}

/** The animal with this id in an answer. */
export function petIn(seen: Seen, id: Int64 | undefined): SeenPet | undefined {
  return id === undefined ? undefined : petsIn(seen).find((pet) => pet.id === id)
}

// Reports cut texts later, after they mask the key: half a key could not be found.
const longest = 10_000

/** The exact JSON of a value; `undefined` for none. */
export function jsonOf(value: unknown): string | undefined {
  return value === undefined ? undefined : short(writeJson(value))
}

/** The beginning of a body as text; for bytes that are not UTF-8, how many there are. */
export function bodyIn({ exchange: { response, problem } }: Seen): Received {
  const bytes = response?.bytes ?? new Uint8Array()
  const text = decodeUtf8(bytes)
  const came = text === undefined ? { bytes: bytes.byteLength } : text === '' ? {} : { is: short(text) }
  return { ...came, problem: problem?.message }
}

export const atStatus = { part: 'status' } as const

/** The status of an answer, with what went wrong besides, or where a redirect leads. */
export function statusIn(seen: Seen): Received {
  const { status, exchange } = seen
  const isRedirect = Math.floor((status ?? 0) / 100) === 3
  return { is: status, problem: exchange.problem?.message, to: isRedirect ? headerIn(seen, 'location') : undefined }
}

function short(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}
