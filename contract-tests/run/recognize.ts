import { isObject, operations } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { type Seen, headerIn } from '../exchange/question.ts'
import { askUnauthorized } from '../exchange/questions.ts'
import { GaveUp } from '../session/sender.ts'
import type { Session } from '../session/session.ts'
import type { Reason } from '../verdict/sentences.ts'

/**
 * Looks whether this is the service at all, before anything is judged. It asks for the first list. If the answer looks
 * foreign, it also asks without a key.
 * @throws {GaveUp} if no answer looks like the service; the reason says what to check
 */
export async function recognize(session: Session, catalogue: Catalogue): Promise<void> {
  const answers = [await catalogue.first()]
  if (answers.some(isServed)) return
  answers.push(await session.ask(askUnauthorized('listPets', 'missing', { path: operations.listPets.path })))
  if (answers.some(isServed)) return
  session.isService = false
  throw new GaveUp(reasonIn(answers))
}

/** Whether an answer may come from the service: a documented status with JSON, even malformed, or an Error. */
function isServed(seen: Seen): boolean {
  const { question, status = 0, json, jsonProblem } = seen
  const isJson = jsonProblem === undefined || /json/i.test(headerIn(seen, 'content-type') ?? '')
  const isError = isObject(json) && typeof json['code'] === 'string' && typeof json['message'] === 'string'
  // Any web server answers 404 to an unknown path.
  return isJson && (isError ? status < 500 : status !== 404 && question.expects.includes(status))
}

function reasonIn(answers: readonly Seen[]): Reason {
  const target = answers.map((seen) => headerIn(seen, 'location')).find((location) => location !== undefined)
  if (target !== undefined) return { id: 'redirects', is: target }
  const statuses = answers.map(({ status = 0 }) => status)
  if (statuses.every((status) => status >= 500)) return { id: 'fails', is: statuses[0] }
  if (statuses.every((status) => status === 404)) return { id: 'all-404' }
  const types = answers.map((seen) => headerIn(seen, 'content-type'))
  return { id: 'no-json', is: [statuses[0], types[0]].join(' ') }
}
