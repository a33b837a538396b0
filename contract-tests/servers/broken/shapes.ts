import { editBodies, editErrors, editList, editMediaType, editPets, editText, replaceReplies } from '../edits.ts'
import { on, onError, onSuccess, successOf, textReply } from '../reply.ts'
import { type BrokenServers, withAnimals } from '../variation.ts'
import { isObject } from '../../../spec/index.ts'
import { soldAsPending } from '../animals.ts'

const inList = successOf('listPets')

/** Media types, JSON, Pets and Errors that break sections 1, 2 and 7. */
export const brokenShapes: BrokenServers = {
  '1/response-media-type': {
    'new-animal-as-hal': editMediaType('application/hal+json', on(201)),
    'no-media-type': editMediaType(undefined, onSuccess),
  },
  '7/error-media-type': {
    'errors-as-problems': editMediaType('application/problem+json', onError),
    'unauthorized-as-text': editMediaType('text/plain; charset=utf-8', on(401)),
    'not-found-as-page': editMediaType('text/html', on(404)),
  },
  '1/response-is-json': {
    'json-single-quotes': editText((text) => text.replaceAll('"', "'"), inList),
    'json-trailing-comma': editText((text) => text.replace(/\]$/, ',]'), inList),
    'json-cut-off': editText((text) => text.slice(0, -10), inList),
    'json-nan': editText((text) => text.replace('"categoryId":2,', '"categoryId":NaN,'), inList),
    'list-as-xml': editText(() => '<pets><pet id="1"/></pets>', inList),
    'json-in-latin-1': editText((text) => Buffer.from(text, 'latin1'), onSuccess),
    'json-in-utf-16': editText((text) => Buffer.from(text, 'utf16le'), onSuccess),
  },
  '2/pet-name-string': {
    'pet-name-number-once': editList((pets) =>
      pets.map((pet, index) => (index === 9 && isObject(pet) ? { ...pet, name: 12 } : pet)),
    ),
  },
  '2/pet-id-present': {
    'pet-id-renamed': editPets(({ id, ...pet }) => ({ petId: id, ...pet })),
  },
  '2/pet-id-int64': {
    'pet-id-text-when-large': editPets({ id: (id) => (typeof id === 'bigint' ? String(id) : id) }),
    'pet-id-unsigned': withAnimals(150, (index) => (index === 7 ? { id: 2n ** 64n - 3n } : {})),
  },
  '2/pet-id-unique': {
    'pet-ids-repeated': withAnimals(150, (index) => (index === 12 ? { id: 12 } : {})),
    'pet-listed-twice': editList((pets) => [...pets.slice(0, -2), ...pets.slice(-1), ...pets.slice(-1)]),
  },
  '2/pets-array': {
    'list-of-one-unwrapped': editList((pets) => (pets.length === 1 ? pets[0] : pets)),
    'list-as-text-in-json': editList((pets) =>
      JSON.stringify(pets, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ),
    'list-as-null': withAnimals(
      60,
      soldAsPending,
      editList((pets) => (pets.length > 0 ? pets : null)),
    ),
  },
  '2/error-status': { 'error-status-words': editErrors({ status: 'error' }) },
  '2/error-status-equals': {
    'error-status-500': editErrors({ status: 500 }),
    'error-status-unlike-on-404': editErrors({ status: 400 }, on(404)),
  },
  '7/error-shape': {
    'errors-in-envelope': editErrors((error) => ({ error })),
    'errors-in-array': editErrors((error) => [error]),
    'errors-as-text': editErrors(({ message }) => message),
  },
  '5/error-body': {
    'unauthorized-without-body': editText(() => '', on(401)),
    'unauthorized-as-oauth': editBodies(() => ({ error: 'invalid_token', error_description: 'no' }), on(401)),
  },
  '4.3/not-found-error': {
    'not-found-as-null': editBodies(() => null, on(404)),
    'not-found-as-html': replaceReplies(textReply(404, 'text/html', '<html><h1>404 Not Found</h1></html>'), on(404)),
  },
  '4.2/invalid-error': {
    'invalid-as-list-of-problems': editBodies(() => [{ path: '/name', problem: 'required' }], on(400)),
  },
}
