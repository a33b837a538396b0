import { isObject, operations } from '../../../spec/index.ts'
import { type Seen, asks } from '../../exchange/question.ts'

/**
 * Maps the mock's own codes and causes, such as `unauthorized/missing`, to the codes of the deployment (silence
 * `error-codes`). It uses answers that have one cause only, and leaves out a cause with several codes or none.
 */
export function errorCodes(log: readonly Seen[]): string | undefined {
  // If the server refuses even a valid animal, an invalid one proves nothing.
  const takesAnimals = log.some((seen) => asks(seen, 'create') && seen.status === 201)
  const byCause = Map.groupBy(
    log.flatMap((seen) => {
      if (!takesAnimals && asks(seen, 'silence') && operations[seen.question.operation].role === 'create') return []
      const cause = (seen.status ?? 0) >= 400 ? causeOf(seen) : undefined
      return cause === undefined ? [] : [{ cause, code: codeOf(seen) }]
    }),
    ({ cause }) => cause,
  )
  const told = [...byCause].flatMap(([cause, answers]) => {
    const [code, ...others] = new Set(answers.map((answer) => answer.code))
    return code === undefined || others.length > 0 ? [] : [{ parts: cause.split('/'), code }]
  })
  if (told.length === 0) return undefined
  const pairs = summed(told, 1)
  // Where it has codes of its own, those that are the same as the mock's are named too, so that `drift` can compare them.
  return pairs.every(({ cause, code }) => code === cause.split('/')[0])
    ? 'documented'
    : pairs.map(({ cause, code }) => `${cause}:${code}`).join(',')
}

interface Told {
  readonly parts: readonly string[]
  readonly code: string
}

/** Joins causes that begin alike and have the same code into one pair. */
function summed(told: readonly Told[], length: number): readonly { cause: string; code: string }[] {
  const groups = Map.groupBy(told, ({ parts }) => parts.slice(0, length).join('/'))
  return [...groups].flatMap(([cause, group]) => {
    const [code = '', ...others] = new Set(group.map((each) => each.code))
    if (others.length > 0) return summed(group, length + 1)
    return [{ cause, code }]
  })
}

/** The code of an answer, if a profile can hold it: without commas, at most 100 characters. */
function codeOf({ json }: Seen): string | undefined {
  const code = isObject(json) ? json['code'] : undefined
  return typeof code === 'string' && /^[^,\p{C}]{0,100}$/u.test(code) ? code : undefined
}

const bySilence: Readonly<Record<string, string>> = {
  'media-type': 'unsupported_media_type',
  'unknown-fields': 'invalid_body/member',
  'category-check': 'invalid_body/categoryId/unknown',
  'duplicate-names': 'invalid_body/name/duplicate',
  'invalid-query': 'invalid_query/limit',
  'invalid-status': 'invalid_query/status',
  'unknown-query': 'invalid_query/parameter',
}

/** The only thing that was wrong with a request, in the mock's words; `undefined` for anything else. */
function causeOf({ question, status }: Seen): string | undefined {
  const { asks: asked, about } = question
  if (status === 429) return undefined
  if (asked === 'unauthorized' && status === 401)
    return about === 'missing' ? 'unauthorized/missing' : about === 'wrong' ? 'unauthorized/invalid' : undefined
  if (asked === 'pet' && about !== 'known' && status === 404) return 'not_found/animal'
  if (asked === 'invalid' && status === 400) return causeOfBody(about)
  if (question.asks !== 'silence') return undefined
  if (about === 'malformed-id') return status === 404 ? 'not_found/id' : 'invalid_id'
  if (about === 'name-check') return `invalid_body/name/${question.tried?.trim() === '' ? 'blank' : 'long'}`
  if (about !== 'undocumented') return bySilence[about]
  if (operations[question.operation].role !== 'create') return 'not_found/path'
  return status === 405 ? 'method_not_allowed' : 'not_found/method'
}

function causeOfBody(about: string): string | undefined {
  if (about === 'no body') return 'invalid_body/missing'
  if (about === 'malformed') return 'malformed_json'
  if (['array', 'string', 'null'].includes(about)) return 'invalid_body/shape'
  if (about === 'no name') return 'invalid_body/name/missing'
  if (about === 'no category') return 'invalid_body/categoryId/missing'
  if (about.startsWith('name ')) return 'invalid_body/name/invalid'
  if (about.startsWith('category ')) return 'invalid_body/categoryId/invalid'
  return about.startsWith('status ') ? 'invalid_body/status' : undefined
}
