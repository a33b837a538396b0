import { type ClauseId, isObject, plans } from '../../../spec/index.ts'
import { defaultLimit } from '../../checks/operations.ts'
import { petOf, petsOf } from '../../checks/pets.ts'
import { schemaOf } from '../../exchange/clauses-of.ts'
import {
  type Seen,
  type SeenFor,
  asks,
  dateOf,
  hasNextPage,
  headerIn,
  listIn,
  rateLimitOf,
} from '../../exchange/question.ts'
import { isToBeRemoved, removalState } from '../../exchange/removal.ts'
import type { Observed } from '../../verdict/result.ts'
import { errorCodes } from './error-codes.ts'
import type { Choice, Choices } from './choice.ts'
import { ofQueries } from './queries.ts'
import { ofRefusals, statusOf } from './refusals.ts'

/** The choices that are learned, in the order in which a run asks for them. */
export const choices: Choices = {
  ...ofRefusals,
  ...ofQueries,
  'new-ids': { read: newIds },
  'status-default': { read: statusDefault },
  'error-codes': { read: errorCodes },
  'list-order': { read: listOrder },
  paging: { read: paging },
  'page-cap': { read: pageCap },
  'rate-body': { read: rateBody },
  'retry-after': { read: retryAfterForm },
  'rate-window': { read: rateWindow },
  'window-start': { read: windowStart },
  'rate-anonymous': { read: rateAnonymous },
  removal: { read: removal },
  'deprecation-headers': { read: deprecationHeaders },
}

/** A choice is not learned from answers that break these clauses. */
const spoiledBy: Partial<Record<string, RegExp>> = { 'page-cap': /^4\.1\/limit-/, 'window-start': /^8\/reset-/ }

/** Reads the choices of a deployment from the answers of a run. */
export function observations(all: readonly Seen[], todayMilliseconds: number, broken: readonly ClauseId[]): Observed {
  // After the removal of getPet, its answers say nothing about ids.
  const isOfId = ({ question: { asks: asked, about } }: Seen) => asked === 'pet' || about === 'malformed-id'
  const log = removalState('getPet', todayMilliseconds) === 'works' ? all : all.filter((seen) => !isOfId(seen))
  const today = { all, milliseconds: todayMilliseconds }
  const found = Object.entries(choices).map(([id, { read }]) => [id, read(log, today)] as const)
  const isSpoiled = (id: string): boolean => broken.some((clause) => spoiledBy[id]?.test(clause))
  return Object.fromEntries(found.filter(([id, choice]) => choice !== undefined && !isSpoiled(id)))
}

function createdOnes(log: readonly Seen[]): readonly SeenFor<'create'>[] {
  return log.filter((seen) => asks(seen, 'create')).filter(({ status }) => status === 201)
}

/** Whether animals were lost that were added. Then a page without new ones shows neither their place nor a limit. */
function losesAnimals(log: readonly Seen[]): boolean {
  const ids = createdOnes(log).map(({ json }) => petOf(json)?.id)
  return log.some((seen) => asks(seen, 'pet') && seen.status === 404 && ids.includes(seen.question.petId))
}

/** Of which kind the ids are that new animals got; each is one more than the one before it, beyond 2^53 or below zero. */
function newIds(log: readonly Seen[]): string | undefined {
  const ids = createdOnes(log).flatMap(({ json }) => petOf(json)?.id ?? [])
  if (ids.length === 0) return undefined
  if (ids.every((id) => id > Number.MAX_SAFE_INTEGER)) return 'large'
  if (ids.every((id) => id < 0)) return 'negative'
  return ids.every((id, at) => id > (ids[at - 1] ?? 0)) ? 'rising' : undefined
}

function statusDefault(log: readonly Seen[]): string | undefined {
  const seen = createdOnes(log).find(({ question }) => question.animal.status === undefined)
  if (seen === undefined) return undefined
  const pet = petOf(seen.json)
  return pet?.lacks.includes('status') === true ? 'absent' : pet?.status
}

function wholeLists(log: readonly Seen[]): readonly Seen[] {
  return log.filter((seen) => {
    const list = listIn(seen)
    return list?.limit === 100 && list.status === undefined && seen.status === 200
  })
}

function listOrder(log: readonly Seen[]): string | undefined {
  const lists = wholeLists(log)
  const first = petsOf(lists[0] ?? ({} as Seen)) ?? []
  const last = petsOf(lists.at(-1) ?? ({} as Seen)) ?? []
  const added = createdOnes(log).map(({ json }) => petOf(json)?.id)
  const places = added.map((id) => last.findIndex((pet) => pet.id === id)).filter((place) => place >= 0)
  const isRising = places.every((place, at) => place > (places[at - 1] ?? -1))
  const isFalling = places.every((place, at) => place < (places[at - 1] ?? Infinity))
  if (places.length >= 2) return isRising ? 'oldest-first' : isFalling ? 'newest-first' : undefined
  // The first page did not change, so new animals come after it.
  const isUnmoved = added.length > 0 && first.length > 0 && first.every(({ id }, at) => last[at]?.id === id)
  return isUnmoved && places.length === 0 && !losesAnimals(log) ? 'oldest-first' : undefined
}

function paging(log: readonly Seen[]): string | undefined {
  const lists = log.filter(({ question, status }) => schemaOf(question.operation, status) === 'Pets')
  if (lists.some(hasNextPage)) return 'link'
  // A page has a next one if it is full and an earlier list showed more animals.
  const pages = lists.flatMap((seen) => {
    const { limit = defaultLimit, status } = listIn(seen) ?? {}
    return status === undefined ? [{ limit, length: petsOf(seen)?.length ?? 0 }] : []
  })
  const hasNext = ({ limit, length }: (typeof pages)[number], at: number) =>
    length === limit && pages.slice(0, at).some((before) => before.length > length)
  return pages.some(hasNext) ? 'none' : undefined
}

function pageCap(log: readonly Seen[]): string | undefined {
  const lengths = wholeLists(log).map((seen) => petsOf(seen)?.length ?? 0)
  const [first = 0, last = 0] = [lengths[0], lengths.at(-1)]
  if (lengths.length < 2 || createdOnes(log).length === 0) return undefined
  // If a page is not full and does not grow with the catalogue, the server limits its pages.
  if (first === last && first > 0 && first < 100) return losesAnimals(log) ? undefined : String(first)
  // A catalogue that fits on one page does not show a page limit.
  return last === 100 ? 'none' : undefined
}

function rateBody(log: readonly Seen[]): string | undefined {
  const seen = log.find(({ status }) => status === 429)
  if (seen?.exchange.response?.bytes.byteLength === 0) return 'empty'
  const isError = isObject(seen?.json) && typeof seen.json['code'] === 'string' && seen.json['status'] === 429
  return isError ? 'error' : undefined
}

function retryAfterForm(log: readonly Seen[]): string | undefined {
  const refused = log.find(({ status }) => status === 429)
  const value = (refused && headerIn(refused, 'retry-after')) ?? ''
  return /^[0-9]+$/.test(value) ? 'seconds' : /^[A-Z][a-z]{2}, /.test(value) ? 'http-date' : undefined
}

/** The ends of windows that answers name, in seconds since 1970, and how far ahead they are. */
function windowEnds(log: readonly Seen[]) {
  return log.flatMap((seen) => {
    const { limit, remaining = 0, reset } = rateLimitOf(seen)
    if (reset === undefined || seen.question.credential !== 'valid') return []
    return [{ limit, remaining, reset, ahead: reset - (dateOf(seen) ?? seen.exchange.sentAtMilliseconds) / 1000 }]
  })
}

/** If both windows show, it is the tightest. If the day has more left than a minute allows, it is the day. */
function rateWindow(log: readonly Seen[]): string | undefined {
  const ends = windowEnds(log)
  const days = ends.filter(({ ahead }) => ahead > 61)
  if (days.length === 0) return undefined
  if (days.length < ends.length) return 'tightest'
  const isLooser = days.every(({ limit, remaining }) => {
    const plan = Object.values(plans).find(({ requestsPerDay }) => requestsPerDay === limit)
    return remaining > (plan?.requestsPerMinute ?? Infinity)
  })
  return isLooser ? 'day' : undefined
}

/** Windows by the clock end with a whole minute and began before the run. Others begin with the first call. */
function windowStart(log: readonly Seen[]): string | undefined {
  const ends = windowEnds(log)
  const [first] = ends
  if (first === undefined) return undefined
  const hasBegun = first.ahead < 58 || (first.ahead > 61 && first.reset % 86_400 === 0)
  if (ends.every(({ reset }) => reset % 60 === 0)) return hasBegun ? 'clock' : undefined
  // If the end moves with each call, it shows no window.
  return ends.some(({ reset }, at) => reset % 60 !== 0 && reset === ends[at - 1]?.reset) ? 'first-call' : undefined
}

/** Whether Remaining falls by one with each refused call, or stays, in a Free quota. */
function rateAnonymous(log: readonly Seen[]): string | undefined {
  const { requestsPerMinute } = plans.free
  const refused = log.filter(({ status }) => status === 401).map(rateLimitOf)
  const left = refused.flatMap(({ limit, remaining }) =>
    remaining === undefined || limit !== requestsPerMinute ? [] : [remaining],
  )
  if (left.length < 3 || left.length < refused.length) return undefined
  if (left.every((value) => value === requestsPerMinute)) return 'no'
  return left.every((value, at) => value === (left[0] ?? 0) - at) ? 'yes' : undefined
}

function removal(_log: readonly Seen[], { all, milliseconds }: Parameters<Choice['read']>[1]): string | undefined {
  if (removalState('getPet', milliseconds) !== 'removed') return undefined
  const answers = all.filter(({ question }) => isToBeRemoved(question.operation) && question.asks === 'pet')
  return { 404: 'not-found', 410: 'gone' }[statusOf(answers) ?? 0]
}

function deprecationHeaders(log: readonly Seen[]): string | undefined {
  const seen = log.find(
    ({ question, status }) => isToBeRemoved(question.operation) && question.asks === 'pet' && status === 200,
  )
  if (seen === undefined) return undefined
  const names = announcedIn(seen)
  if (names.length === 0) return 'none'
  const refused = log.find(({ question, status }) => isToBeRemoved(question.operation) && status === 404)
  const isOn200 = refused !== undefined && announcedIn(refused).length === 0
  return `${names.length === 2 ? 'both' : names[0]}${isOn200 ? '-on-200' : ''}`
}

function announcedIn(seen: Seen): readonly string[] {
  return ['deprecation', 'sunset'].filter((name) => headerIn(seen, name) !== undefined)
}
