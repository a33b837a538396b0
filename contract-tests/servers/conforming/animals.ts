import { type NewPet, plainInteger, writeJson } from '../../../spec/index.ts'
import { manyAnimals } from '../animals.ts'
import {
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
import type { Variation } from '../listen.ts'
import { isReply, refuse, textReply, withHeaders } from '../reply.ts'
import { type Hooks, isRecord, route } from '../way.ts'

/** Animals, errors and operations that the interface allows: sections 2, 4, 4.2, 5 and 9 leave open much around them. */
export const conformingAnimals: readonly Variation[] = [
  {
    id: 'extra-members-in-pets',
    summary: 'Sends further members in every Pet.',
    hooks: () =>
      editPets((pet) => ({ ...pet, tags: ['a', { deep: [null] }], owner: null, $type: 'Pet', statusText: 'lost' })),
  },
  {
    id: 'extra-members-in-errors',
    summary: 'Sends further members in every Error.',
    hooks: () => editErrors((error) => ({ requestId: 'r-1', details: [{ status: 'none' }], help: null, ...error })),
  },
  {
    id: 'default-status-available',
    summary: 'Makes an animal available that was added without a status.',
    hooks: () => ({ add: (newPet, usual) => usual({ status: 'available', ...newPet }) }),
  },
  {
    id: 'default-status-pending',
    summary: 'Makes an animal pending that was added without a status.',
    hooks: () => ({ add: (newPet, usual) => usual({ status: 'pending', ...newPet }) }),
  },
  {
    id: 'negative-ids',
    summary: 'Has only negative ids.',
    animals: () => manyAnimals(150, (pet, index) => ({ ...pet, id: -1 - index })),
    hooks: ({ animals }) => ({ id: () => -1 - animals.length }),
  },
  {
    id: 'ids-descending',
    summary: 'Gives ids downward from a million.',
    animals: () => manyAnimals(150, (pet, index) => ({ ...pet, id: 1_000_000 - index })),
    hooks: ({ animals }) => ({ id: () => 1_000_000 - animals.length }),
  },
  {
    id: 'ids-from-zero',
    summary: 'Counts ids from 0.',
    animals: () => manyAnimals(30, (pet, index) => ({ ...pet, id: index })),
    hooks: ({ animals }) => ({ id: () => animals.length }),
  },
  {
    id: 'ids-near-the-end',
    summary: 'Gives the last ids of int64, the very last one to the animal that it starts with.',
    animals: () => manyAnimals(1, (pet) => ({ ...pet, id: 9223372036854775807n })),
    hooks: ({ animals }) => ({ id: () => 9223372036854775807n - BigInt(animals.length) }),
  },
  {
    id: 'ids-at-random',
    summary: 'Gives random ids from all of int64.',
    hooks: ({ random }) => ({
      id: () => plainInteger(BigInt.asIntN(64, (BigInt(Math.floor(random() * 2 ** 32)) << 32n) + twoTo(32, random))),
    }),
  },
  {
    id: 'known-categories-only',
    summary: 'Refuses with 400 an animal of a category that no animal had at the start.',
    hooks({ animals }) {
      const known = new Set(animals.map(({ categoryId }) => categoryId))
      return refusing(({ categoryId }) => !known.has(categoryId))
    },
  },
  {
    id: 'fractions-as-doubles',
    summary:
      'Has only categories beyond 2^53, and reads what is written as a fraction into a double, which holds none there.',
    animals: () => manyAnimals(150, (pet) => ({ ...pet, categoryId: 9007199254740993n })),
    hooks: () => ({
      accept: (call, usual) =>
        usual({ ...call, body: Buffer.from(call.body.toString().replace(/(?<=:\s*9[0-9]{15,})\.[0-9]+/g, '')) }),
    }),
  },
  {
    id: 'positive-categories-only',
    summary: 'Refuses with 400 a categoryId below 1.',
    hooks: () => refusing(({ categoryId }) => categoryId < 1),
  },
  {
    id: 'no-blank-names',
    summary: 'Refuses with 400 an empty or blank name.',
    hooks: () => refusing(({ name }) => name.trim() === ''),
  },
  {
    id: 'no-long-names',
    summary: 'Refuses with 400 a name of more than 100 characters.',
    hooks: () => refusing(({ name }) => name.length > 100),
  },
  {
    id: 'no-odd-names',
    summary: 'Refuses with 400 a name with control characters, emoji or lone surrogates.',
    hooks: () => refusing(({ name }) => /[\p{Cc}\p{Cf}\p{Cs}\u{10000}-\u{10ffff}]/u.test(name)),
  },
  {
    id: 'odd-names',
    summary: 'Has animals whose names are empty, long, markup, or control characters.',
    animals: () => manyAnimals(40, (pet, index) => ({ ...pet, name: oddNames[index % oddNames.length] ?? '' })),
  },
  {
    id: 'strict-members',
    summary: 'Refuses with 400 a body with members that NewPet does not name.',
    hooks: () => ({
      accept(call, usual) {
        const newPet = usual(call)
        if (isReply(newPet)) return newPet
        const body: unknown = JSON.parse(call.body.toString())
        const known = new Set(['name', 'categoryId', 'status'])
        const hasUnknown = isRecord(body) && Object.keys(body).some((member) => !known.has(member))
        return hasUnknown ? refuse(400, 'unknown_member', 'There is a member too many.') : newPet
      },
    }),
  },
  {
    id: 'strict-integers',
    summary: 'Refuses with 400 a categoryId that is written with a point or an exponent.',
    hooks: () => ({
      accept: (call, usual) =>
        /"categoryId"\s*:\s*-?[0-9]+[.eE]/.test(call.body.toString())
          ? refuse(400, 'bad_category', 'categoryId has digits alone.')
          : usual(call),
    }),
  },
  {
    id: 'strict-media-type',
    summary: 'Answers 415 to a body that is not labelled application/json.',
    hooks: () => ({
      accept: (call, usual) =>
        /^application\/json *(;|$)/i.test(call.headers['content-type'] ?? '')
          ? usual(call)
          : refuse(415, 'media_type', 'Send application/json.'),
    }),
  },
  {
    id: 'strict-accept',
    summary: 'Answers 406 to a client that does not accept JSON.',
    hooks: () => ({
      decide: (counted, usual) =>
        /\*\/\*|application\/(\*|json)/.test(counted.call.headers.accept ?? '*/*')
          ? usual(counted)
          : refuse(406, 'not_acceptable', 'There is only application/json.'),
    }),
  },
  {
    id: 'location-of-new-animals',
    summary: 'Tells the address of a new animal in Location.',
    hooks: () =>
      editReplies(
        (reply) => withHeaders(reply, { Location: `/v1/pets/${isRecord(reply.body) ? String(reply.body['id']) : ''}` }),
        on(201),
      ),
  },
  {
    id: 'codes-of-digits',
    summary: 'Has error codes of digits, as text.',
    hooks: () => editErrors((error) => ({ ...error, code: `${String(error['status'])}07` })),
  },
  {
    id: 'codes-with-dots',
    summary: 'Has error codes with dots, capitals, spaces and colons.',
    hooks: () => editErrors((error) => ({ ...error, code: `Store.Api: ${String(error['code'])}` })),
  },
  {
    id: 'messages-in-japanese',
    summary: 'Has messages in Japanese.',
    hooks: () => editErrors((error) => ({ ...error, message: '要求を処理できませんでした。' })),
  },
  {
    id: 'messages-long',
    summary: 'Has messages of 20,000 characters on many lines.',
    hooks: () => editErrors((error) => ({ ...error, message: 'This went wrong.\n'.repeat(1177) })),
  },
  {
    id: 'messages-empty',
    summary: 'Has empty messages.',
    hooks: () => editErrors((error) => ({ ...error, message: '' })),
  },
  {
    id: 'status-with-exponent',
    summary: 'Writes the status of an Error as 4.04e2.',
    hooks: () => editText((text) => text.replace(/"status":4(\d\d)/, '"status":4.$1e2'), onError),
  },
  {
    id: 'integers-with-point',
    summary: 'Writes ids and categories as 1.0.',
    hooks: () => editText((text) => text.replaceAll(/"(id|categoryId)":(-?\d+)/g, '"$1":$2.0'), onSuccess),
  },
  {
    id: 'names-escaped',
    summary: 'Escapes every character of every name and text outside of ASCII.',
    hooks: () => editText((text) => text.replaceAll(/[^\0-~]/g, escaped)),
  },
  {
    id: 'members-escaped',
    summary: 'Escapes the first letter of every member name, and slashes.',
    hooks: () =>
      editText((text) =>
        text.replaceAll('/', String.raw`\/`).replaceAll(/"(\w)(\w*)":/g, (_, first: string, rest: string) => {
          return `"${escaped(first)}${rest}":`
        }),
      ),
  },
  {
    id: 'pretty-printed',
    summary: 'Sends JSON with line breaks, indents and blanks around it.',
    hooks: () =>
      editReplies((reply) => {
        const text = writeJson(reply.body, 4).replaceAll('\n', '\r\n').replaceAll('    ', '\t')
        return { ...reply, bytes: `\r\n\t ${text} \n\n` }
      }),
  },
  {
    id: 'members-reversed',
    summary: 'Sends the members of a Pet and an Error in reverse order.',
    hooks: () => editReplies((reply) => ({ ...reply, body: reversedMembers(reply.body) })),
  },
  {
    id: 'undocumented-200',
    summary: 'Answers 200 to every undocumented path and method.',
    hooks: () => ({ undocumented: () => ({ status: 200, headers: { 'Content-Type': 'application/json' }, body: {} }) }),
  },
  {
    id: 'undocumented-405',
    summary: 'Answers 405 to every undocumented path and method.',
    hooks: () => ({ undocumented: () => withHeaders(refuse(405, 'method', 'Not allowed.'), { Allow: 'GET, POST' }) }),
  },
  {
    id: 'undocumented-501',
    summary: 'Answers 501 without a body to every undocumented path and method.',
    hooks: () => ({ undocumented: () => ({ status: 501, headers: {} }) }),
  },
  {
    id: 'undocumented-html',
    summary: 'Answers 404 with a page to every undocumented path and method.',
    hooks: () => ({ undocumented: () => textReply(404, 'text/html', '<h1>Not found</h1>') }),
  },
  {
    id: 'orders-listed',
    summary: 'Has an order listing under /store/orders.',
    hooks: () => ({
      undocumented: (call, usual) =>
        call.path === '/v1/store/orders' ? textReply(200, 'application/json', '{"orders":[]}') : usual(call),
    }),
  },
  {
    id: 'head-supported',
    summary: 'Answers HEAD as GET, without the body.',
    hooks: () => ({
      decide: (counted, usual) =>
        counted.call.method === 'HEAD'
          ? usual({ ...counted, call: { ...counted.call, ...route('GET', counted.call.path) } })
          : usual(counted),
    }),
  },
  {
    id: 'paths-in-any-case',
    summary: 'Takes paths in any case, with a slash at the end or two in the middle.',
    hooks: () => ({
      decide(counted, usual) {
        const { call } = counted
        const path = call.path.toLowerCase().replaceAll(/\/+/g, '/').replace(/\/$/, '')
        return usual({ ...counted, call: { ...call, ...route(call.method, path) } })
      },
    }),
  },
  {
    id: 'removed-410',
    summary: 'Answers 410 to getPet after its removal.',
    needs: ['after-removal'],
    hooks: () => ({ undocumented: () => refuse(410, 'gone', 'This is gone. List animals with a status.') }),
  },
  {
    id: 'removed-404-page',
    summary: 'Answers 404 with a page to getPet after its removal.',
    needs: ['after-removal'],
    hooks: () => ({ undocumented: () => textReply(404, 'text/html', '<p>Gone</p>') }),
  },
  {
    id: 'removed-405',
    summary: 'Answers 405 to getPet after its removal.',
    needs: ['after-removal'],
    hooks: () => ({ undocumented: () => refuse(405, 'method', 'Not allowed.') }),
  },
  {
    id: 'sunset-announced',
    summary: 'Announces the removal of getPet by Deprecation, Sunset and a Link to its successor.',
    hooks: () =>
      editHeaders(
        {
          Deprecation: '@1764892800',
          Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
          Link: '</v1/pets?status=available>; rel="successor-version"',
        },
        (_, call) => call.operation === 'getPet',
      ),
  },
  {
    id: 'sunset-late-in-the-day',
    summary: 'Names the last second of 5 December 2030 in Sunset.',
    hooks: () => editHeaders({ Sunset: 'Thu, 05 Dec 2030 23:59:59 GMT' }, successOf('getPet')),
  },
  {
    id: 'www-authenticate',
    summary: 'Sends WWW-Authenticate with a realm and a reason on each 401.',
    hooks: () =>
      editHeaders({ 'WWW-Authenticate': 'Bearer realm="animals", error="invalid_token", charset="UTF-8"' }, on(401)),
  },
  {
    id: 'scheme-in-one-case',
    summary: 'Accepts the scheme as Bearer alone, with one blank after it.',
    hooks: ({ apiKey }) => ({ isKey: ({ headers }) => headers.authorization === `Bearer ${apiKey}` }),
  },
  {
    id: 'key-unusual',
    summary: 'Has a key with every unusual character that a bearer token may have.',
    apiKey: 'sk-live_7/Zo+o~.x-_%41==',
  },
  {
    id: 'key-with-quotes',
    summary: 'Has a key with quotes, a dollar sign and markup, to be escaped in a command or page.',
    apiKey: `it's-"$HOME"-\`id\`-<b>&\\n`,
  },
  { id: 'key-long', summary: 'Has a key of 3,000 characters.', apiKey: `ey.${'Ab3_-x'.repeat(500)}` },
  { id: 'key-short', summary: 'Has a key of eight characters.', apiKey: 'zq7-Kw9x' },
]

const oddNames = [
  '',
  ' ',
  'Rex\u0000\u0007',
  '</script><script>alert(1)</script>',
  '🐕‍🦺',
  '\u202Exer',
  '"\\',
  'x'.repeat(20_000),
]

function twoTo(bits: number, random: () => number): bigint {
  return BigInt(Math.floor(random() * 2 ** bits))
}

function refusing(isRefused: (newPet: NewPet) => boolean): Hooks {
  return {
    accept(call, usual) {
      const newPet = usual(call)
      if (isReply(newPet) || !isRefused(newPet)) return newPet
      return refuse(400, 'refused', 'The store does not take such an animal.')
    },
  }
}

function escaped(text: string): string {
  return String.raw`\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function reversedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedMembers)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value
}
