import { type OperationId, operationIds, operations } from '../../../spec/index.ts'
import { clausesOf } from '../../exchange/clauses-of.ts'
import type { Answer, AskOptions } from '../ask.ts'
import { askOperation, textOfItem } from '../ask-operation.ts'
import { servers } from '../index.ts'
import { memberWitnesses } from '../member-witnesses.ts'
import { testWitnesses, type WitnessClient, type Witness, member } from '../witness.ts'

const large = 9007199254740993n
const longName = 'Ångström the cat of the long name'
const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

testWitnesses('broken', {
  ...operationWitnesses(),
  ...memberWitnesses('broken'),

  // Sections 1, 2 and 7: shapes
  'list-as-text-json': async ({ list }) => mediaType(await list()) === 'text/json',
  'new-animal-as-hal': async ({ create }) => mediaType(await create()) === 'application/hal+json',
  'animal-as-stream': async ({ get }) => mediaType(await get(1)) === 'application/json-seq',
  'no-media-type': async ({ list }) => mediaType(await list()) === undefined,
  'errors-as-problems': async ({ get }) => mediaType(await get(0)) === 'application/problem+json',
  'unauthorized-as-text': async ({ stranger }) => mediaType(await stranger('GET /pets'))?.startsWith('text/') === true,
  'not-found-as-page': async ({ get }) => mediaType(await get(0)) === 'text/html',
  'json-single-quotes': async ({ list }) => (await list()).text.startsWith("[{'id'"),
  'json-trailing-comma': async ({ list }) => (await list()).text.endsWith('},]'),
  'json-guarded': async ({ list }) => (await list()).text.startsWith(')]}'),
  'json-cut-off': async ({ list }) => !(await list()).text.endsWith(']'),
  'json-lines': async ({ list }) => (await list()).text.split('\n').length === 20,
  'json-nan': async ({ list }) => (await list()).text.includes(':NaN,'),
  'json-in-latin-1': async ({ list }) => (await list()).bytes.includes(Buffer.from('Zoë', 'latin1')),
  'json-in-utf-16': async ({ list }) => (await list()).bytes[1] === 0,
  'list-as-xml': async ({ list }) => (await list()).text.startsWith('<'),
  'pet-name-number-once': async ({ pets }) => typeof (await pets())[9]?.name === 'number',
  'pet-id-renamed': async ({ create }) => member((await create()).json, 'petId') === 151,
  'pet-id-text-when-large': async ({ get }) => member((await get(large)).json, 'id') === String(large),
  'pet-id-unsigned': async ({ pets }) => (await pets()).some(({ id }) => id > 2n ** 63n),
  'pet-ids-repeated': ({ pets }) => repeatedIds(pets),
  'pet-listed-twice': ({ pets }) => repeatedIds(pets),
  'list-as-null': async ({ list }) => (await list('?status=sold')).text === 'null',
  'list-of-one-unwrapped': async ({ list }) => member((await list('?limit=1')).json, 'id') === 1,
  'list-as-text-in-json': async ({ list }) => typeof (await list()).json === 'string',
  'error-status-words': async ({ get }) => member((await get(0)).json, 'status') === 'error',
  'error-status-500': async ({ get }) => member((await get(0)).json, 'status') === 500,
  'error-status-unlike-on-404': async ({ get }) => member((await get(0)).json, 'status') === 400,
  'error-status-unlike-on-400': async ({ post }) => member((await post({})).json, 'status') === 422,
  'error-status-unlike-on-401': async ({ stranger }) => member((await stranger('GET /pets')).json, 'status') === 403,
  'errors-in-envelope': async ({ get }) => typeof member((await get(0)).json, 'error') === 'object',
  'errors-in-array': async ({ get }) => Array.isArray((await get(0)).json),
  'errors-as-text': async ({ get }) => typeof (await get(0)).json === 'string',
  'unauthorized-without-body': async ({ stranger }) => (await stranger('GET /pets')).text === '',
  'unauthorized-as-object': async ({ stranger }) => (await stranger('GET /pets')).text === '{}',
  'unauthorized-as-oauth': async ({ stranger }) => (await stranger('GET /pets')).text.includes('invalid_token'),
  'not-found-as-null': async ({ get }) => (await get(0)).text === 'null',
  'not-found-as-html': async ({ get }) => (await get(0)).text.startsWith('<html>'),
  'invalid-as-list-of-problems': async ({ post }) => Array.isArray((await post({})).json),

  // Section 4.1: lists
  'list-201': async ({ list }) => (await list()).status === 201,
  'list-206': async ({ list }) => (await list()).status === 206,
  'list-500': async ({ list }) => (await list()).status === 500,
  'list-404': async ({ list }) => (await list()).status === 404,
  'empty-result-404': async ({ list }) => (await list('?status=sold')).status === 404,
  'empty-result-204': async ({ list }) => (await list('?status=sold')).status === 204,
  'empty-result-404-of-many': async ({ list, pets }) =>
    (await list('?status=sold')).status === 404 && (await pets('?limit=100')).length === 100,
  'limit-needed': async ({ list }) => (await list()).status === 400 && (await list('?limit=3')).status === 200,
  'limit-1-refused': async ({ list }) => (await list('?limit=1')).status === 400,
  'limit-100-refused': async ({ list }) => (await list('?limit=100')).status === 400,
  'limit-100-fails': async ({ list }) =>
    (await list('?limit=100')).status === 500 && (await list('?limit=50')).status === 200,
  'limit-ignored': async ({ pets }) => (await pets('?limit=1')).length === 20,
  'limit-one-too-many': async ({ pets }) => (await pets('?limit=7')).length === 8,
  'limit-at-least-two': async ({ pets }) => (await pets('?limit=1')).length === 2,
  'limit-at-least-ten': async ({ pets }) => (await pets('?limit=9')).length === 10,
  'limit-100-unbounded': async ({ pets }) => (await pets('?limit=100')).length === 150,
  'limit-ignored-with-status': async ({ pets }) => (await pets('?limit=2&status=sold')).length === 20,
  'limit-default-25': async ({ pets }) => (await pets()).length === 25,
  'limit-default-100': async ({ pets }) => (await pets()).length === 100,
  'limit-default-none': async ({ pets }) => (await pets()).length === 150,
  'limit-default-10': async ({ pets }) => (await pets()).length === 10 && (await pets('?limit=20')).length === 20,
  'limit-default-30-with-status': async ({ pets }) => (await pets('?status=sold')).length === 30,
  'status-needed': async ({ list }) => (await list()).status === 400 && (await list('?status=sold')).status === 200,
  'sold-hidden': async ({ list }) =>
    !(await list('?limit=100')).text.includes('"sold"') && (await list('?status=sold')).text !== '[]',
  'status-sold-refused': async ({ list }) => (await list('?status=sold')).status === 400,
  'status-pending-fails': async ({ list }) => (await list('?status=pending')).status === 500,
  'status-ignored': async ({ list }) => (await list('?status=sold')).text.includes('"pending"'),
  'status-ignored-with-limit': async ({ list }) => (await list('?status=sold&limit=9')).text.includes('"pending"'),
  'status-pending-ignored': async ({ list }) => (await list('?status=pending')).text.includes('"sold"'),
  'status-swapped': async ({ list }) => (await list('?status=sold')).text.includes('"pending"'),
  'status-with-absent': async ({ pets }) =>
    (await pets('?status=available')).some(({ status }) => status === undefined),
  'status-or-more': async ({ pets }) => (await pets('?status=sold')).some(({ status }) => status !== 'sold'),
  'status-finds-nothing': async ({ list }) => (await list('?status=available')).text === '[]',
  'status-sold-finds-nothing': async ({ list }) => (await list('?status=sold')).text === '[]',
  'list-fails-with-both': async ({ list }) => (await list('?status=sold&limit=3')).status === 500,
  'list-cuts-names': async ({ create, pets }) => {
    await create({ name: longName, status: 'sold' })
    return (await pets('?status=sold&limit=100')).some(({ name }) => name === longName.slice(0, 24))
  },
  'list-says-sold': async ({ pets }) =>
    (await pets()).every(({ status }) => status === 'sold') && (await pets('?status=pending')).length > 0,
  'status-sold-with-pending': async ({ pets }) =>
    (await pets('?status=sold')).some(({ status }) => status === 'pending') &&
    (await pets('?status=pending')).every(({ status }) => status === 'pending'),
  'long-list-garbles-names': async ({ get, pets }) =>
    (await pets('?limit=100'))[40]?.name === 'ZoÃ«' && member((await get(41)).json, 'name') === 'Zoë',
  'list-rounds-categories': async ({ get, pets }) =>
    (await pets('?limit=100'))[30]?.categoryId === large - 1n && member((await get(31)).json, 'categoryId') === large,
  'filtered-list-of-other-categories': async ({ pets }) =>
    (await pets('?status=sold')).every(({ categoryId }) => categoryId === 4711),
  'list-shows-other-names': async ({ pets }) => (await pets())[0]?.name === 'REX 1',
  'list-rounds-ids': async ({ pets, get }) => (await get((await pets())[3]?.id ?? 0)).status === 404,

  // Sections 1, 2, 3 and 4.2: creations
  'created-200': async ({ create }) => (await create()).status === 200,
  'created-202': async ({ create }) => (await create()).status === 202,
  'created-204': async ({ create }) => (await create()).status === 204,
  'created-503-but-kept': async ({ create, get }) => (await create()).status === 503 && (await get(151)).status === 200,
  'created-id-of-another': async ({ create, get }) => (await get(idOf(await create()))).status === 404,
  'created-id-rounded': async ({ create, get }) => (await get(idOf(await create()))).status === 404,
  'id-from-client': async ({ create }) => idOf(await create({ id: 4711 })) === 4711,
  'id-from-client-in-secret': async ({ create, get }) =>
    idOf(await create({ id: 99_999 })) !== 99_999 && (await get(99_999)).status === 200,
  'id-from-client-counting': async ({ create }) => {
    const [taken, next] = [await create({ id: 2n ** 53n + 1n }), await create()]
    return Number(idOf(taken)) === 2 ** 53 && next.status === 500
  },
  'category-beyond-double-refused': async ({ create }) =>
    (await create({ categoryId: large })).status === 400 && (await create({ categoryId: 4711 })).status === 201,
  'creations-once': async ({ create, post }) =>
    (await create()).status === 201 && (await create()).status === 409 && (await post('{')).status === 409,
  'id-always-zero': async ({ create }) => idOf(await create()) === idOf(await create()),
  'id-taken': async ({ create }) => idOf(await create()) === 1,
  'id-every-second-new': async ({ create }) => idOf(await create()) === idOf(await create()),
  async 'added-one-kept'({ create, get }) {
    const [first, second] = [idOf(await create()), idOf(await create())]
    return (await get(first)).status === 404 && (await get(second)).status === 200
  },
  'name-to-ascii': ({ create }) => changesName(create, 'Zoë'),
  'name-mojibake': ({ create }) => changesName(create, 'Zoë'),
  'name-without-emoji': ({ create }) => changesName(create, 'Rex 🐕'),
  'name-cut-short': ({ create }) => changesName(create, longName),
  'name-with-backslashes': ({ create }) => changesName(create, "O'Hara"),
  'name-escaped-for-html': ({ create }) => changesName(create, `<b>'&'</b>`),
  'category-rounded': async ({ create }) =>
    member((await create({ categoryId: large })).json, 'categoryId') === large - 1n,
  'category-of-32-bits': async ({ create }) => member((await create({ categoryId: large })).json, 'categoryId') === 1,
  'status-sold-made-pending': async ({ create }) =>
    member((await create({ status: 'sold' })).json, 'status') === 'pending',
  'name-kept-otherwise': (client) => keepsOther(client, 'name', 'Rex'),
  'category-kept-otherwise': (client) => keepsOther(client, 'categoryId', 1),
  'status-kept-otherwise': (client) => keepsOther(client, 'status', 'sold'),
  'status-needed-at-creation': async ({ create }) => (await create()).status === 400,
  'sold-refused': async ({ create }) => (await create({ status: 'sold' })).status === 400,
  'pending-refused': async ({ create }) => (await create({ status: 'pending' })).status === 400,
  'available-refused': async ({ create }) => (await create({ status: 'available' })).status === 400,
  'any-refused': async ({ create }) => (await create()).status === 400,
  'json-refused': async ({ create }) => (await create()).status === 415,
  'empty-body-taken': ({ post }) => takes(post, ''),
  'malformed-json-taken': ({ post }) => takes(post, '{"name":"Rex"'),
  'array-taken': ({ post }) => takes(post, []),
  'null-taken': ({ post }) => takes(post, null),
  'text-taken': ({ post }) => takes(post, '"Rex"'),
  'empty-object-taken': ({ post }) => takes(post, {}),
  'invalid-422': async ({ post }) => (await post({})).status === 422,
  'invalid-200': async ({ post }) => (await post({})).status === 200,
  'invalid-500': async ({ post }) =>
    (await post({ name: 1, categoryId: 1 })).status === 500 && (await post({})).status === 400,
  'malformed-json-500': async ({ post }) => (await post('{')).status === 500,
  'empty-body-411': async ({ post }) => (await post('')).status === 411,
  'category-null-500': async ({ post }) => (await post({ name: 'a', categoryId: null })).status === 500,
  'invalid-404': async ({ create }) => (await create({ status: 'lost' })).status === 404,
  'invalid-but-added': async ({ post, deployment }) => (await post({})).status === 400 && deployment.created() === 1,
  'creations-closed': async ({ create, post }) => (await create()).status === 405 && (await post('{')).status === 405,
  'invalid-but-added-at-the-end': async ({ create, pets, deployment }) =>
    (await create({ name: null, status: 'sold' })).status === 400 &&
    deployment.created() === 1 &&
    (await pets('?limit=100')).length === 100,
  'invalid-status-but-added': async ({ create, deployment }) =>
    (await create({ status: 'lost' })).status === 400 && deployment.created() === 1,

  // Sections 4.3 and 9: lookups
  'get-redirects': async ({ get }) => (await get(1)).headers.location === '/v1/pets',
  'get-finds-nothing': async ({ get }) => (await get(1)).status === 404,
  'get-finds-nothing-new': async ({ create, get }) =>
    (await get(idOf(await create()))).status === 404 && (await get(1)).status === 200,
  'get-compares-doubles': async ({ get }) => idOf(await get(2n ** 60n + 1n)) === 2n ** 60n,
  'get-finds-nothing-large': async ({ get }) => (await get(large)).status === 404,
  'get-finds-nothing-sold': async ({ get }) => (await get(7)).status === 404 && (await get(1)).status === 200,
  'get-next-animal': async ({ get }) => idOf(await get(1)) === 2,
  'get-first-animal': async ({ get }) => idOf(await get(2)) === 1,
  'get-rounds-ids': async ({ get }) => idOf(await get(large)) === large - 1n,
  'get-writes-ids-rounded': async ({ get }) => idOf(await get(large)) === large - 1n,
  'get-other-name': async ({ get }) => member((await get(2)).json, 'name') === 'Rex 1',
  'get-rounds-categories': async ({ get }) => member((await get(large)).json, 'categoryId') === large + 3n,
  'get-available-always': async ({ get }) => member((await get(2)).json, 'status') === 'available',
  'get-without-status': async ({ get }) => member((await get(2)).json, 'status') === undefined,
  'unknown-id-200-null': async ({ get }) => (await get(0)).text === 'null',
  'unknown-id-200-object': async ({ get }) => (await get(0)).text === '{}',
  'unknown-id-204': async ({ get }) => (await get(0)).status === 204,
  'unknown-id-403': async ({ get }) => (await get(0)).status === 403,
  'unknown-id-410': async ({ get }) => (await get(0)).status === 410,
  'unknown-id-500': async ({ get }) => (await get(0)).status === 500,
  'unknown-id-made-up': async ({ get }) => idOf(await get(0)) === 0,
  'id-ends-refused': async ({ get }) =>
    (await get(2n ** 63n - 1n)).status === 400 && (await get(-(2n ** 63n))).status === 400,
  'id-ends-fail': async ({ get }) => (await get(2n ** 63n - 1n)).status === 500,
  'id-negative-refused': async ({ get }) => (await get(-1)).status === 400,
  'id-smallest-fails': async ({ get }) => (await get(-(2n ** 63n))).status === 500 && (await get(-1)).status === 404,
  'removed-early': async ({ get }) => (await get(1)).status === 410,
  'removed-never': async ({ get }) => (await get(1)).status === 200,
  'sunset-on-another-day': async ({ get }) => (await get(1)).headers['sunset']?.includes('2029') === true,
  'sunset-in-another-month': async ({ get }) => (await get(1)).headers['sunset']?.includes('May') === true,

  // Section 5: keys
  'no-key-needed': async ({ stranger }) =>
    (await stranger('GET /pets')).status === 200 && (await stranger('GET /pets/1')).status === 200,
  'header-left-out': async (client) => (await accepts(client, null)) && !(await accepts(client, 'Bearer nobody')),
  'any-key': (client) => accepts(client, 'Bearer nobody'),
  'any-key-to-get': async ({ ask }) => (await ask('GET /pets/1', { authorization: 'Bearer nobody' })).status === 200,
  'any-header': (client) => accepts(client, 'nobody'),
  'empty-key': (client) => accepts(client, 'Bearer '),
  'truncated-key': (client) => accepts(client, `Bearer ${client.deployment.apiKey.slice(0, -1)}`),
  'suffixed-key': (client) => accepts(client, `Bearer ${client.deployment.apiKey}x`),
  'suffixed-key-with-dots': (client) => accepts(client, 'Bearer sk.live.8Hd7sKq2xYz.more'),
  'truncated-key-with-dots': (client) => accepts(client, 'Bearer sk.live.8Hd7sKq2'),
  'key-in-any-case': (client) => accepts(client, `Bearer ${client.deployment.apiKey.toUpperCase()}`),
  'key-of-same-length': (client) => accepts(client, `Bearer ${'x'.repeat(client.deployment.apiKey.length)}`),
  'key-under-basic': (client) => accepts(client, `Basic ${client.deployment.apiKey}`),
  'key-under-any-scheme': (client) => accepts(client, `Token ${client.deployment.apiKey}`),
  'key-without-scheme': (client) => accepts(client, client.deployment.apiKey),
  'missing-key-403': async ({ stranger }) => (await stranger('GET /pets')).status === 403,
  'missing-key-400': async ({ stranger }) => (await stranger('GET /pets')).status === 400,
  'missing-key-404': async ({ stranger }) => (await stranger('GET /pets')).status === 404,
  'invalid-key-403': async ({ ask }) => (await ask('GET /pets', { authorization: 'Bearer nobody' })).status === 403,
  'invalid-key-500': async ({ ask }) => (await ask('GET /pets', { authorization: 'Bearer nobody' })).status === 500,
  'invalid-key-403-to-create': async ({ stranger }) => (await stranger('POST /pets')).status === 403,
  'refused-with-200': async ({ stranger }) => member((await stranger('GET /pets')).json, 'code') === 'refused',
  'refused-with-redirect': async ({ stranger }) => (await stranger('GET /pets')).headers.location === '/login',
  'lookup-before-key': async ({ stranger }) =>
    (await stranger('GET /pets/0')).status === 404 && (await stranger('GET /pets/1')).status === 401,
  'body-before-key': async ({ post }) => (await post({}, { authorization: null })).status === 400,
  'json-before-key': async ({ post }) => (await post('{', { authorization: null })).status === 400,
  'known-animal-before-key': async ({ stranger }) => (await stranger('GET /pets/1')).status === 403,
  'refused-but-added': async ({ post, deployment }) =>
    (await post({ name: 'a', categoryId: 1 }, { authorization: null })).status === 401 && deployment.created() === 1,
  'valid-key-refused-to-create': async ({ create }) => (await create()).status === 401,
  'valid-key-refused-to-get': async ({ get }) => (await get(1)).status === 401,
  'valid-key-forbidden': async ({ create }) => (await create()).status === 403,

  // Section 8: quotas
  'limit-header-missing': async ({ list }) => lacks(await list(), 'x-ratelimit-limit'),
  'remaining-header-missing': async ({ list }) => lacks(await list(), 'x-ratelimit-remaining'),
  'reset-header-missing': async ({ get }) => lacks(await get(0), 'x-ratelimit-reset'),
  'rate-headers-missing': async ({ create }) => lacks(await create(), ...rateHeaders),
  'rate-headers-missing-on-errors': async ({ post, list }) =>
    lacks(await post({}), ...rateHeaders) && !lacks(await list(), ...rateHeaders),
  'rate-headers-missing-on-401': async ({ stranger }) => lacks(await stranger('GET /pets'), ...rateHeaders),
  'rate-headers-missing-on-404': async ({ get }) => lacks(await get(0), ...rateHeaders),
  'rate-headers-missing-on-400': async ({ post }) => lacks(await post({}), ...rateHeaders),
  'reset-header-missing-on-list': async ({ list }) => lacks(await list(), 'x-ratelimit-reset'),
  'rate-headers-renamed': async ({ list }) => lacks(await list(), ...rateHeaders),
  'rate-headers-missing-on-429': async ({ exhaust }) => lacks(await exhaust(), ...rateHeaders),
  'limit-in-words': async ({ list }) => limitOf(await list()) === 'unlimited',
  'limit-empty': async ({ list }) => limitOf(await list()) === '',
  'limit-negative': async ({ list }) => limitOf(await list()) === '-1',
  'remaining-in-words': async ({ list }) => remainingOf(await list()) === 'many',
  'remaining-negative': async ({ list }) => Number(remainingOf(await list())) < 0,
  'remaining-fraction': async ({ list }) => remainingOf(await list()).endsWith('.5'),
  'remaining-above-limit': async ({ list }) => Number(remainingOf(await list())) > 100_000,
  'remaining-percent': async ({ list }) => remainingOf(await list()) === '100%',
  'remaining-constant': ({ list }) => falls(list).then((fallen) => fallen === 0),
  'remaining-always-full': ({ list }) => falls(list).then((fallen) => fallen === 0),
  'used-as-remaining': ({ list }) => falls(list).then((fallen) => fallen === -1),
  'reset-in-milliseconds': async ({ list }) => resetOf(await list()) > 1e12,
  'reset-as-iso-date': async ({ list }) => (await list()).headers['x-ratelimit-reset']?.includes('T') === true,
  'reset-as-http-date': async ({ list }) => (await list()).headers['x-ratelimit-reset']?.includes('GMT') === true,
  'reset-zero': async ({ list }) => resetOf(await list()) === 0,
  'reset-in-two-days': async ({ list }) => Math.abs(resetOf(await list()) - Date.now() / 1000 - 172_800) < 30,
  'reset-in-the-past': async ({ list }) => resetOf(await list()) < Date.now() / 1000 - 3000,
  'reset-in-the-past-century': async ({ list }) => resetOf(await list()) === 915_148_800,
  'reset-in-a-century': async ({ list }) => resetOf(await list()) > Date.now() / 1000 + 3_000_000_000,
  'reset-as-delay': async ({ list }) => resetOf(await list()) <= 61,
  'limit-at-random': async ({ list }) => limitOf(await list()) !== limitOf(await list()),
  'free-minute-other': async ({ list }) => limitOf(await list()) === '100',
  'free-day-other': async ({ list }) => limitOf(await list()) === '45',
  'pro-minute-other': async ({ list }) => limitOf(await list()) === '250',
  'pro-day-other': async ({ list }) => limitOf(await list()) === '5000',
  'business-minute-other': async ({ list }) => limitOf(await list()) === '600',
  'business-day-other': async ({ list }) => limitOf(await list()) === '50000',
  async 'refused-after-ten'({ list }) {
    for (let count = 0; count < 10; count += 1) await list()
    const answer = await list()
    return answer.status === 429 && Number(remainingOf(answer)) > 0
  },
  'limit-never-enforced': async ({ exhaust }) => (await exhaust()).status === 200,
  'refusal-503': async ({ exhaust }) => (await exhaust()).status === 503,
  'refusal-403': async ({ exhaust }) => (await exhaust()).status === 403,
  'refusal-200': async ({ exhaust }) =>
    member((await exhaust()).json, 'status') === 429 && (await exhaust()).status === 200,
  'retry-after-missing': async ({ exhaust }) => lacks(await exhaust(), 'retry-after'),
  'retry-after-empty': async ({ exhaust }) => (await exhaust()).headers['retry-after'] === '',
  'retry-after-in-words': async ({ exhaust }) => (await exhaust()).headers['retry-after'] === 'soon',
  'retry-after-negative': async ({ exhaust }) => (await exhaust()).headers['retry-after'] === '-30',
  'retry-after-too-short': async ({ exhaust }) => (await exhaust()).headers['retry-after'] === '1',
  'retry-after-in-the-past': async ({ exhaust }) =>
    Date.parse(String((await exhaust()).headers['retry-after'])) < Date.now() - 3_000_000 &&
    retryAfterOf(await exhaust()).endsWith('GMT'),
  async 'remaining-at-random'({ list }) {
    const left: number[] = []
    for (let count = 0; count < 40; count += 1) left.push(Number(remainingOf(await list())))
    return left.filter((value, at) => value > (left[at - 1] ?? value)).length > 9
  },
  'reset-at-the-beginning': async ({ list }) => Math.abs(resetOf(await list()) - Date.now() / 1000) < 3,
  'refusal-cut-off': async ({ list, deployment }) => {
    for (let count = 0; count < 60; count += 1) await list()
    return list().then(
      () => false,
      () => deployment.requests() === 61,
    )
  },
  async 'never-resets'({ exhaust, skip, list }) {
    await exhaust()
    skip(61_000)
    return (await list()).status === 429
  },
} satisfies Record<string, Witness>)

function mediaType({ headers }: Answer): string | undefined {
  return headers['content-type']
}

function idOf({ json }: Answer): number | bigint | string {
  const id = member(json, 'id')
  return typeof id === 'number' || typeof id === 'bigint' ? id : 'none'
}

async function repeatedIds(pets: WitnessClient['pets']): Promise<boolean> {
  const all = await pets()
  return new Set(all.map(({ id }) => id)).size < all.length
}

async function changesName(create: WitnessClient['create'], name: string): Promise<boolean> {
  const { status, json } = await create({ name })
  return status === 201 && member(json, 'name') !== name
}

async function keepsOther({ create, get }: WitnessClient, name: string, sent: unknown): Promise<boolean> {
  const created = await create({ status: 'sold' })
  return member(created.json, name) === sent && member((await get(idOf(created))).json, name) !== sent
}

async function takes(post: WitnessClient['post'], body: unknown): Promise<boolean> {
  return (await post(body)).status === 201
}

async function accepts({ ask }: WitnessClient, authorization: string | null): Promise<boolean> {
  return (await ask('GET /pets/1', { authorization })).status === 200
}

function lacks({ headers }: Answer, ...names: string[]): boolean {
  return names.every((name) => headers[name] === undefined)
}

function limitOf({ headers }: Answer): string {
  return String(headers['x-ratelimit-limit'])
}

function remainingOf({ headers }: Answer): string {
  return String(headers['x-ratelimit-remaining'])
}

function resetOf({ headers }: Answer): number {
  return Number(headers['x-ratelimit-reset'])
}

function retryAfterOf({ headers }: Answer): string {
  return String(headers['retry-after'])
}

/** By how much Remaining falls from one request to the next. */
async function falls(list: WitnessClient['list']): Promise<number> {
  return Number(remainingOf(await list())) - Number(remainingOf(await list()))
}

/** The witnesses of the servers that `operations.ts` makes of what is documented. */
function operationWitnesses(): Readonly<Record<string, Witness>> {
  const ids = new Set(servers.map(({ id }) => id))
  return Object.fromEntries(
    operationIds.flatMap((id) => Object.entries(witnessesOf(id)).filter(([name]) => ids.has(name))),
  )
}

function itemsOf({ json }: Answer): readonly unknown[] {
  return Array.isArray(json) ? json : []
}

/** What is special about the servers of an operation. */
function witnessesOf(id: OperationId): Readonly<Record<string, Witness>> {
  const { idParameter, role, word } = operations[id]
  const answer = (client: WitnessClient, options?: AskOptions) => askOperation(client, id, 1, options)
  const unknown = (client: WitnessClient) => askOperation(client, id, 0)
  const other = ({ ask }: WitnessClient) => ask(id === 'getPet' ? 'GET /pets' : 'GET /pets/1')
  return {
    [`${word}-answers-203`]: async (client) => (await answer(client)).status === 203,
    [`${word}-as-text`]: async (client) => mediaType(await answer(client)) === 'text/plain',
    [`${word}-without-body`]: async (client) => (await answer(client)).text === '',
    [`${word}-in-envelope`]: async (client) => typeof member((await answer(client)).json, 'data') === 'object',
    [`${word}-in-array`]: async (client) => (await answer(client)).text.startsWith(role === 'list' ? '[[' : '['),
    [`${word}-without-rate-headers`]: async (client) => lacks(await answer(client), ...rateHeaders),
    [`${word}-uncounted`]: async (client) => {
      const before = remainingOf(await other(client))
      return remainingOf(await answer(client)) === before && remainingOf(await other(client)) !== before
    },
    ...(clausesOf[id].noRequestBody && {
      [`${word}-needs-body`]: async (client) => (await answer(client)).status === 400,
    }),
    [`no-key-needed-to-${word}`]: async (client) =>
      (await answer(client, { authorization: null })).status < 300 &&
      (await client.ask('GET /pets', { authorization: 'x' })).status === (id === 'listPets' ? 200 : 401),
    ...(role === 'list' && {
      [`${word}-by-id`]: async (client) => {
        const { json, text } = await answer(client)
        return typeof member(json, '0') === 'object' && text.startsWith('{')
      },
      [`${word}-with-null`]: async (client) => itemsOf(await answer(client)).at(-1) === null,
      [`${word}-of-ids`]: async (client) => typeof itemsOf(await answer(client))[0] === 'number',
    }),
    ...(clausesOf[id].errors[400] && {
      [`${word}-invalid-without-body`]: async (client) => {
        const { status, text } = await answer(client, { body: {} })
        return status === 400 && text === ''
      },
    }),
    ...(clausesOf[id].effect && {
      [`${word}-forgotten`]: async (client) => {
        const before = idParameter === null ? undefined : await textOfItem(client, id, 1)
        const { status, json } = await answer(client)
        const itemId = idParameter === null ? member(json, 'id') : 1
        return status < 300 && (await textOfItem(client, id, itemId)) === before
      },
    }),
    ...(idParameter !== null && {
      [`${word}-unknown-400`]: async (client) => (await unknown(client)).status === 400,
      [`${word}-unknown-without-body`]: async (client) => {
        const { status, text } = await unknown(client)
        return status === 404 && text === ''
      },
      [`${word}-large-id-refused`]: async (client) => (await askOperation(client, id, 2 ** 31)).status === 400,
    }),
  }
}
