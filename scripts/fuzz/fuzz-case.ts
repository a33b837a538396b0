import { Dice } from './dice.ts'
import { largeBody } from './pools.ts'
import { type FuzzRequest, chunked, goodPost, goodRequest, lastRequest, requestBytes, wrongRequest } from './request.ts'

/** What a client does on one connection, or on many at once. */
export interface FuzzCase {
  readonly number: number
  readonly kind: FuzzKind
  /** How many connections do the same at the same time. */
  readonly connections: number
  readonly steps: readonly Step[]
  readonly ending: Ending
  /** How many replies must come to a client that waits or half-closes. */
  readonly leastReplies: number
}

/** Bytes that are sent at once, and again so many times; or a pause. */
export type Step = { readonly bytes: Buffer; readonly times: number } | { readonly pauseMilliseconds: number }

/**
 * What the client does after its last step: it waits for the server to close the connection, says that it has
 * nothing more to send, or leaves: at once, at the first bytes of a reply, or with a reset.
 */
export type Ending = 'wait' | 'half-close' | 'leave' | 'leave-at-reply' | 'reset'

/** What a case is mostly about. */
export type FuzzKind = keyof typeof kinds

type Plan = Partial<Pick<FuzzCase, 'connections' | 'ending' | 'leastReplies'>> & Pick<FuzzCase, 'steps'>

/** How many cases lie between two of those that take the server's time: a crowd, and a body of a gigabyte. */
const heavyInterval = 1000

/** The case of this number: the same bytes for the same seed, whatever came before it. */
export function fuzzCase(seed: number, number: number): FuzzCase {
  const dice = new Dice(seed, number)
  const kind = kindOf(number, dice)
  return { number, kind, connections: 1, ending: 'wait', leastReplies: 1, ...kinds[kind](dice) }
}

/** The bytes of a case as they are sent on each connection, repetitions left out. */
export function bytesOf({ steps }: Pick<FuzzCase, 'steps'>): Buffer {
  return Buffer.concat(steps.flatMap((step) => ('bytes' in step ? [step.bytes] : [])))
}

function kindOf(number: number, dice: Dice): FuzzKind {
  const turn = number % heavyInterval
  if (turn === 100) return 'crowd'
  if (turn === 200) return 'gigabyte'
  return dice.weighed<FuzzKind>([
    [48, 'wrong-parts'],
    [12, 'wrong-bytes'],
    [12, 'framing'],
    [10, 'pipeline'],
    [9, 'departure'],
    [3, 'half-close'],
    [3, 'noise'],
    [1.5, 'large-body'],
    [1, 'trickle'],
    [0.5, 'events'],
  ])
}

const kinds = {
  'wrong-parts': (dice: Dice): Plan => ({ steps: withLast(requestBytes(wrongRequest(dice)), dice) }),
  'wrong-bytes': (dice: Dice): Plan => ({ steps: withLast(mutated(requestBytes(anyRequest(dice)), dice), dice) }),
  framing: (dice: Dice): Plan => ({ steps: withLast(framed(dice), dice) }),
  pipeline: (dice: Dice): Plan => {
    const { bytes, good } = pipeline(dice)
    return { steps: withLast(bytes, dice), leastReplies: good + 1 }
  },
  departure: (dice: Dice): Plan => ({
    steps: [send(beginning(pipeline(dice).bytes, dice)), pause(dice.pick([0, 0, 0, 1, 5, 20]))],
    ending: dice.pick(['leave', 'leave-at-reply', 'reset']),
  }),
  'half-close': (dice: Dice): Plan => {
    const { bytes, good } = pipeline(dice)
    return dice.chance(0.5)
      ? { steps: [send(bytes)], ending: 'half-close', leastReplies: good }
      : { steps: [send(beginning(bytes, dice))], ending: 'half-close', leastReplies: 0 }
  },
  noise: (dice: Dice): Plan => ({ steps: withLast(noise(dice), dice) }),
  'large-body': (dice: Dice): Plan => ({
    steps: withLast(requestBytes({ ...goodPost(dice), body: largeBody(dice) }), dice),
  }),
  trickle: (dice: Dice): Plan => ({ steps: trickled(requestBytes(anyRequest(dice)), dice) }),
  events: (dice: Dice): Plan => ({
    steps: [send(Buffer.from('GET /_mock/sandboxes/default/journal/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'))],
    ending: dice.pick(['leave', 'leave-at-reply', 'reset']),
  }),
  crowd: (dice: Dice): Plan => ({ steps: slowly(dice), connections: 200 }),
  gigabyte: (dice: Dice): Plan => ({ steps: gigabyte(dice) }),
} as const

function send(bytes: Buffer, times = 1): Step {
  return { bytes, times }
}

function pause(pauseMilliseconds: number): Step {
  return { pauseMilliseconds }
}

function anyRequest(dice: Dice): FuzzRequest {
  return dice.chance(0.5) ? goodRequest(dice) : wrongRequest(dice)
}

/** The bytes, whole or in two parts, and after them the request that ends a connection. */
function withLast(bytes: Buffer, dice: Dice): readonly Step[] {
  const all = Buffer.concat([bytes, lastRequest])
  if (dice.chance(0.7)) return [send(all)]
  const cut = dice.below(all.length)
  return [send(all.subarray(0, cut)), pause(dice.pick([0, 1, 3])), send(all.subarray(cut))]
}

function beginning(bytes: Buffer, dice: Dice): Buffer {
  return bytes.subarray(0, dice.below(bytes.length + 1))
}

/** Requests one after the other, the first few of them good. */
function pipeline(dice: Dice): { readonly bytes: Buffer; readonly good: number } {
  const good = Array.from({ length: dice.below(5) }, () => goodRequest(dice))
  const wrong = Array.from({ length: dice.below(3) }, () => wrongRequest(dice))
  return { bytes: Buffer.concat([...good, ...wrong].map(requestBytes)), good: good.length }
}

/** The bytes with a few of them changed, left out, doubled or moved. */
function mutated(bytes: Buffer, dice: Dice): Buffer {
  let all = bytes
  for (let left = 1 + dice.below(4); left > 0; left--) {
    const at = dice.below(all.length + 1)
    const end = at + dice.pick([1, 1, 1, 2, 5, 30])
    const [before, middle, after] = [all.subarray(0, at), all.subarray(at, end), all.subarray(end)]
    const odd = Buffer.from(
      dice.pick(['\r\n', '\n', '\r', '\0', ' ', ':', '\t', '\r\n\r\n', '\xff', '%', '"', '0', '-']),
      'latin1',
    )
    const changed = dice.pick([
      () => [before, dice.bytes(middle.length), after],
      () => [before, after],
      () => [before, middle, middle, after],
      () => [before, odd, middle, after],
      () => [before, odd, after],
      () => [before, after, middle],
    ])()
    all = Buffer.concat(changed)
  }
  return all
}

/**
 * A request that must not be answered, for it lies in the body of another one that nobody can delimit. It takes the
 * headers of {@link lastRequest}, which comes after it, for its own.
 */
const hiddenRequest = 'GET /v1/pets/42 HTTP/1.1\r\nX-Pad: '
/** The animal that only the hidden request asks for, as its reply would begin. */
export const hiddenAnimal = '{"id":42,'

const ambiguousFramings: readonly (readonly [headers: string, body: string])[] = [
  ['Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding: chunked, identity', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding: xchunked', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding: nonsense', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding : chunked', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding:\u000bchunked', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding: chunked\u0000', `0\r\n\r\n${hiddenRequest}`],
  ['Transfer-Encoding\n: chunked', `0\r\n\r\n${hiddenRequest}`],
  ['X: y\nTransfer-Encoding: chunked', `0\r\n\r\n${hiddenRequest}`],
  ['Content-Length: 0\r\nContent-Length: 200', hiddenRequest],
  ['Content-Length: 0, 200', hiddenRequest],
  ['Content-Length: 0\r\n 0', hiddenRequest],
  ['Content-Length: +0', hiddenRequest],
  ['Content-Length: -1', hiddenRequest],
  ['Content-Length: 0x0', hiddenRequest],
  ['Content-Length: 1e0', hiddenRequest],
  ['Content-Length: 99999999999999999999999', hiddenRequest],
  ['Content-Length: 18446744073709551616', hiddenRequest],
  ['Content-Length : 0', hiddenRequest],
  ['Content_Length: 0\r\nContent-Length: 500', hiddenRequest],
]

const chunkedBodies: readonly string[] = [
  ['zz\r\n', '-1\r\nx\r\n', '0x5\r\nhello\r\n0\r\n\r\n', '5\r\nhello', '5\r\nhelloworld\r\n0\r\n\r\n'],
  ['5\nhello\n0\n\n', ' 5\r\nhello\r\n0\r\n\r\n'],
  ['5 \r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\nx', '10000000000000000\r\nx', 'FFFFFFFFFFFFFFFFF\r\n'],
  ['80000000\r\nx', '\r\n', '0', '0\r\n'],
  ['0\r\nX-Late: 1\r\n\r\n', '0\r\nContent-Length: 5\r\n\r\n', '0\r\nbroken\r\n\r\n', '0\r\nX: \0\r\n\r\n'],
  [`0\r\nX: ${'t'.repeat(20_000)}\r\n\r\n`],
  ['0\r\nHost: other\r\nAuthorization: Bearer test_pro\r\n\r\n', '2;a=b\r\n{}\r\n0;c\r\n\r\n'],
  ['2;a="\r\n{}\r\n0\r\n\r\n', '2;\0\r\n{}\r\n0\r\n\r\n'],
  [`2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, `${'1;x=y\r\n{\r\n'.repeat(3000)}0\r\n\r\n`],
  [`${'0'.repeat(300)}2\r\n{}\r\n0\r\n\r\n`],
  ['2\r\n{}\r\n0\r\n\r\n', '1\r\n{\r\n1\r\n}\r\n0\r\n\r\n', '2\r\n{}0\r\n\r\n', '2\r{}\r0\r\r'],
  ['2\r\n{}\r\n0\r\n\r\n0\r\n\r\n', '2\r\n{}\r\n00\r\n\r\n'],
].flat()

/** A POST whose body is framed badly, or in a rare way. */
function framed(dice: Dice): Buffer {
  const [headers, body] = dice.weighed<() => readonly [string, string]>([
    [4, () => dice.pick(ambiguousFramings)],
    [4, () => ['Transfer-Encoding: chunked', dice.pick(chunkedBodies)]],
    [
      2,
      () => [
        `Content-Length: ${dice.pick([0, 1, 5, 28, 30, 500, 1_048_577, 2 ** 40])}`,
        '{"name":"Rex","categoryId":1}',
      ],
    ],
    [1, () => ['Expect: 100-continue\r\nContent-Length: 2', '{}']],
    [
      1,
      () => [
        'Trailer: X-Late\r\nTransfer-Encoding: chunked',
        `${chunked(Buffer.from('{}')).toString().slice(0, -2)}X-Late: 1\r\n\r\n`,
      ],
    ],
  ])()
  const method = dice.pick(['POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'CONNECT'])
  const target = dice.pick(['/v1/pets', '/v1/pets', '/v1/pets/1', '/', '/_mock/keys'])
  const version = dice.chance(0.9) ? 'HTTP/1.1' : 'HTTP/1.0'
  const key = 'Authorization: Bearer test_enterprise.framing'
  return Buffer.from(`${method} ${target} ${version}\r\nHost: 127.0.0.1\r\n${key}\r\n${headers}\r\n\r\n${body}`)
}

function noise(dice: Dice): Buffer {
  return dice.weighed<() => Buffer>([
    [4, () => dice.bytes(dice.below(500))],
    [1, () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')],
    [1, () => Buffer.concat([Buffer.from([0x16, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3]), dice.bytes(192)])],
    [1, () => Buffer.from('SSH-2.0-OpenSSH_9.2\r\n')],
    [1, () => Buffer.from('\r\n'.repeat(dice.pick([1, 10, 10_000])))],
    [1, () => Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`)],
    [1, () => Buffer.alloc(dice.pick([1, 1000, 100_000]))],
    [1, () => Buffer.from('*1\r\n$4\r\nPING\r\n')],
    [1, () => Buffer.from('\ufeffGET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ])()
}

/** In 200 pieces at most, a small request byte by byte. */
function trickled(bytes: Buffer, dice: Dice): readonly Step[] {
  const length = Math.ceil(bytes.length / 200)
  const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
  return [...pieces.flatMap((piece) => [send(piece), pause(dice.pick([0, 0, 1]))]), send(lastRequest)]
}

const slowPost =
  'POST /v1/pets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.slow\r\nContent-Length: 1000\r\n\r\n'

/** A head or a body that would need ten seconds. */
function slowly(dice: Dice): readonly Step[] {
  const begin = Buffer.from(dice.chance(0.7) ? slowPost : slowPost.slice(0, 36))
  return [send(begin), ...Array.from({ length: 40 }, () => [pause(250), send(Buffer.from('x'))]).flat()]
}

function gigabyte(dice: Dice): readonly Step[] {
  const target = dice.pick(['/v1/pets', '/_mock/keys'])
  const headers = 'Host: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.gigabyte\r\nContent-Type: application/json'
  const head = `POST ${target} HTTP/1.1\r\n${headers}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const bytes = 0x10000
  const chunk = `${bytes.toString(16)}\r\n${dice.pick(['x', '[', '{', '1']).repeat(bytes)}\r\n`
  return [send(Buffer.from(head)), send(Buffer.from(chunk), 1024 ** 3 / bytes), send(Buffer.from('0\r\n\r\n'))]
}
