import fc from 'fast-check'
import { type OperationId, type PetStatus, operationIds, petStatuses } from '../../spec/index.ts'

/** One request as it is drawn. Which animal, name or wrong value it means is settled when it is sent. */
export type Step =
  | { readonly asks: 'list'; readonly limit: number | undefined; readonly status: PetStatus | undefined }
  | { readonly asks: 'get'; readonly of: 'added' | 'listed' | 'odd'; readonly at: number }
  | {
      readonly asks: 'create'
      readonly name: 'plain' | 'odd' | 'alike' | 'again'
      readonly text: string
      readonly isOddCategory: boolean
      readonly status: PetStatus | undefined
      readonly at: number
    }
  | { readonly asks: 'invalid' }
  | {
      readonly asks: 'unauthorized'
      readonly operation: OperationId
      readonly limit: number | undefined
      readonly status: PetStatus | undefined
    }

/** Requests that are sent at once, most often one. */
export interface Turn {
  readonly steps: readonly Step[]
  /** Whether it needs new connections. */
  readonly isOnNewConnection: boolean
}

const limit = fc.option(fc.oneof(fc.constantFrom(1, 2, 20, 100), fc.integer({ min: 1, max: 100 })), {
  nil: undefined,
  freq: 3,
})
const status = fc.option(fc.constantFrom(...petStatuses), { nil: undefined, freq: 2 })
const at = fc.nat({ max: 4 })

const list = fc.record({ asks: fc.constant('list' as const), limit, status })
const get = fc.record({
  asks: fc.constant('get' as const),
  of: fc.constantFrom('added', 'added', 'added', 'listed', 'listed', 'odd'),
  at,
})
const create = fc.record({
  asks: fc.constant('create' as const),
  name: fc.constantFrom('plain', 'odd', 'odd', 'alike', 'again'),
  text: fc.string({ unit: 'grapheme', maxLength: 12 }),
  isOddCategory: fc.boolean(),
  status,
  at,
})
const unauthorized = fc.record({
  asks: fc.constant('unauthorized' as const),
  operation: fc.constantFrom(...operationIds),
  limit,
  status,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: list },
  { weight: 6, arbitrary: get },
  { weight: 4, arbitrary: create },
  { weight: 2, arbitrary: fc.record({ asks: fc.constant('invalid' as const) }) },
  { weight: 2, arbitrary: unauthorized },
)

/** Turns of which reading ones are the most. */
export const turn: fc.Arbitrary<Turn> = fc.record({
  steps: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(step) },
    // The same kind of request, so that they meet each other.
    {
      weight: 1,
      arbitrary: fc.oneof(...[list, get, create].map((one) => fc.array<Step>(one, { minLength: 2, maxLength: 3 }))),
    },
  ),
  isOnNewConnection: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})
