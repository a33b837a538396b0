import { readJsonBytes, validateError } from '../../spec/index.ts'
import { ReplyError, type WireReply, readReplies } from '../../mocks/testing/wire.ts'
import { type Exchange, type FuzzCase, textOf } from './exchange.ts'
import { hiddenEnd } from './fuzz-case.ts'

/** What is wrong with a reply to what was sent; `undefined` if nothing is, and `fine` if an error, too, may look so. */
type Look = (reply: WireReply, sent: string) => string | undefined

/** What is wrong with how the server behaved; `undefined` when nothing is. */
export function judge(
  look: Look,
  { ending, leastReplies, ...played }: FuzzCase,
  { received, isCutShort, isHanging }: Exchange,
  mostMilliseconds: number,
): string | undefined {
  if (isHanging) return `the connection was still open after ${mostMilliseconds / 1000} seconds`
  if (ending === 'leave') return undefined
  const sent = textOf(played)
  try {
    const replies = readReplies(received, sent.includes('HEAD'))
    // A busy machine may send the rest of a request after the short time that a server under fuzzing allows.
    const isLate = replies.at(-1)?.status === 408
    if (replies.length < leastReplies && !isCutShort && !isLate)
      return `the connection was closed after ${replies.length} replies, expected at least ${leastReplies}`
    return replies.map((reply) => problemIn(reply, sent, look)).find((problem) => problem !== undefined)
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
    return isCutShort && /breaks off|no whole/.test(error.message) ? undefined : error.message
  }
}

function problemIn(reply: WireReply, sent: string, look: Look): string | undefined {
  const { status, headers, bytes } = reply
  const found = look(reply, sent)
  if (found !== undefined) return found === 'fine' ? undefined : found
  if (status < 400 || (bytes.length === 0 && sent.includes('HEAD'))) return undefined
  if (headers['content-type'] !== 'application/json') return `the ${status} is not labelled application/json`
  const reading = readJsonBytes(bytes)
  if (!reading.ok) return `the body of the ${status} is no JSON: ${reading.problem}`
  if (!validateError(reading.value)) return `the body of the ${status} is no Error`
  const { status: stated } = reading.value
  return stated === status ? undefined : `the Error of the ${status} has the status ${stated}`
}

/** The headers of section 8, and failures only for those who ask for them. */
export function lookAtMock(reply: WireReply, sent: string): string | undefined {
  const { status, headers, body } = reply
  // The control API has no rate limits, and forbids caches and guesses instead.
  if (headers['x-content-type-options'] === 'nosniff' && !('x-ratelimit-limit' in headers)) {
    if (!sent.includes('/_mock')) return `the ${status} is of the control API, which was not asked`
  } else {
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      if (!/^\d+$/.test(headers[name] ?? '')) return `the ${status} has no header ${name} with a number`
    }
    if (status === 429 && !('retry-after' in headers)) return 'the 429 has no header retry-after'
  }
  if (sent.includes(hiddenEnd) && body.startsWith('{"id":42,')) return hiddenAnswered
  const isWanted =
    /scenario.*malformed-json/i.test(sent) ||
    (status === 500 && /code.*500|server-error/i.test(sent)) ||
    (status === 503 && /code.*503|unavailable/i.test(sent))
  if (isWanted) return 'fine'
  return status === 500 ? 'the mock failed' : undefined
}

/** The deployment repeats each request in a 200, and the proxy answers with an Error what it does not forward. */
export function lookAtProxy({ status, bytes }: WireReply, sent: string): string | undefined {
  if (status >= 500 && status !== 501 && status !== 505) return `the proxy answered ${status}`
  if (status !== 200 || (bytes.length === 0 && sent.includes('HEAD'))) return undefined
  // It is whole, and the deployment wrote it, which has no mistakes to find here.
  const { target } = JSON.parse(String(bytes)) as { readonly target: string }
  if (!sent.includes(` ${target} `)) return 'the answer is that of another request'
  return target.endsWith('/42') && sent.includes(hiddenEnd) ? hiddenAnswered : undefined
}

const hiddenAnswered = 'a request was answered that lay hidden in a body'
