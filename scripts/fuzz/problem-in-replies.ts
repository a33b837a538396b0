import { maxBodyBytes, readJsonBytes, validateError } from '../../spec/index.ts'
import { type Exchange, type FuzzCase, bytesOf } from './exchange.ts'
import { hiddenAnimal } from './fuzz-case.ts'
import { ReplyError, type WireReply, readReplies } from '../../mocks/testing/wire.ts'

/** Far more than a body may have, and than may lie in the buffers of a connection. */
const mostTakenBytes = 64 * maxBodyBytes

/** What is wrong with how the server behaved; `undefined` when nothing is. */
export function problemInReplies(
  fuzzCase: FuzzCase,
  { received, sentBytes, isCutShort, isHanging }: Exchange,
  mostMilliseconds: number,
): string | undefined {
  if (isHanging) return `the connection was still open after ${mostMilliseconds / 1000} seconds`
  if (sentBytes > mostTakenBytes) return `the server took ${sentBytes} bytes`
  if (leavesEarly(fuzzCase)) return undefined
  const sent = bytesOf(fuzzCase).toString('latin1')
  try {
    const replies = readReplies(received, sent.includes('HEAD'))
    // A busy machine may send the rest of a request after the short time that a server under fuzzing allows.
    const isLate = replies.at(-1)?.status === 408
    if (replies.length < fuzzCase.leastReplies && !isCutShort && !isLate) {
      return `the connection was closed after ${replies.length} replies, expected at least ${fuzzCase.leastReplies}`
    }
    return replies.map((reply) => problemInReply(reply, sent)).find((problem) => problem !== undefined)
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    return isCutShort && /breaks off|no whole/.test(error.message) ? undefined : error.message
  }
}

function leavesEarly({ ending }: FuzzCase): boolean {
  return ending === 'leave' || ending === 'leave-at-reply' || ending === 'reset'
}

function problemInReply(reply: WireReply, sent: string): string | undefined {
  const { status, headers, body } = reply
  if (isOfControl(reply)) {
    if (!sent.includes('/_mock')) return `the ${status} is of the control API, which was not asked`
  } else {
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      if (!/^\d+$/.test(headers[name] ?? '')) return `the ${status} has no header ${name} with a number`
    }
    if (status === 429 && !('retry-after' in headers)) return 'the 429 has no header retry-after'
  }
  if (sent.includes('X-Pad: ') && body.includes(hiddenAnimal)) return 'a request was answered that lay hidden in a body'
  if (isWanted(status, sent)) return undefined
  if (status === 500) return 'the mock failed'
  return status < 400 || (body.length === 0 && sent.includes('HEAD')) ? undefined : errorProblem(reply)
}

/** The control API has no rate limits, and forbids caches and guesses instead. */
function isOfControl({ headers }: WireReply): boolean {
  return headers['x-content-type-options'] === 'nosniff' && !('x-ratelimit-limit' in headers)
}

/** Whether the client may have asked for just this failure, or for JSON that breaks off. */
function isWanted(status: number, sent: string): boolean {
  return (
    /scenario.*malformed-json/i.test(sent) ||
    (status === 500 && /code.*500|server-error/i.test(sent)) ||
    (status === 503 && /code.*503|unavailable/i.test(sent))
  )
}

function errorProblem({ status, headers, bytes }: WireReply): string | undefined {
  if (headers['content-type'] !== 'application/json') return `the ${status} is not labelled application/json`
  const reading = readJsonBytes(bytes)
  if (!reading.ok) return `the body of the ${status} is no JSON: ${reading.problem}`
  if (!validateError(reading.value)) return `the body of the ${status} is no Error`
  return reading.value.status === status
    ? undefined
    : `the Error of the ${status} has the status ${reading.value.status}`
}
