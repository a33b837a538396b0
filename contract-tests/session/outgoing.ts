import { operations } from '../../spec/index.ts'
import type { Outgoing } from '../client/index.ts'
import { authorization } from '../exchange/credentials.ts'
import type { Question } from '../exchange/question.ts'
import { partsOf, petIdIn } from '../exchange/questions.ts'

/** The request that asks a question. */
export function outgoingOf(question: Question, apiKey: string): Outgoing {
  const { operation, path, body, isOnNewConnection } = question
  const { method, request } = operations[operation]
  const shown = authorization(question.credential, apiKey)
  return {
    method,
    path,
    headers: {
      Accept: 'application/json',
      'User-Agent': 'animal-store-kit contract suite',
      ...(shown === undefined ? {} : { Authorization: shown }),
      ...(request !== null || body !== undefined ? { 'Content-Type': question.mediaType ?? 'application/json' } : {}),
    },
    body,
    isOnNewConnection,
  }
}

/**
 * Allows requests that read, that add, and that name an id which no animal has. A wrong key is no protection: a deployment
 * without a key check does what is asked.
 * @throws {TypeError} for any other request
 */
export function requireHarmless(
  { method, path }: Outgoing,
  { operation }: Question,
  unused: ReadonlySet<string>,
  isReadOnly: boolean,
): void {
  if (method === 'GET') return
  if (isReadOnly) throw new TypeError(`Cannot send ${method} ${path}: a read-only run sends nothing but GET.`)
  const { method: usual, role, idParameter } = operations[operation]
  const isItsOwn = method === usual && partsOf(operation, path) !== undefined
  if (isItsOwn && role === 'create' && idParameter === null) return
  const id = petIdIn(path)
  if (id !== undefined && unused.has(id)) return
  throw new TypeError(`Cannot send ${method} ${path}: a probe changes no animals, and asks for others with unusedId().`)
}
