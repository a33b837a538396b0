import { manyAnimals, unsold } from '../animals.ts'
import type { BrokenVariation } from './broken.ts'
import {
  editBodies,
  editErrors,
  editHeaders,
  editPets,
  editReplies,
  editText,
  on,
  onError,
  onSuccess,
  successOf,
} from '../edits.ts'
import { textReply } from '../reply.ts'
import { type Hooks, isRecord } from '../way.ts'

/** Media types, JSON, Pets and Errors that break sections 1, 2 and 7. */
export const brokenShapes: readonly BrokenVariation[] = [
  {
    id: 'list-as-text',
    clause: '1/response-media-type',
    summary: 'Labels the list text/plain.',
    hooks: () => editHeaders({ 'Content-Type': 'text/plain' }, successOf('listPets')),
  },
  {
    id: 'list-as-text-json',
    clause: '1/response-media-type',
    summary: 'Labels the list text/json.',
    hooks: () => editHeaders({ 'Content-Type': 'text/json' }, successOf('listPets')),
  },
  {
    id: 'new-animal-as-hal',
    clause: '1/response-media-type',
    summary: 'Labels a 201 application/hal+json.',
    hooks: () => editHeaders({ 'Content-Type': 'application/hal+json' }, on(201)),
  },
  {
    id: 'animal-as-stream',
    clause: '1/response-media-type',
    summary: 'Labels the animal of getPet application/json-seq.',
    hooks: () => editHeaders({ 'Content-Type': 'application/json-seq' }, successOf('getPet')),
  },
  {
    id: 'no-media-type',
    clause: '1/response-media-type',
    summary: 'Sends no Content-Type.',
    hooks: () => editHeaders({ 'Content-Type': undefined }, onSuccess),
  },
  {
    id: 'errors-as-problems',
    clause: '7/error-media-type',
    summary: 'Labels Errors application/problem+json.',
    hooks: () => editHeaders({ 'Content-Type': 'application/problem+json' }, onError),
  },
  {
    id: 'unauthorized-as-text',
    clause: '7/error-media-type',
    summary: 'Labels a 401 text/plain.',
    hooks: () => editHeaders({ 'Content-Type': 'text/plain; charset=utf-8' }, on(401)),
  },
  {
    id: 'not-found-as-page',
    clause: '7/error-media-type',
    summary: 'Labels a 404 text/html, though the body is an Error.',
    hooks: () => editHeaders({ 'Content-Type': 'text/html' }, on(404)),
  },
  {
    id: 'json-single-quotes',
    clause: '1/response-is-json',
    summary: 'Writes the list with single quotes.',
    hooks: () => editText((text) => text.replaceAll('"', "'"), successOf('listPets')),
  },
  {
    id: 'json-trailing-comma',
    clause: '1/response-is-json',
    summary: 'Writes a comma after the last animal of the list.',
    hooks: () => editText((text) => text.replace(/\]$/, ',]'), successOf('listPets')),
  },
  {
    id: 'json-guarded',
    clause: '1/response-is-json',
    summary: 'Writes a guard against scripts before the list.',
    hooks: () => editText((text) => `)]}',\n${text}`, successOf('listPets')),
  },
  {
    id: 'json-cut-off',
    clause: '1/response-is-json',
    summary: 'Leaves out the last ten bytes of the list.',
    hooks: () => editText((text) => text.slice(0, -10), successOf('listPets')),
  },
  {
    id: 'json-lines',
    clause: '1/response-is-json',
    summary: 'Writes the list as a line of JSON for each animal.',
    hooks: () => editText((text) => text.slice(1, -1).replaceAll('},{', '}\n{'), successOf('listPets')),
  },
  {
    id: 'json-nan',
    clause: '1/response-is-json',
    summary: 'Writes NaN for the categoryId of one animal.',
    hooks: () => editText((text) => text.replace('"categoryId":2,', '"categoryId":NaN,'), successOf('listPets')),
  },
  {
    id: 'json-in-latin-1',
    clause: '1/response-is-json',
    summary: 'Writes JSON in Latin-1.',
    hooks: () => editText((text) => Buffer.from(text, 'latin1'), onSuccess),
  },
  {
    id: 'json-in-utf-16',
    clause: '1/response-is-json',
    summary: 'Writes JSON in UTF-16.',
    hooks: () => editText((text) => Buffer.from(text, 'utf16le'), onSuccess),
  },
  {
    id: 'list-as-xml',
    clause: '1/response-is-json',
    summary: 'Writes the list as XML under the label of JSON.',
    hooks: () => editText(() => '<pets><pet id="1"/></pets>', successOf('listPets')),
  },
  {
    id: 'list-without-body',
    clause: '1/response-is-json',
    summary: 'Answers the list with 200 and nothing.',
    hooks: () => editText(() => '', successOf('listPets')),
  },
  ...petsWith('pet-without-name', '2/pet-name-present', 'Leaves out names', (pet) => ({ ...pet, name: undefined })),
  ...petsWith('pet-name-null', '2/pet-name-string', 'Sends null for names', (pet) => ({ ...pet, name: null })),
  ...petsWith('pet-name-object', '2/pet-name-string', 'Sends names as objects', (pet) => ({
    ...pet,
    name: { en: pet['name'] },
  })),
  {
    id: 'pet-name-number-once',
    clause: '2/pet-name-string',
    summary: 'Sends a number for the name of the tenth animal of a list.',
    hooks: () => editPets((pet, index) => (index === 9 ? { ...pet, name: 12 } : pet)),
  },
  ...petsWith('pet-without-category', '2/pet-category-id-present', 'Leaves out categoryId', (pet) => {
    const { categoryId: _, ...others } = pet
    return others
  }),
  ...petsWith('pet-category-text', '2/pet-category-id-int64', 'Sends categoryId as text', (pet) => ({
    ...pet,
    categoryId: String(pet['categoryId']),
  })),
  ...petsWith('pet-category-null', '2/pet-category-id-int64', 'Sends null for categoryId', (pet) => ({
    ...pet,
    categoryId: null,
  })),
  ...petsWith('pet-category-fraction', '2/pet-category-id-int64', 'Sends categoryId with a fraction', (pet) => ({
    ...pet,
    categoryId: 1.5,
  })),
  ...petsWith('pet-category-too-large', '2/pet-category-id-int64', 'Sends a categoryId of 2^63', (pet) => ({
    ...pet,
    categoryId: 2n ** 63n,
  })),
  {
    id: 'pet-category-object',
    clause: '2/pet-category-id-int64',
    summary: 'Sends categoryId as an object in getPet alone.',
    hooks: () => editPets((pet) => ({ ...pet, categoryId: { id: pet.categoryId } }), successOf('getPet')),
  },
  ...petsWith('pet-status-capitals', '2/pet-status-value', 'Sends statuses in capitals', (pet) => ({
    ...pet,
    ...(typeof pet['status'] === 'string' && { status: pet['status'].toUpperCase() }),
  })),
  ...petsWith('pet-status-null', '2/pet-status-value', 'Sends null for a status that there is not', (pet) => ({
    ...pet,
    status: pet['status'] ?? null,
  })),
  ...petsWith(
    'pet-status-empty',
    '2/pet-status-value',
    'Sends an empty text for a status that there is not',
    (pet) => ({
      ...pet,
      status: pet['status'] ?? '',
    }),
  ),
  {
    id: 'pet-status-unknown',
    clause: '2/pet-status-value',
    summary: 'Has one animal that is reserved.',
    hooks: () => editPets((pet) => (pet.id === 5 ? { ...pet, status: 'reserved' } : pet)),
  },
  ...petsWith('pet-status-number', '2/pet-status-value', 'Sends statuses as numbers', (pet) => ({ ...pet, status: 1 })),
  ...petsWith('pet-without-id', '2/pet-id-present', 'Leaves out ids', (pet) => ({ ...pet, id: undefined })),
  ...petsWith('pet-id-renamed', '2/pet-id-present', 'Sends petId in the place of id', ({ id, ...pet }) => ({
    petId: id,
    ...pet,
  })),
  ...petsWith('pet-id-text', '2/pet-id-int64', 'Sends ids as text', (pet) => ({ ...pet, id: String(pet['id']) })),
  {
    id: 'pet-id-text-when-large',
    clause: '2/pet-id-int64',
    summary: 'Sends ids beyond 2^53 as text.',
    hooks: () => editPets((pet) => (typeof pet.id === 'bigint' ? { ...pet, id: String(pet.id) } : pet)),
  },
  {
    id: 'pet-id-unsigned',
    clause: '2/pet-id-int64',
    summary: 'Has an animal whose id needs 64 bits without a sign.',
    animals: () => manyAnimals(150, (pet, index) => (index === 7 ? { ...pet, id: 2n ** 64n - 3n } : pet)),
  },
  {
    id: 'pet-id-fraction',
    clause: '2/pet-id-int64',
    summary: 'Sends ids with a fraction.',
    hooks: () => editPets((pet) => ({ ...pet, id: Number(pet.id) + 0.5 })),
  },
  {
    id: 'pet-ids-repeated',
    clause: '2/pet-id-unique',
    summary: 'Has two animals with the same id on one page.',
    animals: () => manyAnimals(150, (pet, index) => (index === 12 ? { ...pet, id: 12 } : pet)),
  },
  {
    id: 'pet-listed-twice',
    clause: '2/pet-id-unique',
    summary: 'Lists the last animal of a page twice.',
    hooks: () => ({
      page(input, usual) {
        const pets = usual(input)
        return [...pets.slice(0, -2), ...pets.slice(-1), ...pets.slice(-1)]
      },
    }),
  },
  ...listAs('list-in-envelope', '2/pets-array', 'in an object under pets', (pets) => ({ pets, total: pets.length })),
  ...listAs('list-in-data', '2/pets-array', 'in an object under data', (pets) => ({ data: pets, next: null })),
  ...listAs('list-by-id', '2/pets-array', 'as an object by id', (pets) => Object.fromEntries(pets.entries())),
  ...listAs('list-as-null', '2/pets-array', 'as null where nothing matches', (pets) =>
    pets.length > 0 ? pets : null,
  ).map((variation) => ({ ...variation, animals: unsold })),
  ...listAs('list-of-one-unwrapped', '2/pets-array', 'as an object where there is one animal', (pets) =>
    pets.length === 1 ? pets[0] : pets,
  ),
  ...listAs('list-of-one-array', '2/pets-items', 'in an array within the array', (pets) => [pets]),
  ...listAs('list-with-null', '2/pets-items', 'with null at the end', (pets) =>
    [...pets, null].slice(-pets.length || 1),
  ),
  ...listAs('list-of-ids', '2/pets-items', 'as an array of ids', (pets) =>
    pets.map((pet) => (isRecord(pet) ? pet['id'] : pet)),
  ),
  ...listAs('list-as-text-in-json', '2/pets-array', 'as JSON in a JSON text', (pets) => JSON.stringify(pets, digits)),
  ...errorsWith('error-without-code', '2/error-code', 'without a code', (error) => ({ ...error, code: undefined })),
  ...errorsWith('error-code-number', '2/error-code', 'with a number for the code', (error) => ({
    ...error,
    code: error['status'],
  })),
  ...errorsWith('error-code-null', '2/error-code', 'with null for the code', (error) => ({ ...error, code: null })),
  ...errorsWith('error-without-message', '2/error-message', 'without a message', (error) => ({
    ...error,
    message: undefined,
  })),
  ...errorsWith('error-message-list', '2/error-message', 'with a list of messages', (error) => ({
    ...error,
    message: [error['message']],
  })),
  ...errorsWith('error-without-status', '2/error-status', 'without a status', (error) => ({
    ...error,
    status: undefined,
  })),
  ...errorsWith('error-status-text', '2/error-status', 'with a status in quotes', (error) => ({
    ...error,
    status: String(error['status']),
  })),
  ...errorsWith('error-status-words', '2/error-status', 'with a status in words', (error) => ({
    ...error,
    status: 'error',
  })),
  ...errorsWith('error-status-500', '2/error-status-equals', 'with a status of 500', (error) => ({
    ...error,
    status: 500,
  })),
  {
    id: 'error-status-unlike-on-404',
    clause: '2/error-status-equals',
    summary: 'Sends a 404 whose Error has a status of 400.',
    hooks: () => editErrors((error) => ({ ...error, status: 400 }), on(404)),
  },
  {
    id: 'error-status-unlike-on-400',
    clause: '2/error-status-equals',
    summary: 'Sends a 400 whose Error has a status of 422.',
    hooks: () => editErrors((error) => ({ ...error, status: 422 }), on(400)),
  },
  {
    id: 'error-status-unlike-on-401',
    clause: '2/error-status-equals',
    summary: 'Sends a 401 whose Error has a status of 403.',
    hooks: () => editErrors((error) => ({ ...error, status: 403 }), on(401)),
  },
  ...errorsWith('errors-in-envelope', '7/error-shape', 'in an object under error', (error) => ({ error })),
  ...errorsWith('errors-in-array', '7/error-shape', 'in an array', (error) => [error]),
  ...errorsWith('errors-as-text', '7/error-shape', 'as a JSON text', (error) => error['message']),
  {
    id: 'unauthorized-without-body',
    clause: '5/error-body',
    summary: 'Sends a 401 without a body.',
    hooks: () => editText(() => '', on(401)),
  },
  {
    id: 'unauthorized-as-object',
    clause: '5/error-body',
    summary: 'Sends a 401 with an empty object.',
    hooks: () => editBodies(() => ({}), on(401)),
  },
  {
    id: 'unauthorized-as-oauth',
    clause: '5/error-body',
    summary: 'Sends a 401 with the members that OAuth has.',
    hooks: () => editBodies(() => ({ error: 'invalid_token', error_description: 'no' }), on(401)),
  },
  {
    id: 'not-found-without-body',
    clause: '4.3/not-found-error',
    summary: 'Sends a 404 without a body.',
    hooks: () => editText(() => '', on(404)),
  },
  {
    id: 'not-found-as-null',
    clause: '4.3/not-found-error',
    summary: 'Sends a 404 with null.',
    hooks: () => editBodies(() => null, on(404)),
  },
  {
    id: 'not-found-as-html',
    clause: '4.3/not-found-error',
    summary: 'Sends a 404 with the page of a web server.',
    hooks: () =>
      editReplies((reply) => {
        const page = textReply(404, 'text/html', '<html><h1>404 Not Found</h1></html>')
        return { ...page, headers: { ...reply.headers, ...page.headers } }
      }, on(404)),
  },
  {
    id: 'invalid-without-body',
    clause: '4.2/invalid-error',
    summary: 'Sends a 400 without a body.',
    hooks: () => editText(() => '', on(400)),
  },
  {
    id: 'invalid-as-list-of-problems',
    clause: '4.2/invalid-error',
    summary: 'Sends a 400 with an array of problems.',
    hooks: () => editBodies(() => [{ path: '/name', problem: 'required' }], on(400)),
  },
]

type Members = Record<string, unknown>

function petsWith(
  id: string,
  clause: BrokenVariation['clause'],
  does: string,
  edit: (pet: Members) => unknown,
): BrokenVariation[] {
  return [{ id, clause, summary: `${does}.`, hooks: () => editPets((pet) => edit({ ...pet })) }]
}

function errorsWith(
  id: string,
  clause: BrokenVariation['clause'],
  how: string,
  edit: (error: Members) => unknown,
): BrokenVariation[] {
  return [{ id, clause, summary: `Sends Errors ${how}.`, hooks: () => editErrors(edit) }]
}

function listAs(
  id: string,
  clause: BrokenVariation['clause'],
  how: string,
  edit: (pets: readonly unknown[]) => unknown,
): BrokenVariation[] {
  const hooks = (): Hooks => editBodies((body) => (Array.isArray(body) ? edit(body) : body), successOf('listPets'))
  return [{ id, clause, summary: `Sends the list ${how}.`, hooks }]
}

function digits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value
}
