import { testKeys } from '../../mocks/index.ts'
import { writeJson } from '../../spec/index.ts'
import { type ControlOperation, controlOperations } from '../../spec/made/control-operations.ts'
import type { Dice } from './dice.ts'
import { authorizations, methods, oddHeaders, smallBody, targets, versions, wishes } from './pools.ts'

/** A request in its parts, of which each may be wrong. */
export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  readonly framing: 'none' | 'length' | 'chunks'
  readonly lineEnd: string
}

/** The sandbox in which control calls change things. No other call is in it, for it may play any fault. */
const controlledSandbox = 'controlled'

const host = ['Host', '127.0.0.1'] as const
const jsonLabel = ['Content-Type', 'application/json'] as const

type Usual = Omit<FuzzRequest, 'method' | 'target'>

const bare: Usual = { version: 'HTTP/1.1', headers: [host], body: Buffer.alloc(0), framing: 'none', lineEnd: '\r\n' }

/** The request after which a connection must be closed, whatever came before it. */
export const lastRequest = Buffer.from(
  'GET /v1/pets/1 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.last\r\nConnection: close\r\n\r\n',
)

/** A request with nothing wrong. */
export function goodRequest(dice: Dice): FuzzRequest {
  const key = dice.pick(Object.keys(testKeys))
  const sandbox = dice.chance(0.5) ? '' : `.box-${dice.below(20)}`
  const headers = [host, ['Authorization', `Bearer ${key}${sandbox}`]] as const
  const usual = { ...bare, headers }
  return dice.weighed<() => FuzzRequest>([
    [3, () => ({ ...usual, method: 'GET', target: `/v1/pets?limit=${1 + dice.below(100)}` })],
    [2, () => ({ ...usual, method: 'GET', target: '/v1/pets?status=sold' })],
    [3, () => ({ ...usual, method: 'GET', target: `/v1/pets/${dice.below(100)}` })],
    [1, () => ({ ...usual, method: dice.pick(['HEAD', 'DELETE', 'OPTIONS']), target: '/v1/pets' })],
    [6, () => ({ ...goodPost(dice), headers: [...headers, jsonLabel] })],
    [4, () => controlRequest(dice.pick(safeRoutes), dice)],
  ])()
}

/** A request with nothing wrong that adds an animal. */
export function goodPost(dice: Dice): FuzzRequest {
  const headers = [host, ['Authorization', 'Bearer test_enterprise.posts']] as const
  return { ...withBody({ ...bare, headers }, { name: 'Rex', categoryId: 1 }, dice), method: 'POST', target: '/v1/pets' }
}

/** A request with a few things wrong. */
export function wrongRequest(dice: Dice): FuzzRequest {
  let request = goodRequest(dice)
  for (let left = 1 + dice.below(3); left > 0; left--) request = dice.weighed(mistakes)(request, dice)
  return request
}

const mistakes: readonly (readonly [number, (request: FuzzRequest, dice: Dice) => FuzzRequest])[] = [
  [2, (request, dice) => ({ ...request, method: dice.pick(methods) })],
  [5, (request, dice) => ({ ...request, target: dice.pick(targets) })],
  [1, (request, dice) => ({ ...request, target: longTarget(dice) })],
  [
    1,
    (request, dice) => ({
      ...request,
      target: `${request.target}${dice.pick(['?', '#', '/', '%', ' ', '\0', '&a', '//', '/..'])}`,
    }),
  ],
  [2, (request, dice) => ({ ...request, version: dice.pick(versions) })],
  [4, (request, dice) => withHeader(request, dice.pick(oddHeaders), dice)],
  [
    2,
    (request, dice) => withHeader(request, dice.pick(request.headers.length > 0 ? request.headers : oddHeaders), dice),
  ],
  [1, (request, dice) => ({ ...request, headers: request.headers.filter(() => dice.chance(0.6)) })],
  [1, (request, dice) => ({ ...request, headers: [...request.headers, ...manyHeaders(dice)] })],
  [3, (request, dice) => withHeader(request, ['Prefer', dice.pick(wishes)], dice)],
  [3, (request, dice) => ({ ...request, headers: [host, ['Authorization', dice.pick(authorizations)]] })],
  [
    6,
    (request, dice) => ({
      ...request,
      body: smallBody(dice),
      framing: dice.pick(['length', 'length', 'chunks', 'none']),
    }),
  ],
  [1, (request, dice) => ({ ...request, lineEnd: dice.pick(['\n', '\r', '\n\r', '\r\n\r\n', '\r\n ', '\0\r\n']) })],
]

/** The bytes of a request, framed as it says. */
export function requestBytes({ method, target, version, headers, body, framing, lineEnd }: FuzzRequest): Buffer {
  const told: readonly (readonly [string, string])[] =
    framing === 'length'
      ? [['Content-Length', String(body.length)]]
      : framing === 'chunks'
        ? [['Transfer-Encoding', 'chunked']]
        : []
  const lines = [...headers, ...told].map(([name, value]) => `${name}: ${value}`)
  const head = Buffer.from([`${method} ${target} ${version}`, ...lines, '', ''].join(lineEnd))
  return Buffer.concat([head, framing === 'chunks' ? chunked(body) : body])
}

/** A body in two chunks and the last one. */
export function chunked(body: Buffer): Buffer {
  const middle = Math.floor(body.length / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter((part) => part.length > 0)
  const framed = parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')])
  return Buffer.concat([...framed, Buffer.from('0\r\n\r\n')])
}

function withBody(usual: Usual, value: unknown, dice: Dice): Usual {
  const headers = [...usual.headers, jsonLabel]
  return { ...usual, headers, body: Buffer.from(writeJson(value)), framing: dice.chance(0.7) ? 'length' : 'chunks' }
}

function withHeader(request: FuzzRequest, header: readonly [string, string], dice: Dice): FuzzRequest {
  const at = dice.below(request.headers.length + 1)
  return { ...request, headers: request.headers.toSpliced(at, 0, header) }
}

function longTarget(dice: Dice): string {
  const length = dice.pick([100, 1000, 10_000, 16_300, 100_000])
  return `/v1/pets${dice.pick(['/', '?limit=', '?', '/%', '?status=', '#'])}${dice.pick(['1', 'x', '%41', '&a=b', '/', 'é']).repeat(length / 2)}`
}

function manyHeaders(dice: Dice): (readonly [string, string])[] {
  const value = dice.pick(['', 'x', 'y'.repeat(60)])
  const isSame = dice.chance(0.5)
  return Array.from({ length: dice.pick([10, 100, 2001]) }, (_, index) => [isSame ? 'X-Same' : `X-${index}`, value])
}

// Those wait for calls, and so do not answer on purpose.
const safeRoutes: readonly ControlOperation[] = Object.values(controlOperations).filter(
  ({ path }) => !/\/(wait|events)$/.test(path),
)

const memberValues: readonly unknown[] = [
  ['Rex', '', 'x'.repeat(300), 'one', 'frozen', 'running', 'real', 'hang', 'reset', 'empty', 'demo', 'pro', 'banned'],
  ['2030-12-05', '2030-02-30', '9999-12-31T23:59:59Z', 'listPets', 'valid', 'available', '__proto__', 'default'],
  ['\ud800'],
  [0, 1, -1, 1.5, 61, 1e300, 9_223_372_036_854_775_807n, 9_223_372_036_854_775_808n, null, true, [], {}, [[]], [null]],
].flat()

function controlRequest(route: ControlOperation, dice: Dice): FuzzRequest {
  const parts: Readonly<Record<string, readonly string[]>> = {
    '{sandbox}': [controlledSandbox],
    '{snapshot}': ['before', 'BEFORE', '%ZZ'],
    '{scenario}': ['empty', 'hang', 'nonsense'],
    '{petId}': ['1', '0', 'x', '%31', '9223372036854775808'],
  }
  const path = route.path.replaceAll(/\{[a-zA-Z]+\}/g, (name) => dice.pick(parts[name] ?? ['own-1', '__proto__']))
  const query = Object.keys(route.query)
    .filter(() => dice.chance(0.3))
    .map((name) => `${name}=${dice.pick(queryValues)}`)
  const members = route.members.filter(() => dice.chance(0.7)).map((name) => [name, dice.pick(memberValues)])
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`
  const full = members.length === 0 ? bare : withBody(bare, Object.fromEntries(members), dice)
  return { ...full, method: route.method, target }
}

const queryValues = ['1', '0', '-1', '1e9', '', '%ZZ', '%00', 'sold', '200', 'listPets', 'x'.repeat(300), '__proto__']
