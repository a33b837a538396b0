import { type NewPet, int64Min } from '../../../spec/index.ts'
import { accepting, naming, taking } from '../broken/creations.ts'
import { editKept, editQueries } from '../edits.ts'
import { refuseResultIf } from '../refusals.ts'
import { type BrokenServers, each } from '../variation.ts'
import { tokenOf } from '../way.ts'

/** Departures that few values show. */
export const deepValues: BrokenServers = {
  '4.2/name-as-sent': each(naming, {
    'name-null-emptied: Keeps an empty name for the name null.': (name) => (name === 'null' ? '' : name),
    'name-number-rewritten: Rewrites names that are numbers, such as 1e3.': (name) =>
      /^[\d.]+(e\d+)?$/i.test(name) ? String(Number(name)) : name,
    'name-date-extended: Adds an hour to names that are dates.': (name) =>
      name.replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00:00Z'),
    'name-blanks-joined: Makes one blank of several in names.': (name) => name.replaceAll(/ {2,}/g, ' '),
    'name-cut-at-255: Keeps the first 255 characters of names.': (name) => name.slice(0, 255),
    'name-tabs-replaced: Keeps blanks for tabs in names.': (name) => name.replaceAll('\t', ' '),
    'name-lines-joined: Drops line breaks from names.': (name) => name.replaceAll(/[\r\n]/g, ''),
    'name-percent-decoded: Decodes percent escapes in names.': (name) =>
      name.replaceAll(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'name-entities-decoded: Decodes &amp; in names.': (name) => name.replaceAll('&amp;', '&'),
    'name-escapes-read: Reads a backslash and an n in names as a line break.': (name) =>
      name.replaceAll(String.raw`\n`, '\n'),
    'name-plus-replaced: Keeps blanks for plus signs in names.': (name) => name.replaceAll('+', ' '),
  }),
  '4.2/category-id-as-sent': each((categoryId: (sent: NewPet['categoryId']) => unknown) => editKept({ categoryId }), {
    'category-absolute: Keeps a negative categoryId without its sign.': (id) => (id < 0 ? -id : id),
    'category-signed-32: Keeps a categoryId from 2^31 to 2^32 as a negative one.': (id) =>
      typeof id === 'number' && id >= 2 ** 31 && id < 2 ** 32 ? id - 2 ** 32 : id,
    'category-smallest-changed: Keeps another categoryId for the smallest int64.': (id) =>
      id === int64Min ? int64Min + 1n : id,
  }),
  '4.2/answers-pet': each((isFatal: (newPet: NewPet) => boolean) => refuseResultIf('accept', isFatal, 500), {
    'category-smallest-500: Answers 500 to the smallest int64 as categoryId.': ({ categoryId }) =>
      categoryId === int64Min,
    'name-empty-500: Answers 500 to an empty name.': ({ name }) => name === '',
  }),
  '4.2/name-string': { 'name-object-taken: Adds an animal whose name is an object.': taking('name', isRecord) },
  '4.2/category-id-integer': {
    'category-empty-taken: Adds an animal whose categoryId is an empty text.': taking('categoryId', (id) => id === ''),
    'category-object-taken: Adds an animal whose categoryId is an object.': taking('categoryId', isRecord),
  },
  '4.2/category-id-64-bits': {
    'category-too-small-taken: Adds an animal whose categoryId is below -2^63.': taking(
      'categoryId',
      (id) => typeof id === 'bigint' && id < int64Min,
    ),
  },
  '4.2/status-value': {
    'status-empty-taken: Adds an animal whose status is an empty text.': taking('status', (status) => status === ''),
    'status-list-taken: Adds an animal whose status is in an array.': taking('status', Array.isArray),
    'status-blank-taken: Adds an animal whose status has a blank after it.': accepting(({ body }) =>
      /"status":"(available|pending|sold) "/.test(body.toString()),
    ),
  },
  '4.3/pet-id-int64': { 'id-zero-500: Answers 500 to the id 0.': refuseResultIf('petId', (id) => id === 0, 500) },
  '4.3/same-id': {
    'get-absolute: Finds the animal whose id has the other sign.': { found: (id, usual) => usual(id) ?? usual(-id) },
  },
  '4.1/limit-most': {
    'limit-60-to-99-one-more: Lists one animal more for a limit from 60 to 99.': editQueries({
      limit: (limit) => (limit >= 60 && limit < 100 ? limit + 1 : limit),
    }),
    'limit-at-least-ten-with-pending: Lists ten animals for a smaller limit when pending ones are asked for.':
      editQueries({ limit: (limit) => Math.max(10, limit) }, ({ query }) => query.get('status') === 'pending'),
  },
  '4.1/status-filter': {
    'sold-in-long-lists-ignored: Ignores the status sold when the limit is from 40 to 99.': editQueries(
      { status: undefined },
      ({ query }) => query.get('status') === 'sold' && /^[4-9]\d$/.test(query.get('limit') ?? ''),
    ),
  },
  '5/invalid-key': {
    'any-key-with-status: Accepts any bearer token for a list of one status.': {
      isKey: (call, usual) =>
        usual(call) || (call.query.has('status') && tokenOf(call.headers.authorization) !== undefined),
    },
  },
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
