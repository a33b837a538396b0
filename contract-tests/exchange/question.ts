import {
  type ClauseId,
  type Int64,
  type OperationId,
  type Pet,
  type PetStatus,
  type SilenceId,
  readJsonBytes,
} from '../../spec/index.ts'
import { type Exchange, type RateLimit, headerOf, readRateLimit, serverTime } from '../client/index.ts'
import type { Credential, WrongCredential } from './credentials.ts'

/** What is wrong with a request besides its key. */
export type Flaw = 'unknown' | 'invalid' | 'malformed'

/** A request, sent with the method of its operation. */
export interface Request {
  /** Below the base address, query included. */
  readonly path: string
  readonly body?: string | undefined
  /** The media type of the body. Default: application/json. */
  readonly mediaType?: string | undefined
  /** Opens a connection for this request alone. */
  readonly isOnNewConnection?: boolean | undefined
}

/** What all questions have. */
interface QuestionBase extends Request {
  readonly operation: OperationId
  readonly credential: Credential
  /** The documented statuses for this request; none if the interface is silent. */
  readonly expects: readonly number[]
  /** The clauses that another status breaks, the plainest first. */
  readonly breaks: readonly ClauseId[]
  /** Other statuses that a careful reader could defend. */
  readonly tolerates?: ((status: number) => boolean) | undefined
}

/** What a list was asked for (section 4.1). */
export interface ListParameters {
  readonly limit?: number | undefined
  readonly status?: PetStatus | undefined
}

/** A NewPet as it was sent, perhaps with an id, which the server should ignore. */
export type SentAnimal = { readonly [Name in keyof Pet]?: Pet[Name] | undefined } & Pick<Pet, 'name' | 'categoryId'>

/** The kinds of questions. Questions with the same `about` are expected to fail together. */
type Case =
  | { readonly asks: 'list'; readonly about: string; readonly list: ListParameters }
  /** For one animal. Even the extremes of int64 may be ids of animals. */
  | { readonly asks: 'pet'; readonly about: 'known' | 'unknown' | 'extreme'; readonly petId: Int64 }
  /** To add an animal. */
  | { readonly asks: 'create'; readonly about: string; readonly animal: SentAnimal }
  /** To add an invalid NewPet. */
  | { readonly asks: 'invalid'; readonly about: string }
  /** Anything, without a valid key. */
  | { readonly asks: 'unauthorized'; readonly about: WrongCredential; readonly flaw?: Flaw | undefined }
  /** Something that the interface leaves open: no answer is wrong. What was tried of it is a path or a name. */
  | { readonly asks: 'silence'; readonly about: SilenceId; readonly tried?: string }
  /** Anything else, such as a list with a body. */
  | { readonly asks: 'other'; readonly about: string }

/** One thing to ask a deployment, and what the interface lets come back. */
export type Question = QuestionBase & Case

/** The questions of one case. */
export type QuestionFor<Asks extends Question['asks']> = Extract<Question, { readonly asks: Asks }>

/** A question and what came back. */
export interface Seen {
  /** 1 for the first request of the run. */
  readonly number: number
  /** The probe that asked. */
  readonly probe: string
  readonly question: Question
  readonly exchange: Exchange
  /** The status, `undefined` when no response came. */
  readonly status: number | undefined
  /** The body as exact JSON; `undefined` when it is not JSON. */
  readonly json: unknown
  /** Why the body is not JSON; `undefined` when it is. */
  readonly jsonProblem: string | undefined
}

/** A question of one case and what came back. */
export type SeenFor<Asks extends Question['asks']> = Seen & { readonly question: QuestionFor<Asks> }

/** Whether this was asked. */
export function asks<Asks extends Question['asks']>(seen: Seen, wanted: Asks): seen is SeenFor<Asks> {
  return seen.question.asks === wanted
}

export function listIn({ question }: Pick<Seen, 'question'>): ListParameters | undefined {
  return question.asks === 'list' ? question.list : undefined
}

export function headerIn({ exchange: { response } }: Seen, name: string): string | undefined {
  return response && headerOf(response, name)
}

/** Whether it failed in a way that may be temporary, as during a restart. */
export function hasFailed({ status = 500, exchange }: Seen): boolean {
  return exchange.problem !== undefined || status >= 500 || status === 408 || status === 425
}

export function hasNextPage(seen: Seen): boolean {
  return /rel="?next/i.test(headerIn(seen, 'link') ?? '')
}

export function rateLimitOf({ exchange: { response } }: Seen): RateLimit {
  return readRateLimit(response ?? { headers: new Map() })
}

/** Whether a reset is a Unix timestamp in seconds, as section 8 says, and neither a delay (before 2001) nor in milliseconds (after 5138). */
export function isTimestamp(reset: number): boolean {
  return reset >= 1e9 && reset <= 1e11
}

export function dateOf({ exchange: { response } }: Seen): number | undefined {
  return response && serverTime(response)
}

export function seenOf(number: number, probe: string, question: Question, exchange: Exchange): Seen {
  const { response, problem } = exchange
  const isWhole = problem === undefined
  // Half a body is no JSON, however large it is.
  const bytes = isWhole && response !== undefined ? response.bytes : new Uint8Array()
  const reading = readJsonBytes(bytes, Number.POSITIVE_INFINITY)
  return {
    number,
    probe,
    question,
    exchange,
    status: response?.status,
    json: reading.ok && isWhole ? reading.value : undefined,
    jsonProblem: !isWhole ? problem.kind : reading.ok ? undefined : reading.problem,
  }
}
