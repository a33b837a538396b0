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

const endings = weighed<Ending>(
  [88, fc.constant('wait')],
  [3, fc.constant('half-close')],
  [9, fc.constantFrom('leave', 'leave-at-reply', 'reset')],
)

interface Message {
  readonly bytes: Buffer
  /** How many good requests it begins with, each of which must be answered. */
  readonly good?: number
}

/** A message in two parts, and after it the request that ends a connection. Some clients half-close, or leave in the middle. */
function sent(messages: Arbitrary<Message>): Arbitrary<Plan> {
  const pauses = fc.constantFrom(0, 0, 0, 1, 3, 20)
  return fc.tuple(messages, endings, pauses, fc.nat()).map(([{ bytes, good = 0 }, ending, wait, place]) => {
    const all = ending === 'wait' ? Buffer.concat([bytes, lastRequest]) : bytes
    const at = place % (all.length + 1)
    const steps = [send(all.subarray(0, at)), pause(wait)]
    if (ending === 'wait') return { steps: [...steps, send(all.subarray(at))], ending, leastReplies: good + 1 }
    if (ending === 'half-close') return { steps: [...steps, send(all.subarray(at))], ending, leastReplies: good }
    return { steps, ending }
  })
}

function alone(bytes: Arbitrary<Buffer>): Arbitrary<Message> {
  return bytes.map((all) => ({ bytes: all }))
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

/** How often the mock and the proxy get a kind. A proxy has no control API, and waits as long as the two beside it. */
const kinds: Readonly<Record<string, readonly [mock: number, proxy: number, plan: Arbitrary<Plan>]>> = {
  'wrong-parts': [480, 480, sent(alone(wrongRequest.map(requestBytes)))],
  'wrong-bytes': [120, 120, sent(alone(mutated))],
  framing: [120, 120, sent(alone(framed))],
  // One to three requests on a connection, which no two servers may read differently.
  smuggling: [
    60,
    990,
    sent(alone(fc.array(smuggling, { minLength: 1, maxLength: 3 }).map((all) => Buffer.concat(all)))),
  ],
  pipeline: [100, 100, sent(pipeline)],
  noise: [30, 30, sent(alone(noise))],
  'large-body': [15, 15, sent(alone(largePost.map(requestBytes)))],
  trickle: [10, 10, trickle],
  events: [
    5,
    0,
    fc.constantFrom<Ending>('leave', 'leave-at-reply', 'reset').map((ending) => ({
      steps: [send('GET /_mock/sandboxes/default/journal/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')],
      ending,
    })),
  ],
  // Many connections, each with a head or a body that would need ten seconds.
  crowd: [
    1,
    0,
    fc
      .constantFrom(postHead('/v1/pets', 'Content-Length: 1000'), 'POST /v1/pets HTTP/1.1\r\nHost: 127')
      .map((begin) => ({
        steps: [send(begin), ...Array.from({ length: 40 }, () => [pause(250), send('x')]).flat()],
        connections: 200,
      })),
  ],
  gigabyte: [
    1,
    0,
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

/** Cases for the mock or the proxy, rare ones rarely. */
export function casesFor(name: 'mock' | 'proxy'): Arbitrary<FuzzCase> {
  return weighed(
    ...Object.entries(kinds).map(([kind, [mock, proxy, plan]]) => {
      const usual = { kind, connections: 1, ending: 'wait', leastReplies: 1 } as const
      return [name === 'mock' ? mock : proxy, plan.map((found): FuzzCase => ({ ...usual, ...found }))] as const
    }),
  )
}
