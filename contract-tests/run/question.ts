import type { ClauseId, Int64, OperationId, PetStatus } from '../../spec/index.ts'
import type { Exchange } from '../client/index.ts'

/** How a request shows who calls. All but `valid` must be answered with 401 (section 5). */
export type Credential =
  | 'valid'
  | 'missing'
  | 'empty'
  | 'wrong'
  | 'truncated'
  | 'other-case'
  | 'suffixed'
  | 'prefixed'
  | 'basic'
  | 'bare'
  | 'token'

/** How the kind of a question begins that the interface leaves open. No answer to it is wrong. */
export const observing = 'observe '

/** One thing to ask a deployment, and what the interface lets come back. */
export interface Question {
  readonly operation: OperationId
  /** What is asked, in one word: a second answer to the same kind tells nothing new when the first one was looked at twice. */
  readonly kind: string
  readonly credential: Credential
  /** Below the base address, query included. */
  readonly path: string
  readonly body?: string | undefined
  /** The media type of the body; application/json unless told. */
  readonly mediaType?: string | undefined
  /** The statuses that the interface documents for what is asked; none where it is silent. */
  readonly expects: readonly number[]
  /** What another status would break, the plainest first. */
  readonly breaks: readonly ClauseId[]
  /** Other statuses that a careful reader could defend. */
  readonly tolerates?: ((status: number) => boolean) | undefined
  /** What a list was asked for (section 4.1). */
  readonly list?: { readonly limit?: number | undefined; readonly status?: PetStatus | undefined } | undefined
  /** The animal that was asked for (section 4.3). */
  readonly petId?: Int64 | undefined
  /** The animal that was sent (section 4.2). */
  readonly animal?: SentAnimal | undefined
}

/** A NewPet as it was sent, and the id that it should not have named. */
export interface SentAnimal {
  readonly name: string
  readonly categoryId: Int64
  readonly status?: PetStatus | undefined
  readonly id?: Int64 | undefined
}

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
  /** The body as exact JSON; `undefined` when it is none. */
  readonly json: unknown
  /** Why the body is no JSON; `undefined` when it is. */
  readonly jsonProblem: string | undefined
}
