import { type Int64, type Pet, type PetStatus, int64Max, int64Min, maxBodyBytes } from '../spec/index.ts'
import type { AnimalStoreOptions } from './store.ts'
import { testInstant } from './test-calls.ts'

/** One call of the table, and how it must end. */
export interface TableCall {
  /** A plain phrase; no two calls have the same. */
  readonly name: string
  readonly method: string
  /** Path and query as sent, below `/v1` or not. */
  readonly target: string
  /** Names and values as sent; a name may come twice. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array | undefined
  /** The status of the reply, or that the connection is cut before one comes. */
  readonly ends: number | 'cut'
}

/** What the store is that the table is played on. Nothing but the calls may change what it answers. */
export const tableStore: AnimalStoreOptions = {
  dataset: [
    ...Array.from({ length: 120 }, (_, index) => petOf(index + 1, `Animal ${index + 1}`)),
    petOf(0, 'Zero'),
    petOf(-1, 'Minus one'),
    petOf(9_007_199_254_740_993n, 'Odd beyond 2^53'),
    petOf(int64Max, 'Ωmega 🐘'),
    petOf(int64Min, 'Alpha \u2028 <b>&amp;</b> "\\/'),
  ],
  keys: { own_key: 'pro', 'own~key/+=': 'free', own_revoked: { standing: 'revoked' } },
  clock: { mode: 'frozen', atMilliseconds: testInstant },
}

function petOf(id: Int64, name: string): Pet {
  const statuses: readonly (PetStatus | undefined)[] = ['available', 'pending', 'sold', undefined]
  const status = statuses[Math.abs(Number(BigInt(id) % 4n))]
  return status === undefined ? { id, name, categoryId: id } : { id, name, categoryId: id, status }
}

interface Details {
  /** The whole Authorization header; `null` for none. Default: a key that no table exhausts. */
  readonly authorization?: string | null
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array | undefined
}

function call(name: string, method: string, target: string, ends: TableCall['ends'], details: Details = {}): TableCall {
  const { authorization = 'Bearer test_enterprise', headers = [], body } = details
  const key: TableCall['headers'] = authorization === null ? [] : [['Authorization', authorization]]
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return { name, method, target, headers: [...key, ...headers], body: bytes, ends }
}

function get(name: string, target: string, ends: TableCall['ends'], details?: Details): TableCall {
  return call(name, 'GET', target, ends, details)
}

const json = ['Content-Type', 'application/json'] as const

function post(name: string, body: Details['body'], ends: TableCall['ends'], details: Details = {}): TableCall {
  return call(name, 'POST', '/v1/pets', ends, { headers: [json], body, ...details })
}

const bytes = (...values: number[]) => Uint8Array.from(values)
const text = (value: string) => new TextEncoder().encode(value)
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

const rex = '{"name":"Rex","categoryId":1}'

/** A NewPet of exactly so many bytes. */
const petOfBytes = (length: number) => `{"name":"${'x'.repeat(length - 26)}","categoryId":1}`

/** A NewPet with a member beside, in which arrays are nested so deep that the whole has this depth. */
const petOfDepth = (depth: number) =>
  `{"name":"Deep","categoryId":1,"more":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

const lists: readonly TableCall[] = [
  get('a list', '/v1/pets', 200),
  get('limit at its lower end', '/v1/pets?limit=1', 200),
  get('limit just above its lower end', '/v1/pets?limit=2', 200),
  get('the default limit, said aloud', '/v1/pets?limit=20', 200),
  get('limit just below its upper end', '/v1/pets?limit=99', 200),
  get('limit at its upper end', '/v1/pets?limit=100', 200),
  get('limit above its upper end', '/v1/pets?limit=101', 400),
  get('limit zero', '/v1/pets?limit=0', 400),
  get('limit below zero', '/v1/pets?limit=-1', 400),
  get('limit far too large', '/v1/pets?limit=9223372036854775808', 400),
  get('limit with a leading zero', '/v1/pets?limit=07', 400),
  get('limit with a plus that reads as a space', '/v1/pets?limit=+7', 400),
  get('limit with an encoded plus', '/v1/pets?limit=%2B7', 400),
  get('limit with a fraction', '/v1/pets?limit=1.0', 400),
  get('limit with an exponent', '/v1/pets?limit=1e1', 400),
  get('limit in hexadecimal', '/v1/pets?limit=0x10', 400),
  get('limit in other digits', '/v1/pets?limit=%D9%A3', 400),
  get('limit as a word', '/v1/pets?limit=all', 400),
  get('limit without a value', '/v1/pets?limit=', 400),
  get('limit without an equals sign', '/v1/pets?limit', 400),
  get('limit with encoded digits', '/v1/pets?limit=%31%30', 200),
  get('limit with an encoded name', '/v1/pets?%6Cimit=3', 200),
  get('limit with a null byte', '/v1/pets?limit=1%00', 400),
  get('limit with an encoded line feed', '/v1/pets?limit=10%0A', 400),
  get('limit twice, alike', '/v1/pets?limit=5&limit=5', 400),
  get('limit twice, once wrong', '/v1/pets?limit=5&limit=0', 400),
  get('limit as a list', '/v1/pets?limit=1,2', 400),
  get('limit as an array', '/v1/pets?limit[]=5', 200),
  get('limit in other case', '/v1/pets?Limit=5', 200),
  get('available animals', '/v1/pets?status=available', 200),
  get('pending animals', '/v1/pets?status=pending', 200),
  get('sold animals', '/v1/pets?status=sold', 200),
  get('sold animals, few', '/v1/pets?status=sold&limit=3', 200),
  get('parameters the other way round', '/v1/pets?limit=3&status=sold', 200),
  get('an unknown status', '/v1/pets?status=lost', 400),
  get('a status in other case', '/v1/pets?status=Sold', 400),
  get('a status with a space', '/v1/pets?status=sold%20', 400),
  get('an empty status', '/v1/pets?status=', 400),
  get('a status twice', '/v1/pets?status=sold&status=sold', 400),
  get('two statuses as a list', '/v1/pets?status=sold,pending', 400),
  get('a status with encoded letters', '/v1/pets?status=%73old', 200),
  get('a status that HTML would run', '/v1/pets?status=%3Cscript%3Ealert(1)%3C/script%3E', 400),
  get('a status that a database would run', '/v1/pets?status=sold%27%20OR%201=1--', 400),
  get('a status and a limit that are both wrong', '/v1/pets?status=lost&limit=0', 400),
  get('a parameter that nobody knows', '/v1/pets?offset=5', 200),
  get('a parameter of the language', '/v1/pets?__proto__=1&constructor=2', 200),
  get('a cursor', '/v1/pets?cursor=p5', 200),
  get('a cursor that is none', '/v1/pets?cursor=%00', 200),
  get('a query without anything in it', '/v1/pets?', 200),
  get('a query of ampersands', '/v1/pets?&&&', 200),
  get('a query with a bad escape', '/v1/pets?limit=%ZZ', 400),
  get('a query with half an escape', '/v1/pets?status=%', 400),
  get('a query with bytes that are no UTF-8', '/v1/pets?status=%FF%FE', 400),
  get('a bad escape where nobody looks', '/v1/pets?x=%E0%A4%A', 200),
  get('a second question mark', '/v1/pets?limit=2?limit=3', 400),
  get('a semicolon between parameters', '/v1/pets?limit=2;status=sold', 400),
  get('a thousand parameters', `/v1/pets?${'a=1&'.repeat(1000)}limit=1`, 200),
  get('a long query', `/v1/pets?x=${'y'.repeat(8000)}`, 200),
]

const paths: readonly TableCall[] = [
  get('the path prefix alone', '/v1', 404),
  get('the path prefix with a slash', '/v1/', 404),
  get('the path prefix with a query', '/v1?limit=1', 404),
  get('a list with a slash at its end', '/v1/pets/', 404),
  get('a list with two slashes at its end', '/v1/pets//', 404),
  get('a list with a slash at its end and a query', '/v1/pets/?limit=1', 404),
  get('an animal with a slash at its end', '/v1/pets/1/', 404),
  get('two slashes before the path', '/v1//pets', 404),
  get('two slashes before the id', '/v1/pets//1', 404),
  get('a path in other case', '/v1/Pets', 404),
  get('a path in capitals', '/v1/PETS/1', 404),
  get('a path with an encoded letter', '/v1/%70ets', 404),
  get('a path with an encoded slash', '/v1%2Fpets', 404),
  get('a longer path', '/v1/petss', 404),
  get('a shorter path', '/v1/pet', 404),
  get('something below an animal', '/v1/pets/1/owner', 404),
  get('the store area, which has no detail', '/v1/store/orders', 404),
  get('categories, which have no detail', '/v1/categories', 404),
  get('an unknown path with a bad escape', '/v1/%ZZ', 404),
  get('an unknown path with an emoji', '/v1/%F0%9F%90%88', 404),
  get('an unknown path without a key', '/v1/nothing', 401, { authorization: null }),
  get('a very long path', `/v1/${'x'.repeat(8000)}`, 404),
  get('a path that climbs', '/v1/pets/../pets', 404),
  get('a path that climbs in disguise', '/v1/pets/%2e%2e/pets', 404),
  get('a path that climbs behind an encoded slash', '/v1/pets/..%2Fpets', 404),
  get('a path that stays where it is', '/v1/./pets', 404),
  get('a path with a backslash', String.raw`/v1\pets`, 404),
  get('a path with letters beyond ASCII', '/v1/pets/é', 404),
  get('a fragment', '/v1/pets/1#owner', 200),
  get('a path without the prefix', '/pets', 404),
  get('a path with the next prefix', '/v2/pets', 404),
  get('a longer prefix', '/v1x/pets', 404),
  get('a prefix in other case', '/V1/pets', 404),
  get('the root', '/', 404),
  get('a path of a framework', '/.env', 404, { authorization: null }),
]

const methods: readonly TableCall[] = [
  call('PUT to the list', 'PUT', '/v1/pets', 405, { headers: [json], body: rex }),
  call('PATCH to the list', 'PATCH', '/v1/pets', 405, { headers: [json], body: '{}' }),
  call('DELETE to the list', 'DELETE', '/v1/pets', 405),
  call('HEAD to the list', 'HEAD', '/v1/pets', 405),
  call('OPTIONS to the list', 'OPTIONS', '/v1/pets', 405),
  call('TRACE to the list', 'TRACE', '/v1/pets', 405),
  call('a method that nobody knows', 'BREW', '/v1/pets', 405),
  call('a method in lower case', 'get', '/v1/pets', 405),
  call('POST to an animal', 'POST', '/v1/pets/1', 405, { headers: [json], body: rex }),
  call('PUT to an animal', 'PUT', '/v1/pets/1', 405, { headers: [json], body: rex }),
  call('PATCH to an animal', 'PATCH', '/v1/pets/1', 405, { headers: [json], body: '{"status":"sold"}' }),
  call('DELETE of an animal', 'DELETE', '/v1/pets/1', 405),
  call('DELETE of an animal with a body', 'DELETE', '/v1/pets/1', 405, { headers: [json], body: '{}' }),
  call('HEAD of an animal', 'HEAD', '/v1/pets/1', 405),
  call('OPTIONS of an animal', 'OPTIONS', '/v1/pets/1', 405),
  call('HEAD of an unknown path', 'HEAD', '/v1/nothing', 404),
  call('POST to an unknown path', 'POST', '/v1/nothing', 404, { headers: [json], body: rex }),
  call('POST to the prefix', 'POST', '/v1', 404, { headers: [json], body: rex }),
  call('DELETE without a key', 'DELETE', '/v1/pets/1', 401, { authorization: null }),
  call('HEAD without a key', 'HEAD', '/v1/pets', 401, { authorization: null }),
  call('a list with a body', 'GET', '/v1/pets?limit=1', 200, { body: '{}' }),
  call('the question of a browser before it calls', 'OPTIONS', '/v1/pets', 401, {
    authorization: null,
    headers: [
      ['Origin', 'http://localhost:5173'],
      ['Access-Control-Request-Method', 'GET'],
    ],
  }),
]

const animals: readonly TableCall[] = [
  get('an animal', '/v1/pets/1', 200),
  get('an animal without a status', '/v1/pets/3', 200),
  get('an animal and a query', '/v1/pets/2?limit=0&x=%ZZ', 200),
  get('the animal zero', '/v1/pets/0', 200),
  get('an animal below zero', '/v1/pets/-1', 200),
  get('an id beyond 2^53', '/v1/pets/9007199254740993', 200),
  get('the neighbour that a double cannot tell from it', '/v1/pets/9007199254740992', 404),
  get('the largest int64', '/v1/pets/9223372036854775807', 200),
  get('one more than int64', '/v1/pets/9223372036854775808', 404),
  get('the smallest int64', '/v1/pets/-9223372036854775808', 200),
  get('one less than int64', '/v1/pets/-9223372036854775809', 404),
  get('just below the largest int64', '/v1/pets/9223372036854775806', 404),
  get('2^64 and one', '/v1/pets/18446744073709551617', 404),
  get('a hundred digits', `/v1/pets/${'9'.repeat(100)}`, 404),
  get('an id that no animal has', '/v1/pets/999999', 404),
  get('an id with a leading zero', '/v1/pets/01', 404),
  get('an id with many zeros', '/v1/pets/0000000000000000001', 404),
  get('minus zero', '/v1/pets/-0', 404),
  get('an id with a plus', '/v1/pets/+1', 404),
  get('an id with an encoded plus', '/v1/pets/%2B1', 404),
  get('an id with a fraction', '/v1/pets/1.0', 404),
  get('an id with an exponent', '/v1/pets/1e0', 404),
  get('an id in hexadecimal', '/v1/pets/0x1', 404),
  get('an id with a space', '/v1/pets/%201', 404),
  get('an id with a line feed', '/v1/pets/1%0A', 404),
  get('an id with a null byte', '/v1/pets/1%00', 404),
  get('an id with encoded digits', '/v1/pets/%31%32', 200),
  get('an id with an encoded minus', '/v1/pets/%2D1', 200),
  get('an id with an encoded slash', '/v1/pets/1%2F', 404),
  get('an id in other digits', '/v1/pets/%D9%A1', 404),
  get('an id as a word', '/v1/pets/rex', 404),
  get('an id of the language', '/v1/pets/__proto__', 404),
  get('an id that is NaN', '/v1/pets/NaN', 404),
  get('a list of ids', '/v1/pets/1,2', 404),
  get('an id with a suffix', '/v1/pets/1;v=2', 404),
  get('an id with a placeholder', '/v1/pets/{petId}', 404),
  get('an id with a colon', '/v1/pets/:petId', 404),
  get('an id with a star', '/v1/pets/*', 404),
  get('an id with a bad escape', '/v1/pets/%ZZ', 404),
  get('an id with half an escape', '/v1/pets/1%', 404),
  get('an id with bytes that are no UTF-8', '/v1/pets/%FF', 404),
  get('an id with an escape that breaks off', '/v1/pets/%E0%A4%A', 404),
]

const keyed = (name: string, authorization: string | null, ends: TableCall['ends']): TableCall =>
  get(name, '/v1/pets?limit=1', ends, { authorization })

const keys: readonly TableCall[] = [
  keyed('no key', null, 401),
  keyed('an empty Authorization', '', 401),
  keyed('the scheme alone', 'Bearer', 401),
  keyed('the scheme and a space', 'Bearer ', 401),
  keyed('a wrong key', 'Bearer wrong', 401),
  keyed('a truncated key', 'Bearer test_fre', 401),
  keyed('a suffixed key', 'Bearer test_free2', 401),
  keyed('a key with a dot at its end', 'Bearer test_free.', 401),
  keyed('a doubled key', 'Bearer test_free test_free', 401),
  keyed('a key with a comma', 'Bearer test_free,', 401),
  keyed('a key in capitals', 'Bearer TEST_FREE', 401),
  keyed('a key in quotes', 'Bearer "test_free"', 401),
  keyed('a key in angle brackets', 'Bearer <test_free>', 401),
  keyed('a key after a tab', 'Bearer\ttest_free', 401),
  keyed('a key without a scheme', 'test_free', 401),
  keyed('the scheme twice', 'Bearer Bearer test_free', 401),
  keyed('Basic', 'Basic dGVzdF9mcmVlOg==', 401),
  keyed('Basic with the key itself', 'Basic test_free', 401),
  keyed('Digest', 'Digest username="test_free"', 401),
  keyed('the scheme with a colon', 'Bearer: test_free', 401),
  keyed('a key of the language', 'Bearer __proto__', 401),
  keyed('another key of the language', 'Bearer constructor', 401),
  keyed('a very long key', `Bearer ${'k'.repeat(4000)}`, 401),
  keyed('a key beyond ASCII', 'Bearer clé', 401),
  keyed('a key beyond Latin-1', 'Bearer ключ', 401),
  keyed('a revoked key', 'Bearer test_revoked', 401),
  keyed('an expired key', 'Bearer test_expired', 401),
  keyed('a revoked key in a sandbox', 'Bearer test_revoked.box', 401),
  keyed('an own key that is revoked', 'Bearer own_revoked', 401),
  keyed('an own key with a sandbox, which only test keys have', 'Bearer own_key.box', 401),
  keyed('a sandbox with capitals', 'Bearer test_free.Box', 401),
  keyed('a sandbox with an underscore', 'Bearer test_free.my_box', 401),
  keyed('a sandbox in a sandbox', 'Bearer test_free.box.box', 401),
  keyed('a sandbox with a name that is too long', `Bearer test_free.${'b'.repeat(65)}`, 401),
  keyed('a sandbox that climbs', 'Bearer test_free.../etc', 401),
  keyed('a sandbox beyond ASCII', 'Bearer test_free.bôx', 401),
  keyed('a Free key', 'Bearer test_free', 200),
  keyed('a Pro key', 'Bearer test_pro', 200),
  keyed('a Business key', 'Bearer test_business', 200),
  keyed('an Enterprise key', 'Bearer test_enterprise', 200),
  keyed('an own key', 'Bearer own_key', 200),
  keyed('an own key with every sign', 'Bearer own~key/+=', 200),
  keyed('the scheme in lower case', 'bearer test_free', 200),
  keyed('the scheme in capitals', 'BEARER test_free', 200),
  keyed('many spaces', 'Bearer    test_free', 200),
  keyed('spaces at the end', 'Bearer test_free  ', 200),
  keyed('a sandbox', 'Bearer test_free.box', 200),
  keyed('a sandbox with a name of 64', `Bearer test_pro.${'b'.repeat(64)}`, 200),
  keyed('a sandbox with a name of one', 'Bearer test_business.0', 200),
  keyed('the default sandbox by name', 'Bearer test_enterprise.default', 200),
  keyed('an exhausted key', 'Bearer test_free_exhausted', 429),
  keyed('an exhausted key, again', 'Bearer test_free_exhausted', 429),
  keyed('an exhausted key in a sandbox', 'Bearer test_free_exhausted.box', 429),
  keyed('the last request of a key', 'Bearer test_free_last', 200),
  keyed('the request after the last', 'Bearer test_free_last', 429),
  keyed('a banned key', 'Bearer test_banned', 429),
  keyed('a banned key in a sandbox', 'Bearer test_banned.box', 429),
  get('two Authorization headers', '/v1/pets', 401, { headers: [['Authorization', 'Bearer test_free']] }),
  get('an Authorization header in lower case', '/v1/pets/1', 200, {
    authorization: null,
    headers: [['authorization', 'Bearer test_free']],
  }),
  get('a key in another header', '/v1/pets', 401, { authorization: null, headers: [['X-API-Key', 'test_free']] }),
  get('a key in the query', '/v1/pets?api_key=test_free', 401, { authorization: null }),
  post('no key and a good body', rex, 401, { authorization: null }),
  post('no key and a bad body', '{', 401, { authorization: null }),
  get('no key and an unknown animal', '/v1/pets/999999', 401, { authorization: null }),
  get('no key and a bad limit', '/v1/pets?limit=0', 401, { authorization: null }),
]

const bodies: readonly TableCall[] = [
  post('an animal with what is required', rex, 201),
  post('an animal with everything', '{"name":"Rex","categoryId":1,"status":"available"}', 201),
  post('a pending animal', '{"name":"Tom","categoryId":2,"status":"pending"}', 201),
  post('a sold animal', '{"name":"Coco","categoryId":3,"status":"sold"}', 201),
  get('the first animal that was added', '/v1/pets/121', 200),
  get('the last animal that was added', '/v1/pets/124', 200),
  post('members in another order', '{"status":"sold","categoryId":3,"name":"Coco"}', 201),
  post('white space everywhere', ' \r\n\t{ "name" : "Rex" ,\n"categoryId" : 1 } \n', 201),
  post('an empty name', '{"name":"","categoryId":1}', 201),
  post('a blank name', '{"name":"   ","categoryId":1}', 201),
  post('a name beyond ASCII', '{"name":"Ünï çødé","categoryId":1}', 201),
  post('an emoji', '{"name":"🐈‍⬛ 👨‍👩‍👧‍👦","categoryId":1}', 201),
  post('an emoji, escaped', String.raw`{"name":"\ud83d\udc08","categoryId":1}`, 201),
  post('half an emoji, escaped', String.raw`{"name":"\ud83d","categoryId":1}`, 201),
  post('the other half, escaped', String.raw`{"name":"\udc08x","categoryId":1}`, 201),
  post('HTML', '{"name":"<img src=x onerror=alert(1)>&amp;","categoryId":1}', 201),
  post('control signs, escaped', String.raw`{"name":"\u0000\u001f\u007f\b\f\n\r\t","categoryId":1}`, 201),
  post('line separators', '{"name":"a\u2028b\u2029c","categoryId":1}', 201),
  post('letters from right to left', '{"name":"\u202eحصان","categoryId":1}', 201),
  post('quotes and backslashes', String.raw`{"name":"\"\\\/","categoryId":1}`, 201),
  post('a name of ten thousand letters', `{"name":"${'x'.repeat(10_000)}","categoryId":1}`, 201),
  post('an escaped member name', String.raw`{"n\u0061me":"Rex","categoryId":1}`, 201),
  post('category zero', '{"name":"Rex","categoryId":0}', 201),
  post('category minus zero', '{"name":"Rex","categoryId":-0}', 201),
  post('a category below zero', '{"name":"Rex","categoryId":-5}', 201),
  post('a category with a zero fraction', '{"name":"Rex","categoryId":1.0}', 201),
  post('a category with an exponent', '{"name":"Rex","categoryId":1e2}', 201),
  post('a category with a large exponent and none left', '{"name":"Rex","categoryId":1200e-2}', 201),
  post('a category beyond 2^53', '{"name":"Rex","categoryId":9007199254740993}', 201),
  post('the largest category', '{"name":"Rex","categoryId":9223372036854775807}', 201),
  post('the smallest category', '{"name":"Rex","categoryId":-9223372036854775808}', 201),
  post('a category above int64', '{"name":"Rex","categoryId":9223372036854775808}', 400),
  post('a category below int64', '{"name":"Rex","categoryId":-9223372036854775809}', 400),
  post('a category beyond every number', '{"name":"Rex","categoryId":1e400}', 400),
  post('a category of 1e30', '{"name":"Rex","categoryId":1e30}', 400),
  post('a category with a fraction', '{"name":"Rex","categoryId":1.5}', 400),
  post('a category with a tiny fraction', '{"name":"Rex","categoryId":1.00000000000000000001}', 400),
  post('a category as text', '{"name":"Rex","categoryId":"1"}', 400),
  post('a category as null', '{"name":"Rex","categoryId":null}', 400),
  post('a category as a truth', '{"name":"Rex","categoryId":true}', 400),
  post('a category as an array', '{"name":"Rex","categoryId":[1]}', 400),
  post('a category as an object', '{"name":"Rex","categoryId":{"id":1}}', 400),
  post('no category', '{"name":"Rex"}', 400),
  post('no name', '{"categoryId":1}', 400),
  post('no members', '{}', 400),
  post('everything wrong', '{"name":1,"categoryId":"x","status":"lost"}', 400),
  post('a name as a number', '{"name":1,"categoryId":1}', 400),
  post('a name as null', '{"name":null,"categoryId":1}', 400),
  post('a name as an array', '{"name":["Rex"],"categoryId":1}', 400),
  post('members in other case', '{"Name":"Rex","CategoryId":1}', 400),
  post('members in snake case', '{"name":"Rex","category_id":1}', 400),
  post('an unknown status in the body', '{"name":"Rex","categoryId":1,"status":"lost"}', 400),
  post('a status in capitals', '{"name":"Rex","categoryId":1,"status":"SOLD"}', 400),
  post('an empty status in the body', '{"name":"Rex","categoryId":1,"status":""}', 400),
  post('a status as null', '{"name":"Rex","categoryId":1,"status":null}', 400),
  post('a status as a number', '{"name":"Rex","categoryId":1,"status":1}', 400),
  post('an own id, which the service gives', '{"id":5,"name":"Rex","categoryId":1}', 201),
  post('unknown members', '{"name":"Rex","categoryId":1,"age":4,"tags":["a",{"b":null}]}', 201),
  post('__proto__ as a member', '{"name":"Rex","categoryId":1,"__proto__":{"status":"sold"}}', 201),
  post('required members in __proto__', '{"__proto__":{"name":"Rex","categoryId":1}}', 400),
  post('constructor as a member', '{"name":"Rex","categoryId":1,"constructor":{"prototype":{"x":1}}}', 201),
  post('a member twice', '{"name":"Rex","name":"Tom","categoryId":1}', 201),
  post('a member twice, the second wrong', '{"name":"Rex","name":1,"categoryId":1}', 400),
  post('an array of animals', `[${rex}]`, 400),
  post('an empty array', '[]', 400),
  post('null', 'null', 400),
  post('a truth', 'true', 400),
  post('a number', '1', 400),
  post('a text', '"Rex"', 400),
  post('no body', undefined, 400),
  post('an empty body', '', 400),
  post('white space alone', ' \n', 400),
  post('a brace alone', '{', 400),
  post('JSON that breaks off', '{"name":"Rex","categoryId":', 400),
  post('a comma too many', '{"name":"Rex","categoryId":1,}', 400),
  post('a colon too few', '{"name" "Rex","categoryId":1}', 400),
  post('single quotes', "{'name':'Rex','categoryId':1}", 400),
  post('names without quotes', '{name:"Rex",categoryId:1}', 400),
  post('a comment', '{"name":"Rex","categoryId":1}// good dog', 400),
  post('two bodies', `${rex}${rex}`, 400),
  post('NaN', '{"name":"Rex","categoryId":NaN}', 400),
  post('a number with a leading zero', '{"name":"Rex","categoryId":01}', 400),
  post('a number with a plus', '{"name":"Rex","categoryId":+1}', 400),
  post('a raw control sign in a text', '{"name":"a\u0001b","categoryId":1}', 400),
  post('a raw line feed in a text', '{"name":"a\nb","categoryId":1}', 400),
  post('a bad escape in a text', String.raw`{"name":"\x","categoryId":1}`, 400),
  post('a form', 'name=Rex&categoryId=1', 400),
  post('XML', '<pet><name>Rex</name></pet>', 400),
  post('a null byte', '\0', 400),
  post('a byte order mark', joined(bytes(0xef, 0xbb, 0xbf), text(rex)), 400),
  post('UTF-16', bytes(...[...rex].flatMap((letter) => [letter.charCodeAt(0), 0])), 400),
  post('a byte that is no UTF-8', joined(text('{"name":"'), bytes(0xff), text('","categoryId":1}')), 400),
  post('UTF-8 that breaks off', joined(text('{"name":"'), bytes(0xf0, 0x9f, 0x90)), 400),
  post('UTF-8 that is too long', joined(text('{"name":"'), bytes(0xc0, 0xaf), text('","categoryId":1}')), 400),
  post('half an emoji as UTF-8', joined(text('{"name":"'), bytes(0xed, 0xa0, 0xbd), text('","categoryId":1}')), 400),
  post(
    'a heap of bytes',
    Uint8Array.from({ length: 999 }, (_, index) => (index * 167) % 256),
    400,
  ),
  post('64 deep', petOfDepth(64), 201),
  post('65 deep', petOfDepth(65), 400),
  post('a hundred thousand deep', '['.repeat(100_000), 400),
  post('1 MiB', petOfBytes(maxBodyBytes), 201),
  post('a byte more than 1 MiB', petOfBytes(maxBodyBytes + 1), 413),
  post('2 MiB that are no JSON', 'x'.repeat(2 * maxBodyBytes), 413),
  post('a body beyond 1 MiB without a key', 'x'.repeat(maxBodyBytes + 1), 401, { authorization: null }),
  post('a query that createPet does not have', rex, 201),
  call('an animal added with a query', 'POST', '/v1/pets?limit=0', 201, { headers: [json], body: rex }),
  get('the list after all that', '/v1/pets?limit=100&status=sold', 200),
]

const labelled = (name: string, contentType: string | null, ends: number): TableCall =>
  post(name, rex, ends, { headers: contentType === null ? [] : [['Content-Type', contentType]] })

const contentTypes: readonly TableCall[] = [
  labelled('no Content-Type', null, 201),
  labelled('a Content-Type with a charset', 'application/json; charset=utf-8', 201),
  labelled('a Content-Type in capitals', 'APPLICATION/JSON', 201),
  labelled('a Content-Type with a wrong charset', 'application/json;charset=latin1', 201),
  labelled('a Content-Type of text', 'text/plain', 201),
  labelled('a Content-Type of a form', 'application/x-www-form-urlencoded', 201),
  labelled('a Content-Type of a form with parts', 'multipart/form-data; boundary=x', 201),
  labelled('a Content-Type of a vendor', 'application/vnd.api+json', 201),
  labelled('a Content-Type that is longer', 'application/jsonx', 201),
  labelled('a Content-Type that is none', ';;;', 201),
  labelled('an empty Content-Type', '', 201),
  get('a wish for XML', '/v1/pets/1', 200, { headers: [['Accept', 'application/xml']] }),
  get('a wish for the next version', '/v1/pets/1', 200, { headers: [['Accept-Version', '2']] }),
  get('a header of the language', '/v1/pets/1', 200, { headers: [['__proto__', 'x']] }),
  get('a header twice', '/v1/pets/1', 200, {
    headers: [
      ['X-Twice', 'a'],
      ['X-Twice', 'b'],
    ],
  }),
]

function preferred(name: string, prefer: string, ends: TableCall['ends'], target = '/v1/pets?limit=2'): TableCall {
  return get(name, target, ends, { authorization: 'Bearer test_pro.wishes', headers: [['Prefer', prefer]] })
}

const preferences: readonly TableCall[] = [
  preferred('a wish for 200', 'code=200', 200),
  preferred('a wish for 401', 'code=401', 401),
  preferred('a wish for 404', 'code=404', 404, '/v1/pets/1'),
  preferred('a wish for 404 where there is none', 'code=404', 400),
  preferred('a wish for 429', 'code=429', 429),
  preferred('a wish for 500', 'code=500', 500),
  preferred('a wish for 503, which is HTML', 'code=503', 503),
  preferred('a wish for a status that nobody knows', 'code=418', 400),
  preferred('a wish for a status that is none', 'code=abc', 400),
  preferred('a wish for 500 on an animal', 'code=500', 500, '/v1/pets/1'),
  preferred('a wish for 429 on an unknown path', 'code=429', 429, '/v1/nothing'),
  preferred('a wish for 200 on an unknown path', 'code=200', 400, '/v1/nothing'),
  preferred('an example of a list', 'example=every-status', 200),
  preferred('an empty example', 'example=empty', 200),
  preferred('an example of int64', 'example=int64', 200),
  preferred('an example with its status', 'code=200, example=one', 200),
  preferred('an example in quotes', 'example="without-status"', 200),
  preferred('an example that nobody knows', 'example=nobody', 400),
  preferred('an example of the language', 'example=__proto__', 400),
  preferred('an example of another operation', 'example=every-status', 400, '/v1/pets/1'),
  preferred('the scenario unauthorised', 'scenario=unauthorised', 401),
  preferred('the scenario not-found', 'scenario=not-found', 404, '/v1/pets/1'),
  preferred('the scenario rate-limited', 'scenario=rate-limited', 429),
  preferred('the scenario banned', 'scenario=banned', 429),
  preferred('the scenario empty', 'scenario=empty', 200),
  preferred('the scenario server-error', 'scenario=server-error', 500),
  preferred('the scenario unavailable', 'scenario=unavailable', 503),
  preferred('the scenario malformed-json', 'scenario=malformed-json', 200),
  preferred(
    'the scenario malformed-json on an animal that is no ASCII',
    'scenario=malformed-json',
    200,
    '/v1/pets/9223372036854775807',
  ),
  preferred('the scenario after-removal', 'scenario=after-removal', 404, '/v1/pets/1'),
  preferred('the scenario reset', 'scenario=reset', 'cut'),
  preferred('the scenario reset after a while', 'scenario=reset; delay=5', 'cut'),
  preferred('a scenario that nobody knows', 'scenario=nothing', 400),
  preferred('a scenario of another operation', 'scenario=bad-request', 400),
  preferred('a short delay', 'delay=5', 200),
  preferred('a short delay and an error', 'delay=5, code=500', 500),
  preferred('a delay that is none', 'delay=soon', 400),
  preferred('a delay below zero', 'delay=-1', 400),
  preferred('a delay beyond ten minutes', 'delay=600001', 400),
  preferred('a wish in capitals', 'CODE=500', 500),
  preferred('a wish with spaces', '  code = 500 ', 500),
  preferred('a wish twice, of which the first counts', 'code=500, code=200', 500),
  preferred('a wish of somebody else', 'respond-async, wait=10', 200),
  preferred('a wish without a value', 'code', 200),
  preferred('a wish with an empty value', 'code=', 400),
  preferred('an empty wish', '', 200),
  preferred('a wish of the language', '__proto__=x, constructor=y', 200),
  preferred('a wish with HTML', 'scenario=<b>x</b>', 400),
  preferred('a wish of three thousand letters', `x=${'y'.repeat(3000)}`, 200),
  preferred('the scenario last-request', 'scenario=last-request', 200),
  preferred('the call after the last request', 'delay=0', 429),
  get('the same wish in another sandbox', '/v1/pets?limit=2', 200, {
    authorization: 'Bearer test_pro.other-wishes',
    headers: [['Prefer', 'delay=0']],
  }),
  get('two wishes in two headers', '/v1/pets', 500, {
    headers: [
      ['Prefer', 'delay=1'],
      ['Prefer', 'code=500'],
    ],
  }),
  get('a wish without a key', '/v1/pets', 401, { authorization: null, headers: [['Prefer', 'code=200']] }),
  get('a wish with an exhausted key', '/v1/pets', 429, {
    authorization: 'Bearer test_free_exhausted',
    headers: [['Prefer', 'code=200']],
  }),
  post('a wish for 400', rex, 400, { headers: [json, ['Prefer', 'code=400']] }),
  post('a wish for 201', rex, 201, { headers: [json, ['Prefer', 'code=201']] }),
  post('an example of an animal that was added', rex, 201, { headers: [json, ['Prefer', 'example=available']] }),
  post('the scenario bad-request', rex, 400, { headers: [json, ['Prefer', 'scenario=bad-request']] }),
  post('a cut connection while an animal is added', rex, 'cut', { headers: [json, ['Prefer', 'scenario=reset']] }),
  call('a wish at a method that nobody documents', 'DELETE', '/v1/pets', 500, { headers: [['Prefer', 'code=500']] }),
]

function inSandbox(name: string, key: string, ends: number, body?: string): TableCall {
  const authorization = `Bearer ${key}`
  return body === undefined
    ? get(name, '/v1/pets/121', ends, { authorization })
    : post(name, body, ends, { authorization })
}

const sandboxes: readonly TableCall[] = [
  inSandbox('a new sandbox has none of the animals that were added elsewhere', 'test_pro.north', 404),
  inSandbox('an animal added in one sandbox', 'test_pro.north', 201, '{"name":"North","categoryId":1}'),
  inSandbox('that animal in its sandbox', 'test_pro.north', 200),
  inSandbox('that animal under another plan', 'test_free.north', 200),
  inSandbox('that animal in another sandbox', 'test_pro.south', 404),
  inSandbox('another animal in that other sandbox', 'test_pro.south', 201, '{"name":"South","categoryId":2}'),
  inSandbox('both have the same id', 'test_pro.south', 200),
]

/** Calls of every kind: good, bad and hostile. Played in this order on one store, they are one story. */
export const callTable: readonly TableCall[] = [
  ...lists,
  ...paths,
  ...methods,
  ...animals,
  ...keys,
  ...bodies,
  ...contentTypes,
  ...preferences,
  ...sandboxes,
]
