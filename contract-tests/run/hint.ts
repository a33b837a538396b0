import { type Seen, headerIn } from './question.ts'

/**
 * What may be wrong with the address or the key, where nothing that was answered looks like the service; `undefined`
 * where anything does. It changes no verdict: it says where to look first.
 */
export function hintOf(log: readonly Seen[]): string | undefined {
  const answers = log.filter(({ question, status }) => question.credential === 'valid' && status !== undefined)
  const [first] = answers
  if (first === undefined || answers.length < 3 || answers.some(isServed)) return undefined
  if (answers.every(isRedirect)) {
    return `Every request is redirected, the first one to ${headerIn(first, 'location')}: redirects are not followed, so is that the address to test?`
  }
  if (answers.every(isPage)) return 'Every answer is a page of HTML: is this the address of the service, /v1 included?'
  const statuses = new Set(answers.map(({ status }) => status))
  const [status = 0] = statuses
  if (statuses.size > 1) return undefined
  if (status === 404) return 'Every answer is 404: is the path before /v1 right?'
  if (status === 403) return 'Every answer is 403: may this key be used, and from here?'
  return status >= 500 ? `Every answer is ${status}: is the service up?` : undefined
}

function isServed({ question, status, jsonProblem }: Seen): boolean {
  // Whoever knows no path answers 404, too.
  return status !== 404 && question.expects.includes(status ?? 0) && jsonProblem === undefined
}

function isRedirect(seen: Seen): boolean {
  return (seen.status ?? 0) >= 300 && (seen.status ?? 0) < 400 && headerIn(seen, 'location') !== undefined
}

function isPage(seen: Seen): boolean {
  return /html/i.test(headerIn(seen, 'content-type') ?? '')
}
