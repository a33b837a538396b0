import { editErrors, editHeaders, editPets, editText } from '../edits.ts'
import { onError, onSuccess, successOf, type Reply, isReply, refuse, textReply, withHeaders } from '../reply.ts'
import { refuseIf, refuseResultIf } from '../refusals.ts'
import { type Behaviour, type Servers, withAnimals, withNeed, withSetup } from '../variation.ts'
import type { Hooks } from '../plain-server.ts'
import { type Int64, plainInteger, shapes } from '../../../spec/index.ts'

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
  // Section 5 does not show how keys are made.
  'key-end-chosen': keys('staging-checkout', /^Bearer staging-[a-z0-9-]{1,64}$/),
  'keys-numbered': keys('key12', /^Bearer key(?:[1-9]|[12]\d)$/),
  'key-uuid': keys('3f2a9c1e-8d4b-4f6a-9b0e-5c7d1a2b3c4d', /^Bearer 3f2a9c1e-8d4b-4f6a-9b0e-5c7d1a2b3c4d$/i),
  'ids-from-zero': counting((index) => index, 30),
  // It starts with one animal, which has the largest int64 as its id.
  'ids-near-the-end': counting((index) => 9223372036854775807n - BigInt(index), 1),
  'ids-at-random': ({ random }) => ({
    id: () => plainInteger(BigInt.asIntN(64, (random32Bits(random) << 32n) + random32Bits(random))),
  }),
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
  'no-odd-names': refuseResultIf('accept', ({ name }) => /[\p{Cc}\p{Cf}\p{Cs}\u{10000}-\u{10ffff}]/u.test(name)),
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
  'codes-of-digits': editErrors({ code: (_, { status }) => `${String(status)}07` }),
  'codes-with-dots': editErrors({ code: (code) => `Store.Api: ${String(code)}` }),
  'messages-empty': editErrors({ message: '' }),
  'status-with-exponent': editText((text) => text.replace(/"status":4(\d\d)/, '"status":4.$1e2'), onError),
  'integers-with-point': editText((text) => text.replaceAll(/"(id|categoryId)":(-?\d+)/g, '"$1":$2.0'), onSuccess),
  'undocumented-501': undocumentedWith({ status: 501, headers: {} }),
  'categories-listed': {
    undocumented: (call, usual) =>
      call.path === '/v1/categories' ? textReply(200, 'application/json', '{"categories":[]}') : usual(call),
  },
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
  }),
  'sunset-late-in-the-day': editHeaders({ Sunset: 'Thu, 05 Dec 2030 23:59:59 GMT' }, successOf('getPet')),
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
