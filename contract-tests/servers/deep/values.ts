import { int64Min, isObject } from '../../../spec/index.ts'
import { editName, takingBodies } from '../broken/creations.ts'
import { editNewPet, editPets, editQueries } from '../edits.ts'
import { refuseResultIf } from '../refusals.ts'
import type { BrokenServers } from '../variation.ts'
import { tokenOf } from '../plain-server.ts'

/** Departures that few values show. */
export const deepValues: BrokenServers = {
  '4.2/name-as-sent': {
    'name-null-emptied': editName((name) => (name === 'null' ? '' : name)),
    'name-number-rewritten': editName((name) => (/^[\d.]+(e\d+)?$/i.test(name) ? String(Number(name)) : name)),
    'name-blanks-joined': editName((name) => name.replaceAll(/ {2,}/g, ' ')),
    'name-cut-at-255': editName((name) => name.slice(0, 255)),
    // It decodes each piece of a body alone.
    'name-split-at-64k': {
      accept: (call, usual) => {
        const pieces = [call.body.subarray(0, 65_536), call.body.subarray(65_536)]
        return usual({ ...call, body: Buffer.from(pieces.map((piece) => Buffer.from(piece).toString()).join('')) })
      },
    },
    'name-inherited-rewritten': editName((name) => (name in {} ? String(Object.prototype[name as 'toString']) : name)),
  },
  '4.2/category-id-as-sent': {
    'category-absolute': editNewPet({ categoryId: (id) => (id < 0 ? -id : id) }),
    'category-smallest-changed': editNewPet({ categoryId: (id) => (id === int64Min ? int64Min + 1n : id) }),
  },
  '4.2/answers-pet': {
    'category-smallest-500': refuseResultIf('accept', ({ categoryId }) => categoryId === int64Min, 500),
    'name-empty-500': refuseResultIf('accept', ({ name }) => name === '', 500),
  },
  '4.3/pet-id-int64': { 'id-zero-500': refuseResultIf('petId', (id) => id === 0, 500) },
  '4.3/same-id': { 'get-absolute': { found: (id, usual) => usual(id) ?? usual(-id) } },
  '4.1/limit-most': {
    'limit-60-to-99-one-more': editQueries({ limit: (limit) => (limit >= 60 && limit < 100 ? limit + 1 : limit) }),
  },
  '4.1/status-filter': {
    'sold-in-long-lists-ignored': editQueries(
      { status: undefined },
      ({ query }) => query.get('status') === 'sold' && /^[4-9]\d$/.test(query.get('limit') ?? ''),
    ),
  },
  '2/pet-name-string': {
    'name-digits-as-number': editPets({ name: (name) => (/^[1-9][0-9]*$/.test(name) ? Number(name) : name) }),
  },
  '4.2/name-required': {
    'two-missing-taken': takingBodies((body) => isObject(body) && !('name' in body) && !('categoryId' in body)),
  },
  '5/invalid-key': {
    'key-end-ignored': ({ apiKey }) => ({
      isKey({ headers }) {
        const token = tokenOf(headers.authorization)
        return token?.length === apiKey.length && token.startsWith(apiKey.slice(0, -1))
      },
    }),
    'key-inherited': { isKey: (call, usual) => usual(call) || (tokenOf(call.headers.authorization) ?? ' ') in {} },
    'any-key-with-status': {
      isKey: (call, usual) =>
        usual(call) || (call.query.has('status') && tokenOf(call.headers.authorization) !== undefined),
    },
  },
}
