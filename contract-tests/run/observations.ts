import { type SilenceId, isObject } from '../../spec/index.ts'
import { readRateLimit, serverTime } from '../client/index.ts'
import { schemaOf } from '../checks/documented.ts'
import { petOf, petsOf } from '../checks/pets.ts'
import { isToBeRemoved, removalState } from '../checks/removal.ts'
import { type Question, type Seen, type SeenFor, asks, headerIn, listIn } from './question.ts'

/** What a deployment chose where the interface is silent, as far as a run could see. */
export type Observed = Readonly<Partial<Record<SilenceId, string>>>

/** Reads the choices of a deployment from the answers of a run. */
export function observations(log: readonly Seen[], todayMilliseconds: number): Observed {
  const found: Readonly<Partial<Record<SilenceId, string | undefined>>> = {
    'media-type': byStatus(log, 'media-type', { 201: 'accept', 400: 'reject', 415: 'reject-415' }),
    'status-default': statusDefault(log),
    'unknown-fields': created(log, 'id', 'ignore', 'reject'),
    'category-check': created(log, 'large category', 'none', 'known'),
    'name-check': byStatus(log, 'name-check', { 201: 'none', 400: 'strict' }),
    'error-codes': errorCodes(log),
    undocumented: byStatus(log, 'undocumented', { 404: 'not-found', 405: '404-405' }),
    'list-order': listOrder(log),
    paging: paging(log),
    'page-cap': pageCap(log),
    'invalid-query': invalidQuery(log),
    'unknown-query': byStatus(log, 'unknown-query', { 200: 'ignore', 400: 'reject' }),
    'large-body': byStatus(log, 'large-body', { 400: 'reject', 413: 'reject-413' }),
    'malformed-id': byStatus(log, 'malformed-id', { 404: 'not-found', 400: 'reject' }),
    'rate-body': rateBody(log),
    'retry-after': retryAfterForm(log),
    'rate-window': rateWindow(log),
    'window-start': windowStart(log),
    'rate-anonymous': rateAnonymous(log),
    removal: removal(log, todayMilliseconds),
    'deprecation-headers': deprecationHeaders(log),
  }
  return Object.fromEntries(Object.entries(found).filter(([, choice]) => choice !== undefined))
}

/** The last answer to such a question. */
function lastAbout(log: readonly Seen[], asked: Question['asks'], about: string): Seen | undefined {
  return log.findLast(({ question }) => question.asks === asked && question.about === about)
}

function byStatus(
  log: readonly Seen[],
  silence: SilenceId,
  choices: Readonly<Record<number, string>>,
): string | undefined {
  const status = lastAbout(log, 'silence', silence)?.status
  return status === undefined ? undefined : choices[status]
}

function created(log: readonly Seen[], about: string, taken: string, refused: string): string | undefined {
  const status = lastAbout(log, 'create', about)?.status
  if (status === 201) return taken
  return status === 400 ? refused : undefined
}

/** The answers that tell of a new animal. */
function createdOnes(log: readonly Seen[]): readonly SeenFor<'create'>[] {
  return log.filter((seen) => asks(seen, 'create')).filter(({ status }) => status === 201)
}

function statusDefault(log: readonly Seen[]): string | undefined {
  const seen = createdOnes(log).find(({ question }) => question.animal.status === undefined)
  if (seen === undefined) return undefined
  const pet = petOf(seen.json)
  return pet?.hasStatus === false ? 'absent' : pet?.status === 'available' ? 'available' : undefined
}

// The codes of this project's own, by status and what was asked.
const ownCodes: readonly (readonly [code: string, status: number, asks?: Question['asks'], about?: string])[] = [
  ['unauthorized', 401],
  ['not_found', 404, 'pet', 'unknown'],
  ['invalid_body', 400, 'invalid', 'no name'],
  ['malformed_json', 400, 'invalid', 'malformed'],
]

function errorCodes(log: readonly Seen[]): string | undefined {
  const codes = ownCodes.flatMap(([own, status, asked, about]): readonly (readonly [string, string])[] => {
    const seen = log.find(
      ({ question, json, ...candidate }) =>
        candidate.status === status &&
        (asked === undefined || (question.asks === asked && question.about === about)) &&
        isObject(json) &&
        typeof json['code'] === 'string',
    )
    const theirs = isObject(seen?.json) ? String(seen.json['code']) : ''
    // A profile separates codes by commas, and a code is no novel.
    return theirs === '' || theirs.includes(',') || theirs.length > 100 ? [] : [[own, theirs]]
  })
  const other = codes.filter(([own, theirs]) => own !== theirs)
  if (codes.length === 0) return undefined
  return other.length === 0 ? 'documented' : other.map(([own, theirs]) => `${own}:${theirs}`).join(',')
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
  const isRising = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))
  const isFalling = places.every((place, at) => at === 0 || place < (places[at - 1] ?? 0))
  if (places.length >= 2) return isRising ? 'oldest-first' : isFalling ? 'newest-first' : undefined
  // New animals do not show up on a first page that is as it was before.
  const isUnmoved = added.length > 0 && first.length > 0 && first.every(({ id }, at) => last[at]?.id === id)
  return isUnmoved && places.length === 0 ? 'oldest-first' : undefined
}

function paging(log: readonly Seen[]): string | undefined {
  const lists = log.filter(({ question, status }) => schemaOf(question.operation, status) === 'Pets')
  if (lists.length === 0) return undefined
  return lists.some((seen) => /rel="?next/i.test(headerIn(seen, 'link') ?? '')) ? 'link' : 'none'
}

function pageCap(log: readonly Seen[]): string | undefined {
  const lengths = wholeLists(log).map((seen) => petsOf(seen)?.length ?? 0)
  const [first = 0, last = 0] = [lengths[0], lengths.at(-1)]
  if (lengths.length < 2 || createdOnes(log).length === 0) return undefined
  // A page that is not full, and does not grow with the catalogue either, has a bound of its own.
  if (first === last && first > 0 && first < 100) return String(first)
  return last > first || last === 100 ? 'none' : undefined
}

function invalidQuery(log: readonly Seen[]): string | undefined {
  const seen = lastAbout(log, 'silence', 'invalid-query')
  if (seen?.status !== 200) return byStatus(log, 'invalid-query', { 400: 'reject', 422: 'reject-422' })
  const length = petsOf(seen)?.length
  return length === undefined || length === 0 ? undefined : length === 1 ? 'clamp' : 'ignore'
}

function rateBody(log: readonly Seen[]): string | undefined {
  const seen = log.find(({ status }) => status === 429)
  if (seen?.exchange.response === undefined) return undefined
  return seen.exchange.response.bytes.byteLength === 0 ? 'empty' : 'error'
}

function retryAfterForm(log: readonly Seen[]): string | undefined {
  const told = log.filter(({ status }) => status === 429).map((seen) => headerIn(seen, 'retry-after'))[0]
  if (told === undefined) return undefined
  return /^[0-9]+$/.test(told) ? 'seconds' : /^[A-Z][a-z]{2}, /.test(told) ? 'http-date' : undefined
}

function rateWindow(log: readonly Seen[]): string | undefined {
  const ahead = log.flatMap(({ question, exchange: { response, sentAtMilliseconds } }) => {
    const reset = response && readRateLimit(response).reset
    if (response === undefined || reset === undefined || question.credential !== 'valid') return []
    return [reset - (serverTime(response) ?? sentAtMilliseconds) / 1000]
  })
  if (ahead.length === 0) return undefined
  // A minute that is told may be the tightest window as well, which is what a client may count on.
  return ahead.every((seconds) => seconds > 61) ? 'day' : 'tightest'
}

/** Windows of the clock end with a whole minute. One in sixty of the others does, too, and is taken for one of them. */
function windowStart(log: readonly Seen[]): string | undefined {
  const resets = log.flatMap(({ question, exchange: { response } }) => {
    const reset = response && readRateLimit(response).reset
    return reset === undefined || question.credential !== 'valid' ? [] : [reset]
  })
  if (resets.length === 0) return undefined
  if (resets.every((reset) => reset % 60 === 0)) return 'clock'
  // An end that moves with each call is of no window that has begun.
  return resets.some((reset, at) => reset % 60 !== 0 && reset === resets[at - 1]) ? 'first-call' : undefined
}

function rateAnonymous(log: readonly Seen[]): string | undefined {
  const left = log.flatMap(({ status, exchange: { response } }) => {
    const remaining = response && readRateLimit(response).remaining
    return status === 401 && remaining !== undefined ? [remaining] : []
  })
  if (left.length < 3) return undefined
  return left.some((value, at) => at > 0 && value < (left[at - 1] ?? 0)) ? 'yes' : 'no'
}

function removal(log: readonly Seen[], todayMilliseconds: number): string | undefined {
  if (removalState(todayMilliseconds) !== 'removed') return undefined
  const statuses = log
    .filter(({ question }) => isToBeRemoved(question.operation) && question.credential === 'valid')
    .map(({ status }) => status)
  if (statuses.length === 0) return undefined
  return statuses.every((status) => status === 410)
    ? 'gone'
    : statuses.every((status) => status === 404)
      ? 'not-found'
      : undefined
}

function deprecationHeaders(log: readonly Seen[]): string | undefined {
  const seen = log.find(({ question, status }) => isToBeRemoved(question.operation) && status === 200)
  if (seen === undefined) return undefined
  const has = ['deprecation', 'sunset'].map((name) => headerIn(seen, name) !== undefined)
  return has.every(Boolean) ? 'both' : has.some(Boolean) ? undefined : 'none'
}
