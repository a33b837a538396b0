import { type SilenceId, isObject } from '../../spec/index.ts'
import { schemaOf } from '../checks/documented.ts'
import { petOf, petsOf } from '../checks/pets.ts'
import { isToBeRemoved, removalState } from '../checks/removal.ts'
import {
  type Question,
  type Seen,
  type SeenFor,
  asks,
  dateOf,
  hasNextPage,
  headerIn,
  listIn,
  rateLimitOf,
} from './question.ts'

/** What a deployment chose where the interface is silent, as far as a run could see. */
export type Observed = Readonly<Partial<Record<SilenceId, string>>>

/** Reads the choices of a deployment from the answers of a run. */
export function observations(log: readonly Seen[], todayMilliseconds: number): Observed {
  const byStatus = (silence: SilenceId, choices: Choices): string | undefined =>
    chosenBy(lastAbout(log, 'silence', silence), choices)
  const found: Readonly<Partial<Record<SilenceId, string | undefined>>> = {
    'media-type': byStatus('media-type', { 201: 'accept', 400: 'reject', 415: 'reject-415' }),
    'status-default': statusDefault(log),
    'unknown-fields': chosenBy(lastAbout(log, 'create', 'id'), { 201: 'ignore', 400: 'reject' }),
    'category-check': categoryCheck(log),
    'name-check': byStatus('name-check', { 201: 'none', 400: 'strict' }),
    'error-codes': errorCodes(log),
    undocumented: byStatus('undocumented', { 404: 'not-found', 405: '404-405' }),
    'list-order': listOrder(log),
    paging: paging(log),
    'page-cap': pageCap(log),
    'invalid-query': invalidQuery(log),
    'unknown-query': byStatus('unknown-query', { 200: 'ignore', 400: 'reject' }),
    'large-body': byStatus('large-body', { 400: 'reject', 413: 'reject-413' }),
    'malformed-id': byStatus('malformed-id', { 404: 'not-found', 400: 'reject' }),
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

/** The choice that each status shows. */
type Choices = Readonly<Record<number, string>>

function chosenBy(seen: Seen | undefined, choices: Choices): string | undefined {
  return seen?.status === undefined ? undefined : choices[seen.status]
}

/** The last answer to this question. */
function lastAbout(log: readonly Seen[], asked: Question['asks'], about: string): Seen | undefined {
  return log.findLast(({ question }) => question.asks === asked && question.about === about)
}

/** The answers with a new animal. */
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

/** Whether a category must be known: a large one may be refused for its size, a small one may not. */
function categoryCheck(log: readonly Seen[]): string | undefined {
  const small = lastAbout(log, 'create', 'small category')
  return chosenBy(small ?? lastAbout(log, 'create', 'large category'), { 201: 'none', ...(small && { 400: 'known' }) })
}

function errorCodes(log: readonly Seen[]): string | undefined {
  const codes = ownCodes.flatMap(([own, status, asked, about]) => {
    const answers = log.filter(
      (seen) =>
        seen.status === status &&
        (asked === undefined || (seen.question.asks === asked && seen.question.about === about)),
    )
    const theirs = answers.map(({ json }) => isObject(json) && json['code']).find((code) => typeof code === 'string')
    // A profile separates codes by commas and keeps them short.
    return theirs === undefined || theirs === '' || theirs.includes(',') || theirs.length > 100 ? [] : [{ own, theirs }]
  })
  if (codes.length === 0) return undefined
  const other = codes.filter(({ own, theirs }) => own !== theirs)
  return other.length === 0 ? 'documented' : other.map(({ own, theirs }) => `${own}:${theirs}`).join(',')
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
  return lists.some(hasNextPage) ? 'link' : 'none'
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
  if (seen?.status !== 200) return chosenBy(seen, { 400: 'reject', 422: 'reject-422' })
  const length = petsOf(seen)?.length
  return length === undefined || length === 0 ? undefined : length === 1 ? 'clamp' : 'ignore'
}

function rateBody(log: readonly Seen[]): string | undefined {
  const response = log.find(({ status }) => status === 429)?.exchange.response
  return response && (response.bytes.byteLength === 0 ? 'empty' : 'error')
}

function retryAfterForm(log: readonly Seen[]): string | undefined {
  const refused = log.find(({ status }) => status === 429)
  const value = (refused && headerIn(refused, 'retry-after')) ?? ''
  return /^[0-9]+$/.test(value) ? 'seconds' : /^[A-Z][a-z]{2}, /.test(value) ? 'http-date' : undefined
}

/** The answers to the key that say when a window ends, and that instant in seconds since 1970. */
function windowEnds(log: readonly Seen[]): readonly { readonly seen: Seen; readonly reset: number }[] {
  return log.flatMap((seen) => {
    const { reset } = rateLimitOf(seen)
    return reset === undefined || seen.question.credential !== 'valid' ? [] : [{ seen, reset }]
  })
}

function rateWindow(log: readonly Seen[]): string | undefined {
  const ahead = windowEnds(log).map(
    ({ seen, reset }) => reset - (dateOf(seen) ?? seen.exchange.sentAtMilliseconds) / 1000,
  )
  if (ahead.length === 0) return undefined
  // A minute may also be the tightest of several windows, and a client may rely on no more than that.
  return ahead.every((seconds) => seconds > 61) ? 'day' : 'tightest'
}

/** Windows of the clock end with a whole minute. One in sixty of the others does too, and is taken for one of them. */
function windowStart(log: readonly Seen[]): string | undefined {
  const resets = windowEnds(log).map(({ reset }) => reset)
  if (resets.length === 0) return undefined
  if (resets.every((reset) => reset % 60 === 0)) return 'clock'
  // An end that moves with each call does not belong to a window that has begun.
  return resets.some((reset, at) => reset % 60 !== 0 && reset === resets[at - 1]) ? 'first-call' : undefined
}

function rateAnonymous(log: readonly Seen[]): string | undefined {
  const left = log
    .filter(({ status }) => status === 401)
    .map((seen) => rateLimitOf(seen).remaining)
    .filter((remaining) => remaining !== undefined)
  if (left.length < 3) return undefined
  return left.some((value, at) => at > 0 && value < (left[at - 1] ?? 0)) ? 'yes' : 'no'
}

function removal(log: readonly Seen[], todayMilliseconds: number): string | undefined {
  if (removalState('getPet', todayMilliseconds) !== 'removed') return undefined
  const answers = log.filter(({ question }) => isToBeRemoved(question.operation) && question.credential === 'valid')
  const [status = 0, ...others] = new Set(answers.map((seen) => seen.status))
  return others.length === 0 ? { 404: 'not-found', 410: 'gone' }[status] : undefined
}

function deprecationHeaders(log: readonly Seen[]): string | undefined {
  const seen = log.find(({ question, status }) => isToBeRemoved(question.operation) && status === 200)
  if (seen === undefined) return undefined
  const has = ['deprecation', 'sunset'].map((name) => headerIn(seen, name) !== undefined)
  return has.every(Boolean) ? 'both' : has.some(Boolean) ? undefined : 'none'
}
