import fc, { type Arbitrary } from 'fast-check'
import dictionary from './dictionary.json' with { type: 'json' }
import type { FuzzCase } from './exchange.ts'
import { goodRequest, largePost, lastRequest, repeated, requestBytes, weighed, wrongRequest } from './request.ts'

type Plan = Omit<FuzzCase, 'kind'>

const endings = weighed<FuzzCase['ending']>(
  [88, fc.constant('wait')],
  [3, fc.constant('half-close')],
  [9, fc.constant('leave')],
)

interface Message {
  readonly bytes: Buffer
  /** How many good requests it begins with, each of which must be answered. */
  readonly good: number
}

/** A message in two parts, and after it the request that ends a connection. Some clients half-close, or leave in the middle. */
function sent(messages: Arbitrary<Buffer | Message>): Arbitrary<Plan> {
  const pauses = fc.constantFrom(0, 0, 0, 1, 3, 20)
  return fc.tuple(messages, endings, pauses, fc.nat()).map(([message, ending, wait, place]) => {
    const { bytes, good } = Buffer.isBuffer(message) ? { bytes: message, good: 0 } : message
    const all = ending === 'wait' ? Buffer.concat([bytes, lastRequest]) : bytes
    const at = place % (all.length + 1)
    const rest = ending === 'leave' ? [] : [all.subarray(at)]
    const leastReplies = ending === 'wait' ? good + 1 : good
    return { steps: [all.subarray(0, at), wait, ...rest], ending, leastReplies }
  })
}

const anyBytes = fc.oneof(goodRequest, wrongRequest).map(requestBytes)

/** Requests one after the other, the first few of them good. */
const pipeline = fc
  .tuple(fc.array(goodRequest, { maxLength: 4, size: 'max' }), fc.array(wrongRequest, { maxLength: 2 }))
  .map(([good, wrong]) => ({ bytes: Buffer.concat([...good, ...wrong].map(requestBytes)), good: good.length }))

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
/** What is sent only with it: its last header, and the first letter of {@link lastRequest}. Nothing else asks for animal 42. */
export const hiddenEnd = 'X-Pad: G'

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

const inner = 'GET /v1/pets/7 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Pad: y\r\n\r\n'

/**
 * A request on whose end two servers may differ: CL.TE, TE.CL, TE.TE, CL.0, 0.CL and their kin. Its body is or has a request,
 * or somebody could take one for it.
 */
const smuggling = fc
  .tuple(
    fc.constantFrom(...dictionary.smuggledMethods),
    fc.constantFrom(...dictionary.smuggledTargets),
    fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
    fc.uniqueArray(fc.constantFrom(...dictionary.smuggledFramings), { maxLength: 2 }),
    fc.constantFrom(...dictionary.smuggledHeaders),
    fc.constantFrom(...dictionary.smuggledBodies),
  )
  .map(([method, target, version, framings, beside, text]) => {
    const body = text.replaceAll('INNER', inner).replaceAll('SIZE', inner.length.toString(16))
    const lines = [...framings.map((line) => line.replaceAll('LENGTH', String(body.length))), beside]
    const head = [`${method} ${target} HTTP/${version}`, 'Host: 127.0.0.1', ...lines.filter((line) => line !== '')]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
  })

const noise = fc.oneof(
  fc.uint8Array({ maxLength: 500, size: 'max' }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(...dictionary.noise).map((parts) => Buffer.from(repeated(parts), 'latin1')),
)

/** In 200 pieces at most, a small request byte by byte. */
const trickle = fc.tuple(anyBytes, fc.constantFrom(0, 1)).map(([bytes, wait]): Plan => {
  const length = Math.ceil(bytes.length / 200)
  const starts = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) => at * length)
  const pieces = starts.flatMap((at) => [bytes.subarray(at, at + length), wait])
  return { steps: [...pieces, lastRequest], ending: 'wait', leastReplies: 1 }
})

/** How often a kind is drawn. */
const kinds: Readonly<Record<string, readonly [weight: number, plan: Arbitrary<Plan>]>> = {
  'wrong-parts': [480, sent(wrongRequest.map(requestBytes))],
  'wrong-bytes': [120, sent(mutated)],
  framing: [120, sent(framed)],
  // One to three requests on a connection, which no two servers may read differently.
  smuggling: [300, sent(fc.array(smuggling, { minLength: 1, maxLength: 3 }).map((all) => Buffer.concat(all)))],
  pipeline: [100, sent(pipeline)],
  noise: [30, sent(noise)],
  'large-body': [15, sent(largePost.map(requestBytes))],
  trickle: [10, trickle],
}

/** The names of the kinds of cases. */
export const fuzzKinds: readonly string[] = Object.keys(kinds)

/** Cases, rare ones rarely. */
export const fuzzCases: Arbitrary<FuzzCase> = weighed(
  ...Object.entries(kinds).map(
    ([kind, [weight, plan]]) => [weight, plan.map((found) => ({ kind, ...found }))] as const,
  ),
)
