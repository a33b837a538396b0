import fc, { type Arbitrary } from 'fast-check'
import dictionary from './dictionary.json' with { type: 'json' }
import type { Ending, FuzzCase, Step } from './exchange.ts'
import { goodRequest, largePost, lastRequest, repeated, requestBytes, weighed, wrongRequest } from './request.ts'

type Plan = Partial<Pick<FuzzCase, 'connections' | 'ending' | 'leastReplies'>> & Pick<FuzzCase, 'steps'>

function send(bytes: Buffer | string, times = 1): Step {
  return { bytes: Buffer.from(bytes), times }
}

function pause(pauseMilliseconds: number): Step {
  return { pauseMilliseconds }
}

/** The bytes, whole or in two parts, and after them the request that ends a connection. */
function thenLast(bytes: Arbitrary<Buffer>): Arbitrary<Plan> {
  const cut = fc.option(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 3)), { freq: 2 })
  return fc.tuple(bytes, cut).map(([before, parts]) => {
    const all = Buffer.concat([before, lastRequest])
    if (parts === null) return { steps: [send(all)] }
    const at = parts[0] % all.length
    return { steps: [send(all.subarray(0, at)), pause(parts[1]), send(all.subarray(at))] }
  })
}

const anyBytes = fc.oneof(goodRequest, wrongRequest).map(requestBytes)

/** Requests one after the other, the first few of them good. */
const pipeline = fc
  .tuple(fc.array(goodRequest, { maxLength: 4, size: 'max' }), fc.array(wrongRequest, { maxLength: 2 }))
  .map(([good, wrong]) => ({ bytes: Buffer.concat([...good, ...wrong].map(requestBytes)), good: good.length }))

const beginning = fc.tuple(pipeline, fc.nat()).map(([{ bytes }, end]) => bytes.subarray(0, end % (bytes.length + 1)))

const leaving = fc.constantFrom<Ending>('leave', 'leave-at-reply', 'reset')

const oddBytes = fc.oneof(
  fc.constantFrom('', '\r\n', '\n', '\r', '\0', ' ', ':', '\t', '\r\n\r\n', '\xff', '%', '"', '0', '-'),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

const mutations = fc.array(fc.tuple(fc.nat(), fc.constantFrom(1, 1, 1, 2, 5, 30), oddBytes, fc.nat({ max: 2 })), {
  minLength: 1,
  maxLength: 4,
})

/** Bytes with a few changes: some are replaced, left out, doubled, or have odd ones before them. */
const mutated = fc.tuple(anyBytes, mutations).map(([bytes, changes]) =>
  changes.reduce((all, [place, length, odd, copies]) => {
    const at = place % (all.length + 1)
    const middle = Array.from({ length: copies }, () => all.subarray(at, at + length))
    return Buffer.concat([all.subarray(0, at), Buffer.from(odd, 'latin1'), ...middle, all.subarray(at + length)])
  }, bytes),
)

/**
 * A request that must not be answered, because it is in the body of another one that nobody can delimit. It takes the
 * headers of {@link lastRequest}, which comes after it, for its own.
 */
const hiddenRequest = 'GET /v1/pets/42 HTTP/1.1\r\nX-Pad: '
/** The animal that only the hidden request asks for, as its reply would begin. */
export const hiddenAnimal = '{"id":42,'

const framing = fc.oneof(
  fc.constantFrom(...dictionary.framings).map(([headers, body]) => `${headers}\r\n\r\n${body}${hiddenRequest}`),
  fc
    .constantFrom(...dictionary.chunkedBodies, ...dictionary.largeChunkedBodies.map(repeated))
    .map((body) => `Transfer-Encoding: chunked\r\n\r\n${body}`),
  fc.constantFrom(...dictionary.otherFramings).map((parts) => parts.join('\r\n\r\n')),
)

/** A request whose body is framed badly, or in a rare way. */
const framed = fc
  .tuple(
    fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS', 'CONNECT'),
    fc.constantFrom('/v1/pets', '/v1/pets', '/v1/pets/1', '/', '/_mock/keys'),
    fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
    framing,
  )
  .map(([method, target, version, rest]) => {
    const headers = 'Host: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.framing'
    return Buffer.from(`${method} ${target} HTTP/${version}\r\n${headers}\r\n${rest}`)
  })

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 500, size: 'max' }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(...dictionary.noise).map((parts) => Buffer.from(repeated(parts), 'latin1')),
)

/** In 200 pieces at most, a small request byte by byte. */
const trickle = fc.tuple(anyBytes, fc.constantFrom(0, 1)).map(([bytes, wait]) => {
  const length = Math.ceil(bytes.length / 200)
  const starts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => at * length)
  const pieces = starts.flatMap((at) => [send(bytes.subarray(at, at + length)), pause(wait)])
  return { steps: [...pieces, send(lastRequest)] }
})

/** A POST as it begins, up to its body. */
function postHead(target: string, framedAs: string): string {
  const headers = `Host: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.slow\r\nContent-Type: application/json`
  return `POST ${target} HTTP/1.1\r\n${headers}\r\n${framedAs}\r\n\r\n`
}

const chunkBytes = 0x10000

const kinds: Readonly<Record<string, readonly [weight: number, plan: Arbitrary<Plan>]>> = {
  'wrong-parts': [480, thenLast(wrongRequest.map(requestBytes))],
  'wrong-bytes': [120, thenLast(mutated)],
  framing: [120, thenLast(framed)],
  pipeline: [
    100,
    pipeline.chain(({ bytes, good }) =>
      thenLast(fc.constant(bytes)).map((plan) => ({ ...plan, leastReplies: good + 1 })),
    ),
  ],
  departure: [
    90,
    fc
      .tuple(beginning, fc.constantFrom(0, 0, 0, 1, 5, 20), leaving)
      .map(([bytes, wait, ending]) => ({ steps: [send(bytes), pause(wait)], ending })),
  ],
  'half-close': [
    30,
    fc
      .oneof(
        pipeline,
        beginning.map((bytes) => ({ bytes, good: 0 })),
      )
      .map(({ bytes, good }) => ({ steps: [send(bytes)], ending: 'half-close', leastReplies: good })),
  ],
  noise: [30, thenLast(noise)],
  'large-body': [15, thenLast(largePost.map(requestBytes))],
  trickle: [10, trickle],
  events: [
    5,
    leaving.map((ending) => ({
      steps: [send('GET /_mock/sandboxes/default/journal/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')],
      ending,
    })),
  ],
  // Many connections, each with a head or a body that would need ten seconds.
  crowd: [
    1,
    fc
      .constantFrom(postHead('/v1/pets', 'Content-Length: 1000'), 'POST /v1/pets HTTP/1.1\r\nHost: 127')
      .map((begin) => ({
        steps: [send(begin), ...Array.from({ length: 40 }, () => [pause(250), send('x')]).flat()],
        connections: 200,
      })),
  ],
  gigabyte: [
    1,
    fc.tuple(fc.constantFrom('/v1/pets', '/_mock/keys'), fc.constantFrom('x', '[', '{', '1')).map(([target, fill]) => ({
      steps: [
        send(postHead(target, 'Transfer-Encoding: chunked')),
        send(`${chunkBytes.toString(16)}\r\n${fill.repeat(chunkBytes)}\r\n`, 1024 ** 3 / chunkBytes),
        send('0\r\n\r\n'),
      ],
    })),
  ],
}

/** The names of the kinds of cases. */
export const fuzzKinds: readonly string[] = Object.keys(kinds)

/** Cases of these kinds, rare ones rarely. */
export function casesOf(names: readonly string[]): Arbitrary<FuzzCase> {
  return weighed(
    ...Object.entries(kinds).flatMap(([kind, [weight, plan]]) => {
      if (!names.includes(kind)) return []
      const usual = { kind, connections: 1, ending: 'wait', leastReplies: 1 } as const
      return [[weight, plan.map((found): FuzzCase => ({ ...usual, ...found }))] as const]
    }),
  )
}
