import fc from 'fast-check'
import { operationIds, petStatuses } from '../../../spec/index.ts'

const limit = fc.option(fc.oneof(fc.constantFrom(1, 2, 20, 100), fc.integer({ min: 1, max: 100 })), {
  nil: undefined,
  freq: 3,
})
const status = fc.option(fc.constantFrom(...petStatuses), { nil: undefined, freq: 2 })
const at = fc.nat({ max: 4 })

const list = fc.record({ asks: fc.constant('list'), limit, status })
const get = fc.record({
  asks: fc.constant('get'),
  of: fc.constantFrom('added', 'added', 'added', 'listed', 'listed', 'odd'),
  at,
})
const create = fc.record({
  asks: fc.constant('create'),
  name: fc.constantFrom('plain', 'odd', 'odd', 'odd', 'again'),
  text: fc.string({ unit: 'grapheme', maxLength: 12 }),
  isOddCategory: fc.boolean(),
  status,
  at,
})
const invalid = fc.record({ asks: fc.constant('invalid') })
const unauthorized = fc.record({
  asks: fc.constant('unauthorized'),
  operation: fc.constantFrom(...operationIds),
  limit,
  status,
})
const step = fc.oneof(
  { weight: 6, arbitrary: list },
  { weight: 6, arbitrary: get },
  { weight: 4, arbitrary: create },
  { weight: 2, arbitrary: invalid },
  { weight: 2, arbitrary: unauthorized },
)

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

/** One request as it is drawn. Its animal, name or wrong value is chosen when it is sent. */
export type DrawnRequest = Drawn<typeof step>

/** Requests that are sent at once, most often one, and whether they need new connections. Most of them read. */
export const turn = fc.record({
  steps: fc.oneof(
    { weight: 9, arbitrary: fc.tuple<DrawnRequest[]>(step) },
    // Several of one kind, so that they collide.
    {
      weight: 1,
      arbitrary: fc.oneof(
        ...[list, get, create].map((one) => fc.array<DrawnRequest>(one, { minLength: 2, maxLength: 3 })),
      ),
    },
    // Several of different kinds: what one changes, another reads.
    { weight: 1, arbitrary: fc.array<DrawnRequest>(step, { minLength: 3, maxLength: 6 }) },
  ),
  isOnNewConnection: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
})

export type Turn = Drawn<typeof turn>
