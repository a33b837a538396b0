import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Pet } from '../../../spec/index.ts'
import { type Answer, askRaw } from '../ask.ts'
import { servers } from '../index.ts'
import { testWitnesses, type WitnessClient, type Witness, member } from '../witness.ts'

const tested = servers.filter(({ kind }) => kind === 'conforming')

testWitnesses(tested, {
  // Sections 4.1 and 4.3: lists and lookups
  'query-422': async ({ list }) =>
    (await list('?limit=0')).status === 422 && (await list('?status=lost')).status === 422,
  'query-404': async ({ list }) => (await list('?limit=101')).status === 404,
  'query-empty-list': async ({ list }) => (await list('?limit=x')).text === '[]',
  'query-clamped': async ({ pets }) =>
    (await pets('?limit=1000')).length === 100 && (await pets('?limit=-3')).length === 1,
  'query-ignored': async ({ pets }) =>
    (await pets('?limit=1000')).length === 20 && (await pets('?status=x&limit=3')).length === 3,
  'query-any-case': async ({ pets }) => (await pets('?status=SOLD&limit=2.9')).length === 2,
  'query-strict': async ({ list }) =>
    (await list('?colour=red')).status === 400 && (await list('?limit=1')).status === 200,
  'pet-id-400': async ({ get }) => (await get('rex')).status === 400 && (await get('0')).status === 404,
  'pet-id-422': async ({ get }) => (await get('1.5')).status === 422 && (await get(2n ** 63n)).status === 422,
  'gateway-refuses': async ({ get, list }) =>
    (await get('abc')).text.startsWith('<h1>') &&
    (await list('?limit=0')).headers['x-ratelimit-limit'] === undefined &&
    (await list('?limit=100')).status === 200,
  'pet-id-lenient': async ({ get }) => (await get('007')).status === 200 && (await get('%31.0')).status === 200,
  'newest-first': async ({ create, pets }) => member((await create()).json, 'id') === (await pets())[0]?.id,
  'random-order': async ({ list }) => (await list()).text !== (await list()).text,
  'by-name': async ({ pets }) =>
    (await pets()).every(({ name }, at, all) => at === 0 || (all[at - 1]?.name ?? '') <= name),
  'pages-of-seven': async ({ pets }) => (await pets()).length === 7 && (await pets('?limit=100')).length === 7,
  'pages-varying': async ({ pets }) =>
    new Set([await pets(), await pets(), await pets()].map(({ length }) => length)).size > 1,
  'pages-at-random': async ({ pets }) =>
    new Set([await pets(), await pets(), await pets()].map(({ length }) => length)).size > 1,
  async 'link-cursor'({ list, pets }) {
    const search = /<\/v1\/pets(\?cursor=\d+)>; rel="next"/.exec(String((await list('?limit=5')).headers['link']))?.[1]
    return search !== undefined && (await pets(search))[0]?.id === 6
  },
  'offset-and-total': async ({ list, pets }) =>
    (await list()).headers['x-total-count'] === '150' && (await pets('?offset=10'))[0]?.id === 11,
  'other-client-adds': async ({ pets }) => (await pets())[0]?.id !== (await pets())[0]?.id,
  'statuses-change': async ({ pets }) => {
    await pets()
    await pets()
    const isAvailable = (await pets())[3]?.status === 'available'
    await pets()
    return isAvailable && (await pets())[3]?.status === 'sold'
  },
  'people-change-statuses': changes(({ status }) => status),
  'people-change-new-statuses': changes(({ status }) => status),
  'people-sell-all': async ({ pets }) => {
    for (let asked = 0; asked < 300; asked++) if ((await pets('?status=available')).length === 0) return true
    return false
  },
  'people-rename': changes(({ name }) => name),
  'people-move-categories': changes(({ categoryId }) => categoryId),
  'people-remove-old-ones': changes((_, all) => !all.some(({ id }) => id === 1)),
  'people-remove-new-ones': changes((_, all) => all.length),
  'people-remove-sold-ones': changes((_, all) => all.some(({ status }) => status === 'sold')),
  'people-remove-any': changes((_, all) => all.length),
  'people-add-again': changes((_, all) => all.some(({ id }) => id === 151)),
  async 'list-lags'({ create, get, pets, skip }) {
    const { json } = await create({ status: 'pending' })
    const isFound = (await get(idIn(json))).status === 200
    const isLate = !(await hasListed(pets, json))
    skip(2000)
    return isFound && isLate && hasListed(pets, json)
  },
  async 'get-lags'({ create, get, skip }) {
    const { json } = await create()
    const isLate = (await get(idIn(json))).status === 404
    skip(1000)
    return isLate && (await get(idIn(json))).status === 200
  },
  async 'list-cached'({ create, pets, skip }) {
    await pets('?limit=100&status=pending')
    const { json } = await create({ status: 'pending' })
    const isLate = !(await hasListed(pets, json))
    skip(2000)
    return isLate && hasListed(pets, json)
  },
  async 'list-by-replica'({ create, pets }) {
    const { json } = await create({ status: 'pending' })
    return (await hasListed(pets, json)) !== (await hasListed(pets, json))
  },
  'empty-catalogue': async ({ list }) => (await list()).text === '[]',
  'one-animal': async ({ pets }) => (await pets()).length === 1,
  'many-animals': async ({ get }) => (await get(10_000)).status === 200,
  'all-sold': async ({ list }) =>
    (await list('?status=available')).text === '[]' && (await list('?status=sold')).text !== '[]',
  'no-statuses': async ({ list }) => !(await list()).text.includes('status'),

  // Sections 2, 4, 4.2, 5 and 9: animals, errors, operations and keys
  'extra-members-in-pets': async ({ create }) => member((await create()).json, 'owner') === null,
  async 'times-in-pets'({ create, get }) {
    const { json } = await create()
    const createdAt = String(member(json, 'createdAt'))
    return Date.parse(createdAt) > 0 && member((await get(idIn(json))).json, 'createdAt') === createdAt
  },
  'extra-members-in-errors': async ({ get }) => member((await get(0)).json, 'requestId') === 'r-1',
  'default-status-available': async ({ create }) => member((await create()).json, 'status') === 'available',
  'default-status-pending': async ({ create }) => member((await create()).json, 'status') === 'pending',
  'key-end-chosen': accepts('staging-other'),
  'keys-numbered': accepts('key1'),
  'key-uuid': accepts('3F2A9C1E-8D4B-4F6A-9B0E-5C7D1A2B3C4D'),
  'negative-ids': async ({ create, pets }) =>
    idIn((await create()).json) < 0 && (await pets()).every(({ id }) => id < 0),
  'ids-descending': async ({ create }) => idIn((await create()).json) > idIn((await create()).json),
  'ids-from-zero': async ({ get, create }) => (await get(0)).status === 200 && idIn((await create()).json) === 30,
  'ids-near-the-end': async ({ create, get }) =>
    idIn((await create()).json) === 2n ** 63n - 2n && (await get(2n ** 63n - 1n)).status === 200,
  async 'ids-at-random'({ create, get }) {
    const ids = [idIn((await create()).json), idIn((await create()).json)]
    return ids.every((id) => typeof id === 'bigint') && (await get(ids[0] ?? 0)).status === 200
  },
  'known-categories-only': async ({ create }) =>
    (await create({ categoryId: 777 })).status === 400 && (await create({ categoryId: 5 })).status === 201,
  'first-category-closed': async ({ create, pets }) => {
    const { categoryId } = (await pets())[0] ?? {}
    return (await create({ categoryId })).status === 400 && (await create({ categoryId: 777 })).status === 201
  },
  'one-category-open': async ({ create }) =>
    (await create({ categoryId: 1 })).status === 400 && (await create({ categoryId: 4 })).status === 201,
  'fractions-as-doubles': async ({ post }) =>
    (await post('{"name":"Rex","categoryId":9007199254740993.5}')).status === 201 &&
    (await post('{"name":"Rex","categoryId":1.5}')).status === 400,
  'positive-categories-only': async ({ create }) => (await create({ categoryId: -1 })).status === 400,
  'no-blank-names': async ({ create }) => (await create({ name: ' \t' })).status === 400,
  'no-long-names': async ({ create }) => (await create({ name: 'x'.repeat(101) })).status === 400,
  'no-odd-names': async ({ create }) =>
    (await create({ name: 'Rex 🐕' })).status === 400 && (await create({ name: 'Zoë 小虎' })).status === 201,
  'odd-names': async ({ pets }) => (await pets())[0]?.name === '',
  'strict-members': async ({ create }) => (await create({ notOfPets: 3 })).status === 400,
  'strict-integers': async ({ post }) => (await post('{"name":"Rex","categoryId":1.0}')).status === 400,
  'strict-media-type': async ({ post }) => {
    const statuses = []
    for (const type of ['text/plain', 'application/json; charset=utf-8']) {
      statuses.push((await post({ name: 'Rex', categoryId: 1 }, { headers: { 'Content-Type': type } })).status)
    }
    return statuses.join() === '415,201'
  },
  'strict-accept': async ({ ask }) => (await ask('GET /pets', { headers: { Accept: 'text/html' } })).status === 406,
  'like-express': async ({ ask, pets }) => {
    const { headers } = await ask('GET /Pets/')
    const again = await ask('GET /pets', { headers: { 'If-None-Match': headers.etag ?? '' } })
    return again.status === 304 && (await pets('?limit=5x')).length === 5 && (await pets('?status=x')).length === 0
  },
  'like-spring': async ({ ask, get, create }) =>
    (await ask('PUT /pets')).headers.allow === 'GET, POST' &&
    (await get(1)).headers['sunset'] !== undefined &&
    (await get(0)).headers['sunset'] === undefined &&
    (await create({ name: 'x'.repeat(256) })).status === 400,
  'like-fastapi': async ({ list, get, create }) =>
    (await list('?limit=0')).status === 422 &&
    (await get('x')).status === 422 &&
    (await create({ name: '' })).status === 400,
  'like-rails': async ({ ask, create, pets }) =>
    idIn((await create()).json) > 2n ** 53n &&
    (await ask('GET /pets/')).status === 200 &&
    (await pets('?limit=-5')).length === 1,
  'like-go': async ({ ask, create, pets }) => {
    const { status, headers } = await ask('DELETE /pets/1')
    const isLongRefused = (await create({ name: 'x'.repeat(65) })).status === 400
    return status === 405 && headers.allow === undefined && isLongRefused && (await pets('?limit=101')).length === 100
  },
  'like-a-prototype': async ({ ask, create }) =>
    (await ask('DELETE /pets/1')).text === '{}' && idIn((await create()).json) < 0,
  'location-of-new-animals': async ({ create }) => (await create()).headers.location === '/v1/pets/151',
  'codes-of-digits': async ({ get }) => member((await get(0)).json, 'code') === '40407',
  'codes-with-dots': async ({ get }) => member((await get(0)).json, 'code') === 'Store.Api: no_such_animal',
  'messages-in-japanese': async ({ get }) => (await get(0)).text.includes('要求'),
  'messages-long': async ({ get }) => (await get(0)).text.length > 20_000,
  'messages-empty': async ({ get }) => member((await get(0)).json, 'message') === '',
  'status-with-exponent': async ({ get }) =>
    (await get(0)).text.includes('"status":4.04e2') && member((await get(0)).json, 'status') === 404,
  'integers-with-point': async ({ get }) => (await get(2n ** 63n - 1n)).text.startsWith('{"id":9223372036854775807.0,'),
  'names-escaped': async ({ get }) => {
    const { text, json } = await get(9)
    return text.includes(String.raw`"\u5c0f\u864e 9"`) && member(json, 'name') === '小虎 9'
  },
  'members-escaped': async ({ get }) =>
    (await get(1)).text.startsWith(String.raw`{"\u0069d":1`) && member((await get(1)).json, 'id') === 1,
  'pretty-printed': async ({ get }) =>
    /^\s+\{\s+"id":/.test((await get(1)).text) && member((await get(1)).json, 'name') === 'Rex 1',
  'members-reversed': async ({ get }) => (await get(1)).text.startsWith('{"status":"available","categoryId":1'),
  'undocumented-200': async ({ ask }) => (await ask('PUT /pets/1')).status === 200,
  'undocumented-405': async ({ ask }) => (await ask('PATCH /pets/1')).status === 405,
  'undocumented-501': async ({ ask }) => (await ask('GET /shops')).status === 501,
  'undocumented-html': async ({ ask }) => (await ask('GET /shops')).text.startsWith('<h1>'),
  'categories-listed': async ({ ask }) => (await ask('GET /categories')).status === 200,
  'head-supported': async ({ ask }) =>
    (await ask('HEAD /pets')).status === 200 && (await ask('HEAD /pets')).text === '',
  'paths-in-any-case': async ({ ask }) => (await ask('GET /Pets/')).status === 200,
  'slash-redirected': async ({ ask }) =>
    (await ask('GET /pets/')).status === 301 && (await ask('GET /pets/')).headers['location'] === '/v1/pets',
  'removed-410': async ({ get }) => (await get(1)).status === 410,
  'removed-404-page': async ({ get }) => (await get(1)).headers['content-type'] === 'text/html',
  'removed-405': async ({ get }) => (await get(1)).status === 405,
  'sunset-announced': async ({ get }) => (await get(1)).headers['sunset'] === 'Thu, 05 Dec 2030 00:00:00 GMT',
  'sunset-late-in-the-day': async ({ get }) => (await get(1)).headers['sunset'] === 'Thu, 05 Dec 2030 23:59:59 GMT',
  'www-authenticate': async ({ stranger }) => (await stranger('GET /pets')).headers['www-authenticate'] !== undefined,
  'scheme-in-one-case': async ({ ask, deployment }) =>
    (await ask('GET /pets', { authorization: `bearer ${deployment.apiKey}` })).status === 401 &&
    (await ask('GET /pets')).status === 200,
  'key-unusual': async ({ list, deployment }) => (await list()).status === 200 && deployment.apiKey.includes('%41=='),
  'key-with-quotes': async ({ list, deployment }) =>
    (await list()).status === 200 && deployment.apiKey.includes(`"$HOME"`),
  'key-long': async ({ list, deployment }) => (await list()).status === 200 && deployment.apiKey.length > 3000,
  'key-short': async ({ list, deployment }) => (await list()).status === 200 && deployment.apiKey.length === 8,

  // Section 8: quotas
  'refusal-without-body': async ({ exhaust }) => isRefusal(await exhaust(), ''),
  'refusal-as-text': async ({ exhaust }) => isRefusal(await exhaust(), 'Slow down.'),
  'refusal-as-page': async ({ exhaust }) => isRefusal(await exhaust(), '<!doctype html>'),
  'refusal-as-other-json': async ({ exhaust }) => isRefusal(await exhaust(), '["slow"'),
  'refusal-in-spaces': async ({ exhaust }) => isRefusal(await exhaust(), '   '),
  'retry-after-date': async ({ exhaust }) => retryAfter(await exhaust()).endsWith(' GMT'),
  'retry-after-iso-date': async ({ exhaust }) => /^\d{4}-\d\d-\d\dT/.test(retryAfter(await exhaust())),
  'retry-after-fraction': async ({ exhaust }) => /^\d+\.\d{3}$/.test(retryAfter(await exhaust())),
  'retry-after-longer': async ({ exhaust, deployment }) => {
    const { headers } = await exhaust()
    const resetInSeconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
    return Number(headers['retry-after']) > resetInSeconds + 1 && deployment.plan === 'free'
  },
  async 'early-retries-banned'({ exhaust, list, skip }) {
    await exhaust()
    await list()
    skip(61_000)
    return (await list()).status === 403
  },
  'day-reported': async ({ list }) => (await list()).headers['x-ratelimit-limit'] === '10000',
  async 'minute-reported'({ list }) {
    const { headers } = await list()
    return headers['x-ratelimit-limit'] === '300' && (await refusals(list, 251)) === 2
  },
  async 'sliding-window'({ list, skip }) {
    await list()
    skip(30_000)
    await list()
    skip(30_500)
    return (await list()).headers['x-ratelimit-remaining'] === '298'
  },
  async 'calendar-minutes'({ list, skip }) {
    const first = Number((await list()).headers['x-ratelimit-reset'])
    // Elsewhere a window could begin with a minute of the clock once, not twice with 61.5 seconds between.
    skip(first * 1000 - Date.now() + 1500)
    return first % 60 === 0 && Number((await list()).headers['x-ratelimit-reset']) === first + 60
  },
  async 'quota-shared'({ list }) {
    const first = Number((await list()).headers['x-ratelimit-remaining'])
    for (let count = 0; count < 9; count += 1) await list()
    return Number((await list()).headers['x-ratelimit-remaining']) < first - 10
  },
  async 'quota-shared-in-bursts'({ list }) {
    const left: number[] = []
    while (left.length < 150) left.push(Number((await list()).headers['x-ratelimit-remaining']))
    return left.some((now, at) => (left[at - 1] ?? now) - now === 41)
  },
  async 'token-bucket'({ list, skip }) {
    for (let count = 0; count < 100; count += 1) await list()
    skip(10_000)
    const left = Number((await list()).headers['x-ratelimit-remaining'])
    return left > 240 && left < 260
  },
  async 'sliding-window-told-whole'({ list, skip }) {
    const first = Number((await list()).headers['x-ratelimit-reset'])
    skip(30_000)
    return Number((await list()).headers['x-ratelimit-reset']) >= first + 29
  },
  // It begins at once, and a window of whole seconds lasts a little longer.
  async 'reset-rounded'({ list, skip }) {
    await list()
    skip(60_000)
    return (await list()).headers['x-ratelimit-remaining'] === '299'
  },
  async 'reset-from-what-is-left'({ list }) {
    const resets = new Set<unknown>()
    for (let count = 0; count < 40; count += 1) resets.add((await list()).headers['x-ratelimit-reset'])
    return resets.size > 1
  },
  async 'day-takes-over'({ list, skip }) {
    for (let count = 0; count < 250; count += 1) await list()
    skip(61_000)
    return (await list()).headers['x-ratelimit-limit'] === '450'
  },
  async 'clock-ahead'({ list }) {
    return Date.parse((await list()).headers.date ?? '') > Date.now() + 30_000
  },
  'quota-of-twelve': async ({ list, skip }) =>
    (await refusals(list, 13)) === 1 && (skip(61_000), (await list()).status === 200),
  'quota-of-free': async ({ list, deployment }) =>
    (await list()).headers['x-ratelimit-limit'] === '60' && deployment.plan === 'free',
  'quota-of-enterprise': async ({ list }) => (await list()).headers['x-ratelimit-limit'] === '4321',
  'rate-headers-doubled': async ({ list }) => (await list()).headers['x-ratelimit-limit'] === '300, 300',
  'quota-of-sixteen-digits': async ({ list }) => (await list()).headers['x-ratelimit-limit'] === '9007199254740991',
  'quota-of-int64': async ({ list }) => (await list()).headers['x-ratelimit-remaining'] === '9223372036854775806',
  'quota-refilled': async ({ list }) =>
    (await list()).headers['x-ratelimit-remaining'] === (await list()).headers['x-ratelimit-remaining'],
  'anonymous-quota-of-five': async ({ stranger, list }) => {
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await stranger('GET /pets')).status)
    return statuses.join(' ') === '401 401 401 401 401 429' && (await list()).status === 200
  },
  'quota-low-in-the-day': async ({ list }) => (await list()).headers['x-ratelimit-remaining'] === '199',
  'anonymous-without-quota': async ({ stranger }) => (await stranger('GET /pets')).headers['x-ratelimit-limit'] === '0',
  'one-quota-for-all': async ({ list, stranger }) =>
    (await list()).headers['x-ratelimit-remaining'] === '59' &&
    (await stranger('GET /pets')).headers['x-ratelimit-remaining'] === '58',
  'one-quota-of-twelve-for-all': async ({ list, stranger, skip }) => {
    await list()
    for (let count = 0; count < 11; count += 1) await stranger('GET /pets')
    return (await list()).status === 429 && (skip(61_000), (await list()).status === 200)
  },
  'further-rate-headers': async ({ list }) => (await list()).headers['ratelimit-reset'] === '30',
  'clock-behind': async ({ list }) => Date.parse(String((await list()).headers.date)) < Date.now() - 15_000,
  'one-off-500': ({ list }) => failsOnce(list, 500),
  'one-off-503': ({ list }) => failsOnce(list, 503),
  'first-answer-500': async ({ list }) => (await list()).status === 502 && (await list()).status === 200,

  // Transport
  gzip: ({ ask }) => isCompressed(ask, 'gzip', gunzipSync),
  deflate: ({ ask }) => isCompressed(ask, 'deflate', inflateSync),
  brotli: ({ ask }) => isCompressed(ask, 'br', brotliDecompressSync),
  'tiny-chunks': async ({ deployment }) =>
    (await askRaw(deployment, 'GET /pets')).text.includes('\r\n7\r\n[{"id":\r\n7\r\n1,"name'),
  'slow-chunks': async ({ deployment }) =>
    (await askRaw(deployment, 'GET /pets')).text.includes('Transfer-Encoding: chunked'),
  'slow-first-answer': ({ list }) => isOutrun(list, list),
  'slow-creation': ({ create, list }) => isOutrun(create, list),
  'headers-upper-case': async ({ list }) => (await list()).rawHeaders.includes('X-RATELIMIT-LIMIT'),
  'headers-lower-case': async ({ list }) => (await list()).rawHeaders.includes('x-ratelimit-limit'),
  'charset-parameter': async ({ get }) => (await get(0)).headers['content-type'] === 'application/json; charset=UTF-8',
  'media-type-parameters': async ({ list }) => (await list()).headers['content-type']?.includes('"a;b, c"') === true,
  'media-type-in-capitals': async ({ list }) => (await list()).headers['content-type'] === 'Application/JSON',
  'keep-alive-off': async ({ deployment }) =>
    (await askRaw(deployment, 'GET /pets', keptAlive)).text.includes('Connection: close'),
  'idle-connections-closed': async ({ deployment }) => {
    const { text, end } = await askRaw(deployment, 'GET /pets', keptAlive)
    return end === 'closed' && text.includes('Connection: keep-alive')
  },
  'http-1.0': async ({ deployment, list }) =>
    (await askRaw(deployment, 'GET /pets')).text.startsWith('HTTP/1.0 200') && (await list()).status === 200,
  'headers-padded': async ({ deployment, list }) =>
    (await askRaw(deployment, 'GET /pets')).text.includes('X-RateLimit-Limit: \t 300 \t\r\n') &&
    (await list()).headers['x-ratelimit-limit'] === '300',
  'early-hints': async ({ deployment }) => (await askRaw(deployment, 'GET /pets')).text.startsWith('HTTP/1.1 102 '),
  etags: async ({ ask }) => (await ask('GET /pets', { headers: { 'If-None-Match': '"v1"' } })).status === 304,
  cookies: async ({ list }) => (await list()).headers['set-cookie']?.length === 2,
  cors: async ({ ask }) => (await ask('OPTIONS /pets')).status === 204,
  'many-headers': async ({ list }) => (await list()).rawHeaders.length > 180,
} satisfies Record<string, Witness>)

const keptAlive = { headers: ['Connection: keep-alive'], silentMilliseconds: 300 }

function idIn(json: unknown): number | bigint {
  const id = member(json, 'id')
  return typeof id === 'bigint' ? id : Number(id)
}

async function hasListed(pets: WitnessClient['pets'], json: unknown): Promise<boolean> {
  return (await pets('?limit=100&status=pending')).some(({ id }) => id === member(json, 'id'))
}

function isRefusal({ status, text }: Answer, start: string): boolean {
  return status === 429 && (start === '' ? text === '' : text.startsWith(start))
}

function retryAfter({ status, headers }: Answer): string {
  return status === 429 ? String(headers['retry-after']) : ''
}

async function refusals(list: WitnessClient['list'], calls: number): Promise<number> {
  let refused = 0
  for (let count = 0; count < calls; count += 1) if ((await list('?limit=1')).status === 429) refused += 1
  return refused
}

async function failsOnce(list: WitnessClient['list'], status: number): Promise<boolean> {
  const statuses: number[] = []
  for (let count = 0; count < 40; count += 1) statuses.push((await list('?limit=1')).status)
  return statuses.filter((one) => one === status).length === 1 && statuses.filter((one) => one === 200).length === 39
}

async function isCompressed(
  ask: WitnessClient['ask'],
  coding: string,
  inflate: (bytes: Buffer) => Buffer,
): Promise<boolean> {
  const { headers, bytes } = await ask('GET /pets', { headers: { 'Accept-Encoding': `${coding}, x-cat` } })
  const isPlainElsewhere = (await ask('GET /pets')).headers['content-encoding'] === undefined
  return isPlainElsewhere && headers['content-encoding'] === coding && inflate(bytes).toString().startsWith('[{')
}

/** Whether a call takes longer than three others that begin after it. */
async function isOutrun(slow: () => Promise<Answer>, quick: () => Promise<Answer>): Promise<boolean> {
  let isDone = false
  const first = slow().then(() => (isDone = true))
  await quick()
  await quick()
  await quick()
  const isLate = !isDone
  await first
  return isLate
}

/** Whether something of the animals changes that no request asked for. */
function changes(facet: (pet: Pet, all: readonly Pet[]) => unknown): Witness {
  return async ({ deployment, list }) => {
    const now = () => JSON.stringify(deployment.animals().map((pet, _, all) => String(facet(pet, all))))
    const before = now()
    for (let asked = 0; asked < 300 && now() === before; asked++) await list('?limit=1')
    return now() !== before
  }
}

/** It takes this key, which is not the one of the run, and not any key. */
function accepts(key: string): Witness {
  return async ({ ask }) => {
    const statuses = []
    for (const authorization of [`Bearer ${key}`, 'Bearer nobody'])
      statuses.push((await ask('GET /pets', { authorization })).status)
    return statuses.join() === '200,401'
  }
}
