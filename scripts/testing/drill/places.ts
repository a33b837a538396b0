type Change = readonly [found: string, instead: string]

/** By story, what is left by hand: the text that stands in a file, and the text that replaces it. */
export const places: Readonly<Record<'members' | 'orders', Readonly<Record<string, readonly Change[]>>>> = {
  // The clauses of three further members, each at the end of its part of the document.
  members: {
    'spec/clauses.ts': [
      [
        "  '2/pet-id-present':",
        `  '2/pet-drill-age-value': 'A Pet may have an age, an integer from 0 to 100.',
  '2/pet-drill-chip-present': 'A Pet has a chip.',
  '2/pet-drill-chip-value': 'The chip of a Pet is two capital letters and four digits.',
  '2/pet-drill-tags-value': 'A Pet may have tags, a list of strings.',
  '2/pet-id-present':`,
      ],
      [
        "  '4.2/invalid-error':",
        // One clause for each flaw of the chip: not every run shows each.
        `  '4.2/drill-age-value': 'An age that is no integer from 0 to 100 answers 400.',
  '4.2/drill-age-optional': 'A NewPet needs no age.',
  '4.2/drill-age-as-sent': 'The Pet of a 201 has the age that was sent, if one was.',
  '4.2/drill-chip-required': 'A NewPet without a chip answers 400.',
  '4.2/drill-chip-string': 'A chip that is no string answers 400.',
  '4.2/drill-chip-form': 'A chip that is not two capital letters and four digits answers 400.',
  '4.2/drill-chip-as-sent': 'The Pet of a 201 has the chip that was sent.',
  '4.2/drill-tags-value': 'Tags that are no list of strings answer 400.',
  '4.2/drill-tags-as-sent': 'The Pet of a 201 has the tags that were sent, if some were.',
  '4.2/invalid-error':`,
      ],
    ],
  },
  // The compiler names each of these files.
  orders: {
    'spec/clauses.ts': [
      [
        "  '5': 'Authentication',",
        "  '4.4': 'List orders',\n  '4.5': 'Add an order',\n  '4.6': 'Get an order',\n  '5': 'Authentication',",
      ],
      [
        "  '5/every-operation':",
        `  '1/added-order-kept': ['sequence', 'An order that was added can be read afterwards.'],
  '2/order-id': 'An Order has an id, an int64.',
  '2/order-pet-id': 'An Order has a petId, an int64.',
  '2/order-quantity': 'An Order has a quantity from 1 to 100.',
  '2/order-status': 'An Order may have a status: placed, approved or delivered.',
  '2/orders-array': 'Orders is a JSON array.',
  '2/orders-items': 'Every item of Orders is an Order.',
  '4.4/answers-orders': 'GET /store/orders answers 200 with Orders.',
  '4.4/unauthorized': 'listOrders without a valid API key answers 401.',
  '4.5/answers-order': 'POST /store/orders with a NewOrder answers 201 with an Order.',
  '4.5/invalid-error': 'The body of a 400 of createOrder is an Error.',
  '4.5/unauthorized': 'createOrder without a valid API key answers 401.',
  '4.6/answers-order': 'GET /store/orders/{orderId} answers 200 with an Order.',
  '4.6/not-found': 'An orderId that no order has answers 404.',
  '4.6/not-found-error': 'The body of a 404 of getOrder is an Error.',
  '4.6/order-id-int64': 'Every int64 is accepted as an orderId.',
  '4.6/unauthorized': 'getOrder without a valid API key answers 401.',
  '5/every-operation':`,
      ],
    ],
    'mocks/operations/resources.ts': [
      [
        'import { pets }',
        "import { MemoryItems } from '../animals/memory-items.ts'\nimport { baseOrders, orders } from './orders.ts'\nimport { pets }",
      ],
      ['{ Pet: pets }', '{ Pet: pets, Order: orders }'],
      [
        '  return { Pet }',
        `  const memoryLimit = Pet.memoryLimit.sibling()
  return { Pet, Order: { open: (beginning) => new MemoryItems(baseOrders, beginning, memoryLimit), memoryLimit } }`,
      ],
    ],
    'contract-tests/servers/plain-server.ts': [
      ['import { type Quota,', "import { orderReplies } from './orders.ts'\nimport { type Quota,"],
      [
        "  getPet: ['GET', ",
        `  listOrders: ['GET', /^\\/v1\\/store\\/orders$/],
  createOrder: ['POST', /^\\/v1\\/store\\/orders$/],
  getOrder: ['GET', /^\\/v1\\/store\\/orders\\/([^/]+)$/],
  getPet: ['GET', `,
      ],
      ['    getPet: get,', '    getPet: get,\n    ...orderReplies(state),'],
    ],
  },
}
