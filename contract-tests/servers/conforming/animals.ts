import { editBodies, editErrors, editHeaders, editPets, editReplies, editText } from '../edits.ts'
import { on, onError, onSuccess, successOf, type Reply, isReply, refuse, textReply, withHeaders } from '../reply.ts'
import { refuseIf, refuseResultIf } from '../refusals.ts'
import { type Behaviour, type Servers, withAnimals, withNeed, withSetup } from '../variation.ts'
import type { Hooks } from '../plain-server.ts'
import { habits } from './habits.ts'
import { type Int64, isObject, plainInteger, shapes, writeJson } from '../../../spec/index.ts'

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

/** A service with this key, and others that are valid too. */
function keys(apiKey: string, valid: RegExp) {
  return withSetup({ apiKey }, { isKey: ({ headers }) => valid.test(headers.authorization ?? '') })
}

/** Animals, errors and operations that the interface allows: sections 2, 4, 4.2, 5 and 9 leave open much around them. */
export const conformingAnimals: Servers = {
  'extra-members-in-pets': editPets((pet) => ({
    ...pet,
    tags: ['a', { deep: [null] }],
    owner: null,
    $type: 'Pet',
    statusText: 'lost',
  })),
  'times-in-pets': ({ now }) => {
    const shownAt = new Map<Int64, string>()
    return editPets((pet) => {
      const createdAt = shownAt.get(pet.id) ?? new Date(now()).toISOString()
      shownAt.set(pet.id, createdAt)
      return { ...pet, createdAt }
    })
  },
  'extra-members-in-errors': editErrors((error) => ({
    requestId: 'r-1',
    details: [{ status: 'none' }],
    help: null,
    ...error,
  })),
  'default-status-available': { add: (newPet, usual) => usual({ status: 'available', ...newPet }) },
  'default-status-pending': { add: (newPet, usual) => usual({ status: 'pending', ...newPet }) },
  // Section 5 does not show how keys are made.
  'key-end-chosen': keys('staging-checkout', /^Bearer staging-[a-z0-9-]{1,64}$/),
  'keys-numbered': keys('key12', /^Bearer key(?:[1-9]|[12]\d)$/),
  'key-uuid': keys('3f2a9c1e-8d4b-4f6a-9b0e-5c7d1a2b3c4d', /^Bearer 3f2a9c1e-8d4b-4f6a-9b0e-5c7d1a2b3c4d$/i),
  'negative-ids': counting((index) => -1 - index),
  'ids-descending': counting((index) => 1_000_000 - index),
  'ids-from-zero': counting((index) => index, 30),
  // It starts with one animal, which has the largest int64 as its id.
  'ids-near-the-end': counting((index) => 9223372036854775807n - BigInt(index), 1),
  'ids-at-random': ({ random }) => ({
    id: () => plainInteger(BigInt.asIntN(64, (random32Bits(random) << 32n) + random32Bits(random))),
  }),
  'known-categories-only': ({ animals }) => {
    const known = new Set(animals.map(({ categoryId }) => categoryId))
    return refuseResultIf('accept', ({ categoryId }) => !known.has(categoryId))
  },
  // Animals from before stay in it.
  'first-category-closed': ({ animals }) => {
    const closed = animals[0]?.categoryId
    return refuseResultIf('accept', ({ categoryId }) => categoryId === closed)
  },
  'one-category-open': refuseResultIf('accept', ({ categoryId }) => categoryId !== 4),
  // It reads fractions as doubles, which lose them beyond 2^53.
  'fractions-as-doubles': withAnimals(150, () => ({ categoryId: 9007199254740993n }), {
    accept: (call, usual) =>
      usual({ ...call, body: Buffer.from(call.body.toString().replace(/(:\s*9[0-9]{15,})\.[0-9]+/g, '$1')) }),
  }),
  'positive-categories-only': refuseResultIf('accept', ({ categoryId }) => categoryId < 1),
  'no-blank-names': refuseResultIf('accept', ({ name }) => name.trim() === ''),
  'no-long-names': refuseResultIf('accept', ({ name }) => name.length > 100),
  'no-odd-names': refuseResultIf('accept', ({ name }) => /[\p{Cc}\p{Cf}\p{Cs}\u{10000}-\u{10ffff}]/u.test(name)),
  'odd-names': withAnimals(40, (index) => ({ name: oddNames[index % oddNames.length] ?? '' })),
  'strict-members': {
    accept(call, usual) {
      const newPet = usual(call)
      if (isReply(newPet)) return newPet
      const known = new Set<string>(shapes.NewPet.members.map(({ name }) => name))
      const members = Object.keys(JSON.parse(call.body.toString()) as object)
      return members.every((member) => known.has(member)) ? newPet : refuse(400)
    },
  },
  'strict-integers': refuseIf('accept', ({ body }) => /"categoryId"\s*:\s*-?[0-9]+[.eE]/.test(body.toString())),
  'strict-media-type': refuseIf(
    'accept',
    ({ headers }) => !/^application\/json *(;|$)/i.test(headers['content-type'] ?? ''),
    415,
  ),
  'strict-accept': {
    decide: (counted, usual) =>
      /\*\/\*|application\/(\*|json)/.test(counted.call.headers.accept ?? '*/*') ? usual(counted) : refuse(406),
  },
  'location-of-new-animals': editHeaders(
    { Location: (_, { body }) => `/v1/pets/${isObject(body) ? String(body['id']) : ''}` },
    on(201),
  ),
  'codes-of-digits': editErrors({ code: (_, { status }) => `${String(status)}07` }),
  'codes-with-dots': editErrors({ code: (code) => `Store.Api: ${String(code)}` }),
  'messages-in-japanese': editErrors({ message: '要求を処理できませんでした。' }),
  'messages-long': editErrors({ message: 'This went wrong.\n'.repeat(1177) }),
  'messages-empty': editErrors({ message: '' }),
  'status-with-exponent': editText((text) => text.replace(/"status":4(\d\d)/, '"status":4.$1e2'), onError),
  'integers-with-point': editText((text) => text.replaceAll(/"(id|categoryId)":(-?\d+)/g, '"$1":$2.0'), onSuccess),
  'names-escaped': editText((text) => text.replaceAll(/[^\0-~]/g, escaped)),
  'members-escaped': editText((text) =>
    text
      .replaceAll('/', String.raw`\/`)
      .replaceAll(/"(\w)(\w*)":/g, (_, first: string, rest: string) => `"${escaped(first)}${rest}":`),
  ),
  'pretty-printed': editReplies((reply) => {
    if (reply.body === undefined) return reply
    const text = writeJson(reply.body, 4).replaceAll('\n', '\r\n').replaceAll('    ', '\t')
    return { ...reply, bytes: `\r\n\t ${text} \n\n` }
  }),
  'members-reversed': editBodies(reversedMembers),
  'undocumented-200': habits.undocumented.welcome,
  'undocumented-405': undocumentedWith(withHeaders(refuse(405), { Allow: 'GET, POST' })),
  'undocumented-501': undocumentedWith({ status: 501, headers: {} }),
  'undocumented-html': undocumentedWith(textReply(404, 'text/html', '<h1>Not found</h1>')),
  'categories-listed': {
    undocumented: (call, usual) =>
      call.path === '/v1/categories' ? textReply(200, 'application/json', '{"categories":[]}') : usual(call),
  },
  'head-supported': habits.head['as-get'],
  'paths-in-any-case': habits.paths['any-case'],
  // As Django and many gateways do.
  'slash-redirected': {
    undocumented: (call, usual) =>
      call.path.endsWith('/')
        ? withHeaders(textReply(301, 'text/html', ''), { Location: call.path.replace(/(?<!\/)\/+$/, '') })
        : usual(call),
  },
  ...withNeed('after-removal', {
    'removed-410': undocumentedWith(refuse(410)),
    'removed-404-page': undocumentedWith(textReply(404, 'text/html', '<p>Gone</p>')),
    'removed-405': undocumentedWith(refuse(405)),
  }),
  'sunset-announced': editHeaders(
    {
      Deprecation: '@1764892800',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</v1/pets?status=available>; rel="successor-version"',
    },
    (_, call) => call.operation === 'getPet',
  ),
  'sunset-late-in-the-day': editHeaders({ Sunset: 'Thu, 05 Dec 2030 23:59:59 GMT' }, successOf('getPet')),
  'www-authenticate': editHeaders(
    { 'WWW-Authenticate': 'Bearer realm="animals", error="invalid_token", charset="UTF-8"' },
    on(401),
  ),
  'scheme-in-one-case': ({ apiKey }) => ({ isKey: ({ headers }) => headers.authorization === `Bearer ${apiKey}` }),
  'key-unusual': withSetup({ apiKey: 'sk-live_7/Zo+o~.x-_%41==' }),
  'key-with-quotes': withSetup({ apiKey: `it's-"$HOME"-\`id\`-<b>&\\n` }),
  'key-long': withSetup({ apiKey: `ey.${'Ab3_-x'.repeat(500)}` }),
  'key-short': withSetup({ apiKey: 'zq7-Kw9x' }),
}

function undocumentedWith(reply: Reply): Hooks {
  return { undocumented: () => reply }
}

/** Ids by the place of an animal. New animals continue the row. */
function counting(idAt: (index: number) => Int64, count = 150) {
  const newId: Behaviour = ({ created }) => ({ id: () => idAt(count + created()) })
  return withAnimals(count, (index) => ({ id: idAt(index) }), newId)
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
