import { type SilenceId, isObject, readJson, writeJson } from '../../spec/index.ts'
import { petsOf } from '../checks/pets.ts'
import { type Seen, asks, listIn } from '../exchange/question.ts'

/** The choices that answers to unusual requests show: refused, ignored or taken in some way. */
export function refusalsIn(log: readonly Seen[]): Partial<Record<SilenceId, string | undefined>> {
  return {
    'media-type': ofAnimal(log, 'media-type', 'accept'),
    'unknown-fields': ofAnimal(log, 'unknown-fields', 'ignore'),
    'further-members': furtherMembers(log),
    'category-check': ofAnimal(log, 'category-check', 'none', 'known'),
    'name-check': nameCheck(log),
    'duplicate-names': ofAnimal(log, 'duplicate-names', 'accept'),
    undocumented: undocumented(log),
    head: head(log),
    'invalid-query': invalidQuery(log),
    'invalid-status': invalidStatus(log),
    'unknown-query': unknownQuery(log),
    'large-body': ofAnimal(log, 'large-body', undefined),
    'malformed-id': malformedId(log),
    'large-id': largeId(log),
  }
}

function about(log: readonly Seen[], silence: SilenceId): readonly Seen[] {
  return log.filter(({ question }) => question.asks === 'silence' && question.about === silence)
}

/** The status that all these answers share; `undefined` if they differ or there are none. */
export function statusOf(answers: readonly Seen[]): number | undefined {
  const [status, ...others] = new Set(answers.map((seen) => seen.status))
  return others.length === 0 ? status : undefined
}

// Statuses that do not depend on what was asked.
const ownCause = [401, 403, 408, 425, 429, 502, 503, 504]

/** The choice that a refusal shows, such as `reject` or `reject-422`. */
function refusalOf(status: number | undefined, word = 'reject'): string | undefined {
  if (status === undefined || status < 400 || status > 599 || ownCause.includes(status)) return undefined
  return status === 400 ? word : `${word}-${status}`
}

/** What a server does with an animal that has one unusual thing. If it refuses valid ones too, that shows nothing. */
function ofAnimal(
  log: readonly Seen[],
  silence: SilenceId,
  accepted: string | undefined,
  word = 'reject',
): string | undefined {
  if (!log.some((seen) => asks(seen, 'create') && seen.status === 201)) return undefined
  const status = statusOf(about(log, silence))
  return status === 201 ? accepted : refusalOf(status, word)
}

/** The longest name is known if a name of one character more is refused. */
function nameCheck(log: readonly Seen[]): string | undefined {
  const answers = about(log, 'name-check').map(({ question, status }) => {
    const sent = readJson(question.body ?? '')
    return { status, name: sent.ok && isObject(sent.value) ? String(sent.value['name']) : '' }
  })
  if (answers.some(({ status }) => status !== 201 && status !== 400)) return undefined
  const blank = answers.find(({ name }) => name.trim() === '')
  const long = answers.filter(({ name }) => name.trim() !== '')
  const taken = Math.max(...long.filter(({ status }) => status === 201).map(({ name }) => name.length))
  const refused = Math.min(...long.filter(({ status }) => status === 400).map(({ name }) => name.length))
  if (blank === undefined || long.length === 0 || taken > refused) return undefined
  if (refused === Infinity) return blank.status === 201 ? 'none' : 'no-blank'
  if (refused !== taken + 1) return undefined
  return blank.status === 201 ? `${taken}` : taken === 100 ? 'strict' : `no-blank-${taken}`
}

/** The length of the list without parameters. */
function usualLength(log: readonly Seen[]): number | undefined {
  const plain = log.find((seen) => writeJson(listIn(seen) ?? null) === '{}' && seen.status === 200)
  return plain && petsOf(plain)?.length
}

/** What the server does with invalid limits, if it treats them all alike. */
function invalidQuery(log: readonly Seen[]): string | undefined {
  const answers = about(log, 'invalid-query')
  const status = statusOf(answers)
  if (status !== 200) return refusalOf(status)
  const [zero, beyond, letters] = ['limit=0', 'limit=101', 'limit=abc'].map((query) => {
    const seen = answers.findLast(({ question }) => question.path.endsWith(query))
    return seen && petsOf(seen)?.length
  })
  const usual = usualLength(log)
  if (usual === undefined || usual <= 1 || zero === undefined || beyond === undefined) return undefined
  if (zero === 0 && beyond === 0 && letters === 0) return 'empty'
  if (letters !== usual) return undefined
  // If one page has all animals, an ignored limit looks like a large one.
  const hasMore = log.some((seen) => listIn(seen)?.limit === 100 && (petsOf(seen)?.length ?? 0) > usual)
  if (zero === usual) return beyond === usual && usual >= 20 && hasMore ? 'ignore' : undefined
  return zero === 1 && beyond > usual ? 'clamp' : undefined
}

function invalidStatus(log: readonly Seen[]): string | undefined {
  const [seen] = about(log, 'invalid-status')
  if (seen === undefined) return undefined
  const limits = invalidQuery(log)
  const length = petsOf(seen)?.length
  const usual = usualLength(log)
  if (usual === undefined || usual === 0) return undefined
  const shown =
    seen.status === 200 ? (length === 0 ? 'empty' : length === usual ? 'ignore' : undefined) : refusalOf(seen.status)
  if (shown === undefined || limits === undefined) return undefined
  if (shown === limits || (shown === 'ignore' && limits === 'clamp')) return 'invalid-query'
  return shown === 'reject' ? 'reject-400' : shown
}

/** An unknown parameter is ignored if the list stays as long as without it. A filter would empty the list. */
function unknownQuery(log: readonly Seen[]): string | undefined {
  const [seen] = about(log, 'unknown-query')
  if (seen === undefined || seen.status !== 200) return refusalOf(seen?.status)
  const usual = usualLength(log)
  return usual !== undefined && usual > 0 && petsOf(seen)?.length === usual ? 'ignore' : undefined
}

function malformedId(log: readonly Seen[]): string | undefined {
  const status = statusOf(about(log, 'malformed-id'))
  return status === 404 ? 'not-found' : refusalOf(status)
}

function largeId(log: readonly Seen[]): string | undefined {
  const [malformed, large] = [statusOf(about(log, 'malformed-id')), statusOf(about(log, 'large-id'))]
  if (large === undefined || malformed === undefined) return undefined
  const shown = refusalOf(large)
  return large === malformed ? 'malformed-id' : shown === 'reject' ? 'reject-400' : shown
}

/** Another path, and another method on a documented one. */
function undocumentedOnes(log: readonly Seen[]) {
  const answers = about(log, 'undocumented')
  const [path, method] = [false, true].map((hasBody) =>
    statusOf(answers.filter(({ question }) => (question.body !== undefined) === hasBody)),
  )
  return { path, method }
}

function undocumented(log: readonly Seen[]): string | undefined {
  const { path, method } = undocumentedOnes(log)
  if (refusalOf(path) === undefined || refusalOf(method) === undefined) return undefined
  return path === 404 && method === 404 ? 'not-found' : `${path}-${method}`
}

function head(log: readonly Seen[]): string | undefined {
  const status = statusOf(about(log, 'head'))
  const { method } = undocumentedOnes(log)
  // If every method is answered with 200, HEAD shows nothing.
  if (status === 200) return method === 200 ? undefined : 'as-get'
  return status !== undefined && status === method ? 'undocumented' : undefined
}

/** Members that all animals have besides those of the interface, with the values of the last one. */
function furtherMembers(log: readonly Seen[]): string | undefined {
  const animals = log.flatMap(({ question, status, json }) => {
    if (status !== 200 || !['list', 'pet'].includes(question.asks)) return []
    return (Array.isArray(json) ? json : [json]).filter(isObject)
  })
  const last = animals.at(-1)
  if (last === undefined) return undefined
  const own = ['id', 'name', 'categoryId', 'status']
  const names = Object.keys(last).filter((name) => !own.includes(name) && animals.every((animal) => name in animal))
  const known = new Set([...own, ...names])
  if (!animals.flatMap((animal) => Object.keys(animal)).every((name) => known.has(name))) return undefined
  if (names.length === 0) return 'none'
  const text = writeJson(Object.fromEntries(names.map((name) => [name, last[name]])))
  // A text with the id of the animal is taken for a link.
  const id = String(last['id'])
  const choice = text.replaceAll(new RegExp(`(?<=[/=])${id.replace('-', '\\-')}(?=["/?&#])`, 'g'), '{id}')
  return choice.length <= 2000 ? choice : undefined
}
