import { operations } from '../../spec/index.ts'
import type { Call } from '../call/call.ts'

export type AdapterName = 'http' | 'fetch' | 'msw' | 'tab'

/** One call of the table that every adapter plays. */
interface TableCall {
  readonly name: string
  readonly call: Call
  readonly status: number
  /** Adapters that cannot send this call, and why. */
  readonly skip: Partial<Readonly<Record<AdapterName, string>>>
}

const key = 'Bearer test_enterprise'
const normalised = 'an address of the web platform is normalised before it is sent'
const forbidden = 'the web platform forbids this method'
const renamed = 'the web platform writes this method in capitals'
const bodiless = 'the web platform forbids a body here'

type Headers = Call['headers']

/** Methods that no operation at this path has. */
export function undocumentedMethods(path: string): readonly string[] {
  const here: readonly string[] = Object.values(operations)
    .filter((operation) => operation.path === path)
    .map(({ method }) => method)
  return ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].filter((method) => !here.includes(method))
}

let odd = 0

interface Rest {
  readonly headers?: Headers
  readonly body?: Call['body']
  readonly skip?: TableCall['skip']
}

/** @param line the method and the target, with a space between */
function entry(name: string, status: number, line: string, { headers, body, skip = {} }: Rest = {}): TableCall {
  const [method = '', target = ''] = line.split(/ (.*)/s)
  // A call that some adapter cannot send has a sandbox of its own, so that all other sandboxes get the same calls.
  const authorization = Object.keys(skip).length === 0 ? key : `${key}.odd-${++odd}`
  return { name, status, skip, call: { method, target, headers: { authorization, ...headers }, body } }
}

/** The words of a template. */
function words(texts: TemplateStringsArray, ...values: readonly string[]): string[] {
  return String.raw(texts, ...values).split(/\s+/)
}

/** The same with a common prefix. */
function below(start: string): typeof words {
  return (...template) => words(...template).map((word) => start + word)
}

const web = (reason: string): TableCall['skip'] => ({ fetch: reason, msw: reason, tab: reason })
const inMsw = (reason: string): TableCall['skip'] => ({ msw: reason, tab: reason })
const as = (authorization: string | undefined): Rest => ({ headers: { authorization } })

function gets(status: number, targets: readonly string[], skip: TableCall['skip'] = {}): TableCall[] {
  return targets.map((target) => entry(`GET ${target.slice(0, 60)}`, status, `GET ${target}`, { skip }))
}

function posts(status: number, bodies: readonly (string | Uint8Array)[], headers: Headers = {}): TableCall[] {
  return bodies.map((body) => {
    const shown = typeof body === 'string' ? body.slice(0, 60) : `${body.length} bytes`
    return entry(`POST ${shown}`, status, 'POST /v1/pets', {
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  })
}

function keys(status: number, values: readonly string[]): TableCall[] {
  return values.flatMap((authorization) => {
    const who = authorization || 'nobody'
    const headers = { authorization }
    const added = status === 200 ? 400 : status
    return [
      entry(`list as ${who}`, status, 'GET /v1/pets?limit=1', { headers }),
      entry(`add as ${who}`, added, 'POST /v1/pets', { headers, body: '{}' }),
    ]
  })
}

function preferences(status: number, values: readonly string[], target = '/v1/pets?limit=2'): TableCall[] {
  return values.map((prefer) =>
    entry(`${target} with Prefer: ${prefer}`, status, `GET ${target}`, { headers: { prefer } }),
  )
}

/** Good, bad and hostile calls, played in this order to a fresh store whose clock stands still. */
export const callsTable: readonly TableCall[] = [
  ...gets(
    200,
    words`/v1/pets /v1/pets? /v1/pets?limit=1 /v1/pets?limit=2 /v1/pets?limit=20 /v1/pets?limit=99
    /v1/pets?limit=100 /v1/pets?limit=100&status=available /v1/pets?status=available /v1/pets?status=pending
    /v1/pets?status=sold /v1/pets?status=sold&limit=1
    /v1/pets?limit=3&page=2 /v1/pets?cursor=p1 /v1/pets?%6Cimit=%32 /v1/pets?LIMIT=3 /v1/pets?&& /v1/pets?=`,
  ),
  ...gets(
    400,
    below('/v1/pets?')`limit=0 limit=101 limit=-1 limit= limit limit=1.0 limit=1e1 limit=+1 limit=%2B1 limit=01
    limit=1&limit=1 limit=abc limit=1%00 limit=%ZZ limit=99999999999999999999 limit[]=1&limit=x limit=NaN
    status= status=SOLD status=lost status=sold&status=sold status=sold,pending status=%00
    status=sold%20 status=null`,
  ),
  ...gets(200, below('/v1/pets/')`1 %31 3 1?limit=0 9223372036854775807 -9223372036854775808 9007199254740993`),
  ...gets(
    404,
    below('/v1/pets/')`0 -1 4 01 +1 1.0 1e0 %20 1%20 abc 9223372036854775808 -9223372036854775809
    9007199254740992 99999999999999999999999
    %ZZ % 1%2F %2e%2e%2f %00 null constructor __proto__ ; '%20or%201=1 %F0%9F%90%88 1,2 * ~ @
    :petId`,
  ),
  ...gets(
    404,
    words`/v1/pets/ /v1/pets/1/ /v1/pets/1/2 /v1/Pets /v1//pets /v1/pets//1 /v1 /v1/ /v1/categories /v1/pet
    /v1/petss /v1/pets%2F1 /v1/pets;a=1 /v1/pets.json /v1/%ZZ /v1/constructor`,
  ),
  ...gets(
    404,
    words`/V1/pets /v1%2Fpets / /v1x /v2/pets /pets /favicon.ico /v1pets`,
    inMsw('it is not below the base address'),
  ),
  ...gets(404, words`/v1/./pets /v1/../v1/pets /v1/x/../pets /v1/%2e/pets`, web(normalised)),
  entry('GET with a fragment', 200, 'GET /v1/pets/1#top'),
  entry('GET of a whole address', 200, 'GET http://example.test/v1/pets/1', {
    skip: inMsw('its host would be another server'),
  }),
  entry('GET with a body', 200, 'GET /v1/pets/1', { body: '{}', skip: web(bodiless) }),
  entry('GET with a letter beyond ASCII', 404, 'GET /v1/pets/é', {
    skip: { http: 'node:http refuses bytes beyond ASCII in a target' },
  }),
  entry('GET with a backslash', 404, String.raw`GET /v1\pets`, { skip: web(normalised) }),
  entry('GET with a header of the language', 200, 'GET /v1/pets/1', {
    headers: { ['__proto__']: 'x', constructor: 'x' },
  }),
  entry('GET with a wish for another media type', 200, 'GET /v1/pets/1', { headers: { accept: 'application/xml' } }),
  entry('GET with a long query', 200, `GET /v1/pets/1?${'x'.repeat(4000)}`),
  ...undocumentedMethods('/pets').map((method) => entry(`${method} on the list`, 405, `${method} /v1/pets`)),
  ...undocumentedMethods('/pets/{petId}').map((method) => entry(`${method} on an animal`, 405, `${method} /v1/pets/1`)),
  ...['POST', 'DELETE', 'HEAD'].map((method) => entry(`${method} on an unknown path`, 404, `${method} /v1/orders`)),
  entry('TRACE on the list', 405, 'TRACE /v1/pets', { skip: web(forbidden) }),
  // A method unknown to node:http reaches neither it nor MSW 3, whose requests in Node go through the same parser.
  entry('PROPFIND on the list', 405, 'PROPFIND /v1/pets'),
  ...[
    { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization, x-own' },
    { 'access-control-request-method': 'DELETE', 'access-control-request-private-network': 'true' },
  ].map((headers) =>
    entry('OPTIONS as a browser asks for leave', 204, 'OPTIONS /v1/pets', {
      headers: { origin: 'http://localhost:5173', ...headers },
      skip: { tab: 'the browser itself asks for leave' },
    }),
  ),
  ...Object.entries({ 'GET /v1/pets': 200, 'GET /v1/pets/0': 404, 'OPTIONS /v1/pets': 405 }).map(([line, status]) =>
    entry(`${line} of another origin`, status, line, {
      headers: { origin: 'http://localhost:5173' },
      skip: { tab: 'no page can set Origin' },
    }),
  ),
  entry('get in small letters', 405, 'get /v1/pets', {
    skip: { http: 'node:http knows methods in capitals only', ...web(renamed) },
  }),

  ...posts(
    201,
    words`{"name":"Rex","categoryId":1} {"name":"","categoryId":0} {"name":"a","categoryId":1,"id":7}
    {"name":"a","categoryId":1,"__proto__":{"status":"sold"}} {"name":"a","categoryId":1,"constructor":1}
    {"name":"first","name":"last","categoryId":1} {"name":"\ud800","categoryId":1}`,
  ),
  ...posts(201, [
    ...words`available pending sold`.map((status) => `{"name":"Rex","categoryId":1,"status":"${status}"}`),
    ...words`9223372036854775807 -9223372036854775808 9007199254740993 1.0 1e2 100e-2 -0`.map(
      (categoryId) => `{"name":"a","categoryId":${categoryId}}`,
    ),
    '{"name":" ","categoryId":-1}',
    ' \n\t{"categoryId":1,"name":"a"}\r\n ',
    '{"name":"Ünï ñ 漢字 עברית 🐈‍⬛","categoryId":1}',
    '{"name":"\\ud83d\\udc08 \\u0000 \\n \\"","categoryId":1}',
    '{"name":"<script>alert(1)</script>","categoryId":1}',
    `{"name":"${'long '.repeat(2000)}","categoryId":1}`,
    `{"name":"a","categoryId":1,"more":${'['.repeat(63)}${']'.repeat(63)}}`,
    new TextEncoder().encode('{"name":"bytes é","categoryId":1}'),
  ]),
  ...gets(200, words`/v1/pets/9223372036854775807 /v1/pets?limit=100 /v1/pets?status=pending&limit=100 /v1/pets/7`),
  ...posts(
    400,
    words`{} [] null 1 "text" true { {"name":"a"} {"categoryId":1} [{"name":"a","categoryId":1}]
    {"__proto__":{"name":"a","categoryId":1}} name=a&categoryId=1 {'name':'a','categoryId':1}`,
  ),
  ...posts(400, [
    ...words`null 1 true ["a"] {}`.map((name) => `{"name":${name},"categoryId":1}`),
    ...words`null "1" 1.5 1.00000000000000000001 9223372036854775808 -9223372036854775809 1e30 1e400 ${'9'.repeat(5000)}
      [1] {} true 01 0x1 NaN`.map((categoryId) => `{"name":"a","categoryId":${categoryId}}`),
    ...words`null "" "SOLD" "lost" 1 ["sold"]`.map((status) => `{"name":"a","categoryId":1,"status":${status}}`),
    ' ',
    '{"name":"a","categoryId":1',
    '{"name":"a","categoryId":1}}',
    '{"name":"a","categoryId":1,}',
    '// no comments\n{}',
    '\uFEFF{"name":"a","categoryId":1}',
    '{"name":"\u0001","categoryId":1}',
    '['.repeat(65),
    '{"a":'.repeat(20_000),
    ...[[0x22, 0xff, 0x22], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0]].map((bytes) => Uint8Array.from(bytes)),
  ]),
  entry('POST without a body', 400, 'POST /v1/pets'),
  ...posts(413, [' '.repeat(1_048_577), new Uint8Array(1_048_577)]),
  ...posts(400, [' '.repeat(1_048_576)]),
  ...posts(201, [`{"name":"${'x'.repeat(1_048_550)}","categoryId":1}`]),
  entry('POST without a key and with a body beyond 1 MiB', 401, 'POST /v1/pets', {
    headers: { authorization: '' },
    body: ' '.repeat(1_048_577),
  }),
  ...['text/plain', 'application/xml', 'application/json; charset=latin1', 'APPLICATION/JSON', ''].flatMap((type) =>
    posts(201, ['{"name":"typed","categoryId":1}'], { 'content-type': type }),
  ),

  ...keys(401, ['', 'Bearer', 'Bearer test_free test_free', 'Bearer test_free,test_free', 'Bearer\ttest_free']),
  ...keys(401, ['Bearer test_free, Bearer test_free', `Bearer ${'k'.repeat(4000)}`, 'Bearer clé', 'Basic test_free']),
  ...keys(401, ['test_free', 'Digest a="b"', 'Bearer "test_free"', 'Bearertest_free']),
  ...keys(
    401,
    below('Bearer ')`wrong test_fre test_freee TEST_FREE __proto__ test_free. .box test_free.Box test_free.a.b
    test_free.${'a'.repeat(65)} test_revoked test_expired test_revoked.box own_revoked own_key.box`,
  ),
  ...keys(200, ['bearer test_pro', 'BEARER  test_business']),
  ...keys(
    200,
    below('Bearer ')`test_free test_enterprise.box test_free.${'a'.repeat(64)} test_free.default own_key own~key/+=`,
  ),
  entry('an unknown animal without a key', 401, 'GET /v1/pets/99', as(undefined)),
  entry('an unknown path without a key', 401, 'GET /v1/orders', as(undefined)),
  entry('another sandbox does not see what was added', 404, 'GET /v1/pets/5', as('Bearer test_pro.fresh')),
  ...['north', 'south'].flatMap((sandbox) => [
    entry(`an animal added in ${sandbox}`, 201, 'POST /v1/pets', {
      ...as(`Bearer test_pro.${sandbox}`),
      body: `{"name":"${sandbox}","categoryId":1}`,
    }),
    entry(`the animal of ${sandbox}, under another plan`, 200, 'GET /v1/pets/4', as(`Bearer test_free.${sandbox}`)),
  ]),
  ...Array.from({ length: 13 }, (_, index) =>
    entry(`an exhausted key, call ${index + 1}`, 429, 'GET /v1/pets', as('Bearer test_free_exhausted.box')),
  ),
  entry('the last request', 200, 'GET /v1/pets?limit=1', as('Bearer test_free_last.box')),
  entry('the one after the last', 429, 'POST /v1/pets', { ...as('Bearer test_free_last.box'), body: '{}' }),
  entry('the last request, as preferred', 200, 'GET /v1/pets', {
    headers: { authorization: 'Bearer test_pro.last', prefer: 'scenario=last-request' },
  }),
  entry('the one after it', 429, 'GET /v1/pets', as('Bearer test_pro.last')),
  entry('a banned key', 429, 'GET /v1/pets/1', as('Bearer test_banned.box')),

  ...preferences(200, ['scenario=slow; delay=1', '']),
  ...preferences(
    200,
    words`code=200 delay=1 example=int64 example="empty" scenario=empty return=minimal respond-async ;,=`,
  ),
  ...preferences(429, words`code=429 scenario=rate-limited scenario=banned example=minute-exceeded Code=429`),
  ...preferences(401, words`code=401 scenario=unauthorised example=missing-key`),
  ...preferences(
    400,
    words`code=600 code=abc scenario=nonsense scenario=not-found example=nonsense delay=x delay=-1
    delay=9999999`,
  ),
  ...preferences(418, ['code=418']),
  ...preferences(500, ['code=500', 'scenario=server-error']),
  ...preferences(503, ['code=503', 'scenario=unavailable']),
  ...preferences(404, ['code=404', 'scenario=not-found', 'scenario=after-removal', 'example=not-found'], '/v1/pets/1'),
  ...preferences(200, ['scenario=malformed-json', 'example=int64'], '/v1/pets/1'),
]
