import { editBodies, editErrors, editList, editMediaType, editText } from '../edits.ts'
import { on, onError, onSuccess, successOf } from '../reply.ts'
import { type BrokenServers, withAnimals } from '../variation.ts'

const inList = successOf('listPets')

/** Media types, JSON, Pets and Errors that break sections 1, 2 and 7. */
export const brokenShapes: BrokenServers = {
  '1/response-media-type': {
    'new-animal-as-hal': editMediaType('application/hal+json', on(201)),
    'no-media-type': editMediaType(undefined, onSuccess),
  },
  '7/error-media-type': {
    'errors-as-problems': editMediaType('application/problem+json', onError),
  },
  '1/response-is-json': {
    'json-nan': editText((text) => text.replace('"categoryId":2,', '"categoryId":NaN,'), inList),
    'json-in-latin-1': editText((text) => Buffer.from(text, 'latin1'), onSuccess),
  },
  '2/pet-id-int64': {
    'pet-id-unsigned': withAnimals(150, (index) => (index === 7 ? { id: 2n ** 64n - 3n } : {})),
  },
  '2/pet-id-unique': {
    'pet-ids-repeated': withAnimals(150, (index) => (index === 12 ? { id: 12 } : {})),
    'pet-listed-twice': editList((pets) => [...pets.slice(0, -2), ...pets.slice(-1), ...pets.slice(-1)]),
  },
  '2/pets-array': {
    'list-of-one-unwrapped': editList((pets) => (pets.length === 1 ? pets[0] : pets)),
  },
  '2/error-status-equals': {
    'error-status-unlike-on-404': editErrors({ status: 400 }, on(404)),
  },
  '7/error-shape': {
    'errors-in-envelope': editErrors((error) => ({ error })),
    'errors-as-text': editErrors(({ message }) => message),
  },
  '5/error-body': {
    'unauthorized-without-body': editText(() => '', on(401)),
    'unauthorized-as-oauth': editBodies(() => ({ error: 'invalid_token', error_description: 'no' }), on(401)),
  },
  '4.3/not-found-error': {
    'not-found-as-null': editBodies(() => null, on(404)),
  },
  '4.2/invalid-error': {
    'invalid-as-list-of-problems': editBodies(() => [{ path: '/name', problem: 'required' }], on(400)),
  },
}
