import { type Reach, RequestError, type Transport, requestsBy } from './transport.ts'

// Waiting for a call may take a minute; no other answer takes longer.
const usualDeadlineMilliseconds = 90_000

/** The limits of a request. */
interface HttpBounds {
  /** For a request and its whole answer. A stream has no time limit. */
  readonly deadlineMilliseconds?: number
  /** Ends all requests. */
  readonly ending?: AbortSignal
}

/**
 * Reaches a mock that serves this page.
 * @param origin the part of its addresses before `/_mock` and `/v1`
 * @param token gives the token of the control API; called for each request, because a page may learn the token later
 */
export function httpTransport(
  origin: string,
  token: () => string | undefined,
  { deadlineMilliseconds = usualDeadlineMilliseconds, ending }: HttpBounds = {},
): Transport {
  const deadline = () => {
    const late = AbortSignal.timeout(deadlineMilliseconds)
    return ending === undefined ? late : AbortSignal.any([ending, late])
  }
  const reach: Reach = async (target, { headers, body = null, signal = deadline(), ...request }) => {
    requireStraight(target)
    const known = target.startsWith('/_mock') ? token() : undefined
    try {
      return await fetch(origin + target, {
        ...request,
        body,
        signal,
        headers: { ...headers, ...(known && { authorization: `Bearer ${known}` }) },
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
      })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError')
        throw new RequestError(`No answer came from the mock within ${deadlineMilliseconds / 1000} s.`)
      throw new RequestError('No answer came from the mock.')
    }
  }
  return { origin, isServer: true, ...requestsBy(reach) }
}

/** fetch resolves dots in a path: a sandbox named ".." would reach all sandboxes. */
function requireStraight(target: string): void {
  const steps = target.replace(/[?#].*/s, '').split(/[/\\]/)
  if (/[\t\n\r]/.test(target) || steps.some((step) => /^(?:\.|%2e){1,2}$/i.test(step)))
    throw new RequestError('Cannot send this path: "." and ".." in it would lead to another one. Use another name.')
}
