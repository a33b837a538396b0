import { isObject, operations } from '../../spec/index.ts'
import { askHarmless } from '../probes/harmless-requests.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { type Seen, headerIn } from '../exchange/question.ts'
import { askUnauthorized } from '../exchange/questions.ts'
import { GaveUp } from '../session/sender.ts'
import type { Session } from '../session/session.ts'

/**
 * Looks whether this is the service at all, before anything is judged. It asks for the first list. If the answer looks
 * foreign, it also asks without a key, and for an unknown animal.
 * @throws {GaveUp} if no answer looks like the service; the message says what to check
 */
export async function recognize(session: Session, catalogue: Catalogue): Promise<void> {
  const answers = [await catalogue.first()]
  const { path } = operations.listPets
  const further = [() => askUnauthorized('listPets', 'missing', { path }), () => askHarmless('getPet', catalogue)]
  for (const ask of further) {
    if (answers.some(isServed)) return
    answers.push(await session.ask(await ask()))
  }
  if (answers.some(isServed)) return
  session.isService = false
  throw new GaveUp(`This does not look like the service: ${reasonOf(answers)}`)
}

/** Whether an answer may come from the service: a documented status with JSON, even malformed, or an Error. */
function isServed(seen: Seen): boolean {
  const { question, status = 0, json, jsonProblem } = seen
  const isJson = jsonProblem === undefined || /json/i.test(headerIn(seen, 'content-type') ?? '')
  const isError = isObject(json) && typeof json['code'] === 'string' && typeof json['message'] === 'string'
  // Any web server answers 404 to an unknown path.
  return isJson && (isError ? status < 500 : status !== 404 && question.expects.includes(status))
}

function reasonOf(answers: readonly Seen[]): string {
  const target = answers.map((seen) => headerIn(seen, 'location')).find((location) => location !== undefined)
  if (target !== undefined)
    return `it redirects, first to ${target}. Redirects are not followed: is that the address to test, or a page to log in?`
  const [status = 0, ...others] = new Set(answers.map((seen) => seen.status))
  const isOne = others.length === 0
  if (isOne && status >= 500) return `every answer is ${status}. Is the service up?`
  if (answers.every((seen) => /html/i.test(headerIn(seen, 'content-type') ?? '')))
    return 'every answer is a page of HTML. Is this the address of the service, /v1 included, or a page to log in?'
  if (!isOne) return 'no answer is JSON as documented. Is this the address of the service?'
  if (status === 404) return 'every answer is 404. Is the path of the address right?'
  if (status === 403) return 'every answer is 403. May this key be used, and from here?'
  return `every answer is ${status} and no JSON as documented. Is this the address of the service?`
}
