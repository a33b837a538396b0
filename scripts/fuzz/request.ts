import fc, { type Arbitrary } from 'fast-check'
import { testKeys } from '../../mocks/entry.ts'
import { type ControlOperation, controlOperations } from '../../spec/made/control-operations.ts'
import dictionary from './dictionary.json' with { type: 'json' }

/** A request in its parts, of which each may be wrong. */
interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: readonly Header[]
  readonly body: Buffer
  readonly framing: string
  readonly lineEnd: string
}

type Header = readonly [name: string, value: string]

/** The request after which a connection must be closed, whatever came before it. */
export const lastRequest = Buffer.from(
  'GET /v1/pets/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.last\r\nConnection: close\r\n\r\n',
)

const host: Header = ['Host', '127.0.0.1']
const jsonLabel: Header = ['Content-Type', 'application/json']
const bare = { version: 'HTTP/1.1', headers: [host], body: Buffer.alloc(0), framing: 'none', lineEnd: '\r\n' }

/** One of several arbitraries, each as often as its weight says. */
export function weighed<T>(...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<T>])[]): Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}

/** A text of four parts: before, what is repeated, how often, and after. */
export function repeated([before, part, times, after]: readonly (string | number)[]): string {
  return `${before}${String(part).repeat(Number(times))}${after}`
}

const long = fc
  .tuple(fc.constantFrom('x', '1', ' ', '%41', '&a=b', '/', 'é', 'a,', 'a=b,'), fc.constantFrom(100, 5000, 70_000))
  .map(([part, length]) => part.repeat(length / part.length))

/** Mostly a text of these; now and then a random or a long one after a correct beginning. */
function odd(words: readonly string[], beginning = ''): Arbitrary<string> {
  const other = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), long).map((end) => beginning + end)
  return weighed([12, fc.constantFrom(...words)], [1, other])
}

const authorization = fc
  .tuple(fc.constantFrom(...Object.keys(testKeys)), fc.option(fc.nat({ max: 19 })))
  .map(([key, box]): Header => ['Authorization', `Bearer ${key}${box === null ? '' : `.box-${box}`}`])

function posted(authorizations: Arbitrary<Header>, bodies: Arbitrary<string>): Arbitrary<FuzzRequest> {
  const framing = fc.constantFrom('length', 'length', 'chunks')
  return fc.tuple(authorizations, bodies, framing).map(([authorized, body, framed]) => ({
    ...bare,
    method: 'POST',
    target: '/v1/pets',
    headers: [host, authorized, jsonLabel],
    body: Buffer.from(body),
    framing: framed,
  }))
}

/** A request that adds an animal, whose body is large, deep or long in its digits. */
export const largePost = posted(
  fc.constant(['Authorization', 'Bearer test_enterprise.posts']),
  fc.constantFrom(...dictionary.largeBodies).map(repeated),
)

const line = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((limit) => ['GET', `/v1/pets?limit=${limit}`] as const),
  fc.nat({ max: 99 }).map((id) => ['GET', `/v1/pets/${id}`] as const),
  fc.constantFrom('GET', 'GET', 'HEAD', 'DELETE', 'OPTIONS').map((method) => [method, '/v1/pets?status=sold'] as const),
)

// Those that wait for calls do not answer on purpose.
const controlled: readonly ControlOperation[] = Object.values(controlOperations).filter(
  ({ path }) => !/\/(wait|events)$/.test(path),
)

/** A request of the control API. All are in one sandbox, and no other call is, because it may play any fault. */
const controlRequest = fc.constantFrom(...controlled).chain(({ method, path, query, members }) => {
  const value = fc.constantFrom(...dictionary.controlValues)
  const model = (names: readonly string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] })
  const parts = [fc.constantFrom(...dictionary.controlParts), model(Object.keys(query)), model(members)] as const
  return fc.tuple(...parts).map(([part, asked, given]): FuzzRequest => {
    const place = path.replace('{sandbox}', 'controlled').replaceAll(/\{[a-zA-Z]+\}/g, part)
    const search = Object.entries(asked).map(([name, found]) => `${name}=${found?.replaceAll('"', '')}`)
    const texts = Object.entries(given).map(([name, found]) => `"${name}":${found}`)
    const request = { ...bare, method, target: [place, ...search].join('?') }
    if (texts.length === 0) return request
    return { ...request, headers: [host, jsonLabel], body: Buffer.from(`{${texts.join(',')}}`), framing: 'length' }
  })
})

/** A request with nothing wrong. */
export const goodRequest = weighed<FuzzRequest>(
  [
    9,
    fc
      .tuple(line, authorization)
      .map(([[method, target], sent]) => ({ ...bare, method, target, headers: [host, sent] })),
  ],
  [6, posted(authorization, fc.constant('{"name":"Rex","categoryId":1}'))],
  [4, controlRequest],
)

/** Nothing as a rule. */
function seldom<T>(arbitrary: Arbitrary<T>): Arbitrary<T | undefined> {
  return weighed<T | undefined>([4, fc.constant(undefined)], [1, arbitrary])
}

const oddHeader = fc
  .constantFrom(...dictionary.headers)
  .chain(([name = '', ...values]) => fc.tuple(fc.constant(name), odd(values)))

const oddBody = weighed(
  [9, fc.constantFrom(...dictionary.bodies).map((text) => Buffer.from(text))],
  [1, fc.constantFrom(...dictionary.binaryBodies).map((text) => Buffer.from(text, 'latin1'))],
  [1, fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
)

const mistakes = fc.record({
  method: seldom(odd(dictionary.methods)),
  target: seldom(fc.oneof(odd(dictionary.targets, '/v1/pets?limit='), odd(dictionary.targets, '/_mock/'))),
  targetEnd: seldom(fc.constantFrom('?', '#', '/', '%', ' ', '\0', '&a', '//', '/..')),
  version: seldom(odd(dictionary.versions, 'HTTP/')),
  lineEnd: seldom(fc.constantFrom('\n', '\r', '\n\r', '\r\n\r\n', '\r\n ', '\0\r\n')),
  body: seldom(oddBody),
  framing: seldom(fc.constantFrom('length', 'chunks', 'none')),
  authorized: seldom(odd(dictionary.authorizations, 'Bearer test_pro.')),
  preference: seldom(odd(dictionary.preferences, 'scenario=')),
  odd: fc.array(oddHeader, { maxLength: 2 }),
  doubled: seldom(fc.nat({ max: 2 })),
  missing: seldom(fc.nat({ max: 2 })),
  many: seldom(fc.constantFrom(10, 100, 2001)),
})

/** A request with a few things wrong. */
export const wrongRequest = fc.tuple(goodRequest, mistakes).map(([good, wrong]): FuzzRequest => {
  const { authorized, preference, doubled = -1, missing = -1, many = 0 } = wrong
  const usual: readonly Header[] = authorized === undefined ? good.headers : [host, ['Authorization', authorized]]
  return {
    method: wrong.method ?? good.method,
    target: (wrong.target ?? good.target) + (wrong.targetEnd ?? ''),
    version: wrong.version ?? good.version,
    lineEnd: wrong.lineEnd ?? good.lineEnd,
    body: wrong.body ?? good.body,
    framing: wrong.framing ?? (wrong.body === undefined ? good.framing : 'length'),
    headers: [
      ...wrong.odd,
      ...usual.filter((_header, at) => at !== missing),
      ...usual.filter((_header, at) => at === doubled),
      ...(preference === undefined ? [] : [['Prefer', preference] as const]),
      ...Array.from({ length: many }, (_, at): Header => [many === 100 ? 'X-Same' : `X-${at}`, 'x']),
    ],
  }
})

/** The bytes of a request, framed as it says. */
export function requestBytes({ method, target, version, headers, body, framing, lineEnd }: FuzzRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`)
  if (framing === 'length') lines.push(`Content-Length: ${body.length}`)
  if (framing === 'chunks') lines.push('Transfer-Encoding: chunked')
  const head = Buffer.from([`${method} ${target} ${version}`, ...lines, '', ''].join(lineEnd))
  return Buffer.concat([head, ...(framing === 'chunks' ? chunks(body) : [body])])
}

/** A body in two chunks and the last one. */
function chunks(body: Buffer): readonly Buffer[] {
  const middle = Math.floor(body.length / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.length > 0)
  const framed = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  return [...framed, Buffer.from('0\r\n\r\n')]
}
