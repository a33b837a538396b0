import fc from 'fast-check'
import { isObject } from '../../spec/index.ts'
import { ReplyError, type WireReply, readReplies } from '../../mocks/testing/wire.ts'
import { type Exchange, type FuzzCase, bytesOf } from './exchange.ts'
import { casesOf } from './fuzz-case.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { smugglingCase } from './smuggling-case.ts'

// Without those that wait for a deadline of the mock, for its control API, or for a gigabyte to pass.
const kinds = [
  'wrong-parts',
  'wrong-bytes',
  'framing',
  'pipeline',
  'departure',
  'half-close',
  'noise',
  'large-body',
  'trickle',
]

const endings = {
  wait: 'half-close',
  'half-close': 'half-close',
  'leave-at-reply': 'leave',
  leave: 'leave',
  reset: 'reset',
} as const

const cases = fc
  .tuple(
    fc.oneof({ weight: 1, arbitrary: smugglingCase }, { weight: 1, arbitrary: casesOf(kinds) }),
    fc.nat(36 ** 4 - 1),
  )
  .map(([drawn, id]): FuzzCase => {
    // A proxy waits for the end of an upload, and a client for its reply, as long as the other one does.
    const ending = endings[drawn.ending]
    return { ...drawn, ending, leastReplies: 0, steps: drawn.steps.map((step) => named(step, id)) }
  })

/** Puts the number of the case into its paths, so that each answer shows whose it is. The length stays the same. */
function named<T extends FuzzCase['steps'][number]>(step: T, id: number): T {
  if (!('bytes' in step)) return step
  const text = step.bytes.toString('latin1').replaceAll('/v1/pets', `/v1/${id.toString(36).padStart(4, '0')}`)
  return { ...step, bytes: Buffer.from(text, 'latin1') }
}

let goodCalls = 0

/** The proxy before a deployment that reads the wire by itself, and repeats each request in its answer. */
export const proxyTarget: FuzzTarget = {
  cases,
  serverFile: new URL('./proxy-server.ts', import.meta.url),
  judge: judgeForwarded,
  goodCall() {
    const target = `/v1/good-${++goodCalls}`
    const bytes = Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    return {
      bytes,
      isWell: (received) => received.toString('latin1').endsWith(JSON.stringify({ method: 'GET', target, body: '' })),
    }
  },
  goodCallInterval: 4,
}

/** What is wrong with what a client of the proxy got. */
export function judgeForwarded(played: FuzzCase, went: Exchange, mostMilliseconds: number): string | undefined {
  if (went.isHanging) return `the connection was still open after ${mostMilliseconds / 1000} seconds`
  if (played.ending !== 'half-close') return undefined
  const sent = bytesOf(played).toString('latin1')
  try {
    const replies = readReplies(went.received, sent.includes('HEAD'))
    return replies.map((reply) => replyProblem(reply, sent)).find((problem) => problem !== undefined)
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    return went.isCutShort && /breaks off|no whole/.test(error.message) ? undefined : error.message
  }
}

/** The deployment answers each request with 200, and the proxy what it does not forward with an Error. */
function replyProblem({ status, bytes }: WireReply, sent: string): string | undefined {
  if (bytes.length === 0) return sent.includes('HEAD') ? undefined : `the ${status} has no body`
  const value = jsonIn(bytes)
  if (!isObject(value)) return `the body of the ${status} is no JSON`
  const { target, status: stated } = value
  if (status !== 200) {
    if (status >= 500 && status !== 501 && status !== 505) return `the proxy answered ${status}`
    return stated === status ? undefined : `the Error of the ${status} has the status ${String(stated)}`
  }
  if (typeof target !== 'string' || !sent.includes(` ${target} `)) return 'the answer is that of another request'
  // What nobody can delimit hides it: see hiddenRequest.
  return /^\/v1\/[^/]+\/42$/.test(target) && sent.includes('X-Pad: G')
    ? 'a request was answered that lay hidden in a body'
    : undefined
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes))
  } catch {
    return undefined
  }
}
