import { editBodies, editErrors, editHeaders, editPets, editReplies, editText } from '../edits.ts'
import { refuseIf, refuseResultIf } from '../refusals.ts'
import { type Reply, isReply, jsonReply, refuse, textReply, withHeaders } from '../reply.ts'
import { type Behaviour, type Servers, each, having, needing, starting } from '../variation.ts'
import { type Hooks, route } from '../way.ts'
import { on, onError, onSuccess, successOf } from '../when.ts'
import { type Int64, type NewPet, type PetStatus, isObject, plainInteger, writeJson } from '../../../spec/index.ts'

const oddNames: readonly string[] = [
  '',
  ' ',
  'Rex\u0000\u0007',
  '</script><script>alert(1)</script>',
  '🐕‍🦺',
  '\u202Exer',
  '"\\',
  'x'.repeat(20_000),
]

/** Animals, errors and operations that the interface allows: sections 2, 4, 4.2, 5 and 9 leave open much around them. */
export const conformingAnimals: Servers = {
  'extra-members-in-pets: Sends further members in every Pet.': editPets((pet) => ({
    ...pet,
    tags: ['a', { deep: [null] }],
    owner: null,
    $type: 'Pet',
    statusText: 'lost',
  })),
  'extra-members-in-errors: Sends further members in every Error.': editErrors((error) => ({
    requestId: 'r-1',
    details: [{ status: 'none' }],
    help: null,
    ...error,
  })),
  ...each((status: PetStatus): Hooks => ({ add: (newPet, usual) => usual({ status, ...newPet }) }), {
    'default-status-available: Makes an animal available that was added without a status.': 'available',
    'default-status-pending: Makes an animal pending that was added without a status.': 'pending',
  }),
  'negative-ids: Has only negative ids.': counting((index) => -1 - index),
  'ids-descending: Gives ids downward from a million.': counting((index) => 1_000_000 - index),
  'ids-from-zero: Counts ids from 0.': counting((index) => index, 30),
  'ids-near-the-end: Gives the last ids of int64, the very last one to the animal that it starts with.': counting(
    (index) => 9223372036854775807n - BigInt(index),
    1,
  ),
  'ids-at-random: Gives random ids from all of int64.': ({ random }) => ({
    id: () => plainInteger(BigInt.asIntN(64, (random32Bits(random) << 32n) + random32Bits(random))),
  }),
  'known-categories-only: Refuses with 400 an animal of a category that no animal had at the start.': ({ animals }) => {
    const known = new Set(animals.map(({ categoryId }) => categoryId))
    return refuseResultIf('accept', ({ categoryId }) => !known.has(categoryId))
  },
  'fractions-as-doubles: Has only categories beyond 2^53, and reads what is written as a fraction into a double, which holds none there.':
    having(150, () => ({ categoryId: 9007199254740993n }), {
      accept: (call, usual) =>
        usual({ ...call, body: Buffer.from(call.body.toString().replace(/(?<=:\s*9[0-9]{15,})\.[0-9]+/g, '')) }),
    }),
  ...each((isRefused: (newPet: NewPet) => boolean) => refuseResultIf('accept', isRefused), {
    'positive-categories-only: Refuses with 400 a categoryId below 1.': ({ categoryId }) => categoryId < 1,
    'no-blank-names: Refuses with 400 an empty or blank name.': ({ name }) => name.trim() === '',
    'no-long-names: Refuses with 400 a name of more than 100 characters.': ({ name }) => name.length > 100,
    'no-odd-names: Refuses with 400 a name with control characters, emoji or lone surrogates.': ({ name }) =>
      /[\p{Cc}\p{Cf}\p{Cs}\u{10000}-\u{10ffff}]/u.test(name),
  }),
  'odd-names: Has animals whose names are empty, long, markup, or control characters.': having(40, (index) => ({
    name: oddNames[index % oddNames.length] ?? '',
  })),
  'strict-members: Refuses with 400 a body with members that NewPet does not name.': {
    accept(call, usual) {
      const newPet = usual(call)
      if (isReply(newPet)) return newPet
      const known = new Set(['name', 'categoryId', 'status'])
      const members = Object.keys(JSON.parse(call.body.toString()) as object)
      return members.every((member) => known.has(member)) ? newPet : refuse(400)
    },
  },
  'strict-integers: Refuses with 400 a categoryId that is written with a point or an exponent.': refuseIf(
    'accept',
    ({ body }) => /"categoryId"\s*:\s*-?[0-9]+[.eE]/.test(body.toString()),
  ),
  'strict-media-type: Answers 415 to a body that is not labelled application/json.': refuseIf(
    'accept',
    ({ headers }) => !/^application\/json *(;|$)/i.test(headers['content-type'] ?? ''),
    415,
  ),
  'strict-accept: Answers 406 to a client that does not accept JSON.': {
    decide: (counted, usual) =>
      /\*\/\*|application\/(\*|json)/.test(counted.call.headers.accept ?? '*/*') ? usual(counted) : refuse(406),
  },
  'location-of-new-animals: Gives the address of a new animal in Location.': editHeaders(
    { Location: (_, { body }) => `/v1/pets/${isObject(body) ? String(body['id']) : ''}` },
    on(201),
  ),
  ...each(editErrors, {
    'codes-of-digits: Has error codes of digits, as text.': { code: (_, { status }) => `${String(status)}07` },
    'codes-with-dots: Has error codes with dots, capitals, spaces and colons.': {
      code: (code) => `Store.Api: ${String(code)}`,
    },
    'messages-in-japanese: Has messages in Japanese.': { message: '要求を処理できませんでした。' },
    'messages-long: Has messages of 20,000 characters on many lines.': { message: 'This went wrong.\n'.repeat(1177) },
    'messages-empty: Has empty messages.': { message: '' },
  }),
  'status-with-exponent: Writes the status of an Error as 4.04e2.': editText(
    (text) => text.replace(/"status":4(\d\d)/, '"status":4.$1e2'),
    onError,
  ),
  'integers-with-point: Writes ids and categories as 1.0.': editText(
    (text) => text.replaceAll(/"(id|categoryId)":(-?\d+)/g, '"$1":$2.0'),
    onSuccess,
  ),
  'names-escaped: Escapes every character of every name and text outside of ASCII.': editText((text) =>
    text.replaceAll(/[^\0-~]/g, escaped),
  ),
  'members-escaped: Escapes the first letter of every member name, and slashes.': editText((text) =>
    text
      .replaceAll('/', String.raw`\/`)
      .replaceAll(/"(\w)(\w*)":/g, (_, first: string, rest: string) => `"${escaped(first)}${rest}":`),
  ),
  'pretty-printed: Sends JSON with line breaks, indents and blanks around it.': editReplies((reply) => {
    if (reply.body === undefined) return reply
    const text = writeJson(reply.body, 4).replaceAll('\n', '\r\n').replaceAll('    ', '\t')
    return { ...reply, bytes: `\r\n\t ${text} \n\n` }
  }),
  'members-reversed: Sends the members of a Pet and an Error in reverse order.': editBodies(reversedMembers),
  ...each(undocumentedWith, {
    'undocumented-200: Answers 200 to every undocumented path and method.': jsonReply(200, {}),
    'undocumented-405: Answers 405 to every undocumented path and method.': withHeaders(refuse(405), {
      Allow: 'GET, POST',
    }),
    'undocumented-501: Answers 501 without a body to every undocumented path and method.': { status: 501, headers: {} },
    'undocumented-html: Answers 404 with a page to every undocumented path and method.': textReply(
      404,
      'text/html',
      '<h1>Not found</h1>',
    ),
  }),
  'orders-listed: Has an order listing under /store/orders.': {
    undocumented: (call, usual) =>
      call.path === '/v1/store/orders' ? textReply(200, 'application/json', '{"orders":[]}') : usual(call),
  },
  'head-supported: Answers HEAD as GET, without the body.': {
    decide: (counted, usual) =>
      counted.call.method === 'HEAD'
        ? usual({ ...counted, call: { ...counted.call, ...route('GET', counted.call.path) } })
        : usual(counted),
  },
  'paths-in-any-case: Takes paths in any case, with a slash at the end or two in the middle.': {
    decide(counted, usual) {
      const { call } = counted
      const path = call.path.toLowerCase().replaceAll(/\/+/g, '/').replace(/\/$/, '')
      return usual({ ...counted, call: { ...call, ...route(call.method, path) } })
    },
  },
  ...needing(
    'after-removal',
    each(undocumentedWith, {
      'removed-410: Answers 410 to getPet after its removal.': refuse(410),
      'removed-404-page: Answers 404 with a page to getPet after its removal.': textReply(
        404,
        'text/html',
        '<p>Gone</p>',
      ),
      'removed-405: Answers 405 to getPet after its removal.': refuse(405),
    }),
  ),
  'sunset-announced: Announces the removal of getPet by Deprecation, Sunset and a Link to its successor.': editHeaders(
    {
      Deprecation: '@1764892800',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</v1/pets?status=available>; rel="successor-version"',
    },
    (_, call) => call.operation === 'getPet',
  ),
  'sunset-late-in-the-day: Names the last second of 5 December 2030 in Sunset.': editHeaders(
    { Sunset: 'Thu, 05 Dec 2030 23:59:59 GMT' },
    successOf('getPet'),
  ),
  'www-authenticate: Sends WWW-Authenticate with a realm and a reason on each 401.': editHeaders(
    { 'WWW-Authenticate': 'Bearer realm="animals", error="invalid_token", charset="UTF-8"' },
    on(401),
  ),
  'scheme-in-one-case: Accepts the scheme as Bearer alone, with one blank after it.': ({ apiKey }) => ({
    isKey: ({ headers }) => headers.authorization === `Bearer ${apiKey}`,
  }),
  ...each((apiKey: string) => starting({ apiKey }), {
    'key-unusual: Has a key with every unusual character that a bearer token may have.': 'sk-live_7/Zo+o~.x-_%41==',
    'key-with-quotes: Has a key with quotes, a dollar sign and markup, to be escaped in a command or page.': `it's-"$HOME"-\`id\`-<b>&\\n`,
    'key-long: Has a key of 3,000 characters.': `ey.${'Ab3_-x'.repeat(500)}`,
    'key-short: Has a key of eight characters.': 'zq7-Kw9x',
  }),
}

function undocumentedWith(reply: Reply): Hooks {
  return { undocumented: () => reply }
}

/** Gives ids by the place of an animal, and counts on with new ones. */
function counting(idAt: (index: number) => Int64, count = 150) {
  const newId: Behaviour = ({ created }) => ({ id: () => idAt(count + created()) })
  return having(count, (index) => ({ id: idAt(index) }), newId)
}

function random32Bits(random: () => number): bigint {
  return BigInt(Math.floor(random() * 2 ** 32))
}

function escaped(text: string): string {
  return String.raw`\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function reversedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedMembers)
  return isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value
}
