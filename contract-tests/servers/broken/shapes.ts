import { editBodies, editErrors, editList, editMediaType, editPets, editText, replaceReplies } from '../edits.ts'
import { textReply } from '../reply.ts'
import { type BrokenServers, each, having } from '../variation.ts'
import { on, onError, onSuccess, successOf } from '../when.ts'
import { isObject } from '../../../spec/index.ts'
import { unsold } from '../animals.ts'

const inList = successOf('listPets')

/** Media types, JSON, Pets and Errors that break sections 1, 2 and 7. */
export const brokenShapes: BrokenServers = {
  '1/response-media-type': {
    'list-as-text: Labels the list text/plain.': editMediaType('text/plain', inList),
    'list-as-text-json: Labels the list text/json.': editMediaType('text/json', inList),
    'new-animal-as-hal: Labels a 201 application/hal+json.': editMediaType('application/hal+json', on(201)),
    'animal-as-stream: Labels the animal of getPet application/json-seq.': editMediaType(
      'application/json-seq',
      successOf('getPet'),
    ),
    'no-media-type: Sends no Content-Type.': editMediaType(undefined, onSuccess),
  },
  '7/error-media-type': {
    'errors-as-problems: Labels Errors application/problem+json.': editMediaType('application/problem+json', onError),
    'unauthorized-as-text: Labels a 401 text/plain.': editMediaType('text/plain; charset=utf-8', on(401)),
    'not-found-as-page: Labels a 404 text/html, though the body is an Error.': editMediaType('text/html', on(404)),
  },
  '1/response-is-json': {
    ...each((edit: (text: string) => string) => editText(edit, inList), {
      'json-single-quotes: Writes the list with single quotes.': (text) => text.replaceAll('"', "'"),
      'json-trailing-comma: Writes a comma after the last animal of the list.': (text) => text.replace(/\]$/, ',]'),
      'json-guarded: Writes a guard against scripts before the list.': (text) => `)]}',\n${text}`,
      'json-cut-off: Leaves out the last ten bytes of the list.': (text) => text.slice(0, -10),
      'json-lines: Writes the list as a line of JSON for each animal.': (text) =>
        text.slice(1, -1).replaceAll('},{', '}\n{'),
      'json-nan: Writes NaN for the categoryId of one animal.': (text) =>
        text.replace('"categoryId":2,', '"categoryId":NaN,'),
      'list-as-xml: Writes the list as XML under the label of JSON.': () => '<pets><pet id="1"/></pets>',
      'list-without-body: Answers the list with 200 and nothing.': () => '',
    }),
    'json-in-latin-1: Writes JSON in Latin-1.': editText((text) => Buffer.from(text, 'latin1'), onSuccess),
    'json-in-utf-16: Writes JSON in UTF-16.': editText((text) => Buffer.from(text, 'utf16le'), onSuccess),
  },
  '2/pet-name-present': { 'pet-without-name: Leaves out names.': editPets({ name: undefined }) },
  '2/pet-name-string': {
    'pet-name-null: Sends null for names.': editPets({ name: null }),
    'pet-name-object: Sends names as objects.': editPets({ name: (name) => ({ en: name }) }),
    'pet-name-number-once: Sends a number for the name of the tenth animal of a list.': editList((pets) =>
      pets.map((pet, index) => (index === 9 && isObject(pet) ? { ...pet, name: 12 } : pet)),
    ),
  },
  '2/pet-category-id-present': { 'pet-without-category: Leaves out categoryId.': editPets({ categoryId: undefined }) },
  '2/pet-category-id-int64': {
    'pet-category-text: Sends categoryId as text.': editPets({ categoryId: String }),
    'pet-category-null: Sends null for categoryId.': editPets({ categoryId: null }),
    'pet-category-fraction: Sends categoryId with a fraction.': editPets({ categoryId: 1.5 }),
    'pet-category-too-large: Sends a categoryId of 2^63.': editPets({ categoryId: 2n ** 63n }),
    'pet-category-object: Sends categoryId as an object in getPet alone.': editPets(
      { categoryId: (id) => ({ id }) },
      successOf('getPet'),
    ),
  },
  '2/pet-status-value': {
    'pet-status-capitals: Sends statuses in capitals.': editPets({ status: (status) => status?.toUpperCase() }),
    'pet-status-null: Sends null where an animal has no status.': editPets({ status: (status) => status ?? null }),
    'pet-status-empty: Sends an empty text where an animal has no status.': editPets({
      status: (status) => status ?? '',
    }),
    'pet-status-unknown: Has one animal that is reserved.': editPets({
      status: (status, { id }) => (id === 5 ? 'reserved' : status),
    }),
    'pet-status-number: Sends statuses as numbers.': editPets({ status: 1 }),
  },
  '2/pet-id-present': {
    'pet-without-id: Leaves out ids.': editPets({ id: undefined }),
    'pet-id-renamed: Sends petId in the place of id.': editPets(({ id, ...pet }) => ({ petId: id, ...pet })),
  },
  '2/pet-id-int64': {
    'pet-id-text: Sends ids as text.': editPets({ id: String }),
    'pet-id-text-when-large: Sends ids beyond 2^53 as text.': editPets({
      id: (id) => (typeof id === 'bigint' ? String(id) : id),
    }),
    'pet-id-unsigned: Has an animal whose id needs 64 bits without a sign.': having(150, (index) =>
      index === 7 ? { id: 2n ** 64n - 3n } : {},
    ),
    'pet-id-fraction: Sends ids with a fraction.': editPets({ id: (id) => Number(id) + 0.5 }),
  },
  '2/pet-id-unique': {
    'pet-ids-repeated: Has two animals with the same id on one page.': having(150, (index) =>
      index === 12 ? { id: 12 } : {},
    ),
    'pet-listed-twice: Lists the last animal of a page twice.': editList((pets) => [
      ...pets.slice(0, -2),
      ...pets.slice(-1),
      ...pets.slice(-1),
    ]),
  },
  '2/pets-array': {
    ...each(editList, {
      'list-in-envelope: Sends the list in an object under pets.': (pets) => ({ pets, total: pets.length }),
      'list-in-data: Sends the list in an object under data.': (pets) => ({ data: pets, next: null }),
      'list-by-id: Sends the list as an object by id.': (pets) => Object.fromEntries(pets.entries()),
      'list-of-one-unwrapped: Sends the list as an object where there is one animal.': (pets) =>
        pets.length === 1 ? pets[0] : pets,
      'list-as-text-in-json: Sends the list as JSON in a JSON text.': (pets) =>
        JSON.stringify(pets, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    }),
    'list-as-null: Sends the list as null where nothing matches.': having(
      60,
      unsold,
      editList((pets) => (pets.length > 0 ? pets : null)),
    ),
  },
  '2/pets-items': each(editList, {
    'list-of-one-array: Sends the list in an array within the array.': (pets) => [pets],
    'list-with-null: Sends the list with null at the end.': (pets) => [...pets, null].slice(-pets.length || 1),
    'list-of-ids: Sends the list as an array of ids.': (pets) => pets.map((pet) => (isObject(pet) ? pet['id'] : pet)),
  }),
  '2/error-code': {
    'error-without-code: Sends Errors without a code.': editErrors({ code: undefined }),
    'error-code-number: Sends Errors with a number for the code.': editErrors({ code: (_, { status }) => status }),
    'error-code-null: Sends Errors with null for the code.': editErrors({ code: null }),
  },
  '2/error-message': {
    'error-without-message: Sends Errors without a message.': editErrors({ message: undefined }),
    'error-message-list: Sends Errors with a list of messages.': editErrors({ message: (message) => [message] }),
  },
  '2/error-status': {
    'error-without-status: Sends Errors without a status.': editErrors({ status: undefined }),
    'error-status-text: Sends Errors with a status in quotes.': editErrors({ status: String }),
    'error-status-words: Sends Errors with a status in words.': editErrors({ status: 'error' }),
  },
  '2/error-status-equals': {
    'error-status-500: Sends Errors with a status of 500.': editErrors({ status: 500 }),
    'error-status-unlike-on-404: Sends a 404 whose Error has a status of 400.': editErrors({ status: 400 }, on(404)),
    'error-status-unlike-on-400: Sends a 400 whose Error has a status of 422.': editErrors({ status: 422 }, on(400)),
    'error-status-unlike-on-401: Sends a 401 whose Error has a status of 403.': editErrors({ status: 403 }, on(401)),
  },
  '7/error-shape': {
    'errors-in-envelope: Sends Errors in an object under error.': editErrors((error) => ({ error })),
    'errors-in-array: Sends Errors in an array.': editErrors((error) => [error]),
    'errors-as-text: Sends Errors as a JSON text.': editErrors(({ message }) => message),
  },
  '5/error-body': {
    'unauthorized-without-body: Sends a 401 without a body.': editText(() => '', on(401)),
    'unauthorized-as-object: Sends a 401 with an empty object.': editBodies(() => ({}), on(401)),
    'unauthorized-as-oauth: Sends a 401 with the members that OAuth has.': editBodies(
      () => ({ error: 'invalid_token', error_description: 'no' }),
      on(401),
    ),
  },
  '4.3/not-found-error': {
    'not-found-without-body: Sends a 404 without a body.': editText(() => '', on(404)),
    'not-found-as-null: Sends a 404 with null.': editBodies(() => null, on(404)),
    'not-found-as-html: Sends a 404 with the page of a web server.': replaceReplies(
      textReply(404, 'text/html', '<html><h1>404 Not Found</h1></html>'),
      on(404),
    ),
  },
  '4.2/invalid-error': {
    'invalid-without-body: Sends a 400 without a body.': editText(() => '', on(400)),
    'invalid-as-list-of-problems: Sends a 400 with an array of problems.': editBodies(
      () => [{ path: '/name', problem: 'required' }],
      on(400),
    ),
  },
}
