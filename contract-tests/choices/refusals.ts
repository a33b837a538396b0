import { type SilenceId, isObject, readJson, shapes, writeJson } from '../../spec/index.ts'
import { type Seen, asks, headerIn } from '../exchange/question.ts'

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
    'path-form': pathForm(log),
    'large-body': ofAnimal(log, 'large-body', undefined),
    'malformed-id': malformedId(log),
    'large-id': largeId(log),
  }
}

export function about(log: readonly Seen[], silence: SilenceId): readonly Seen[] {
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
export function refusalOf(status: number | undefined, word = 'reject'): string | undefined {
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
  const answers = about(log, 'name-check').map((seen) => ({ status: seen.status, name: sentName(seen) }))
  if (answers.some(({ status }) => status !== 201 && status !== 400)) return undefined
  const statusOfName = (wanted: string) => answers.find(({ name }) => name === wanted)?.status
  const blank = statusOfName(' ')
  const long = answers.filter(({ name }) => name.trim() !== '')
  const usual = log.filter((seen) => asks(seen, 'create') && seen.status === 201).map(sentName)
  const known = [...long.filter(({ status }) => status === 201).map(({ name }) => name), ...usual]
  const taken = Math.max(...known.map((name) => name.length))
  const refused = Math.min(...long.filter(({ status }) => status === 400).map(({ name }) => name.length))
  if (blank === undefined || (refused === Infinity ? taken < 256 : refused !== taken + 1)) return undefined
  const check = blank === 400 ? 'no-blank' : statusOfName('') === 400 ? 'no-empty' : ''
  if (check === 'no-blank' && taken === 100) return 'strict'
  return [check, refused === Infinity ? '' : String(taken)].filter((part) => part !== '').join('-') || 'none'
}

function sentName({ question }: Seen): string {
  const sent = readJson(question.body ?? '')
  return sent.ok && isObject(sent.value) ? String(sent.value['name']) : ''
}

/** Whether other writings of a path lead to it. */
function pathForm(log: readonly Seen[]): string | undefined {
  const [slash, capital] = ['/pets/', '/Pets'].map((path) =>
    about(log, 'path-form').find(({ question }) => question.path === path),
  )
  if (slash === undefined) return undefined
  if (slash.status !== 200 || !Array.isArray(slash.json)) {
    const isRedirected = headerIn(slash, 'location')?.endsWith('/pets') === true
    if (isRedirected && (slash.status === 301 || slash.status === 308)) return `redirect-${slash.status}`
    const isOther = [200, 301, 302, 307, 308].includes(slash.status ?? 0) || refusalOf(slash.status) !== undefined
    return isOther ? 'exact' : undefined
  }
  return capital === undefined ? undefined : Array.isArray(capital.json) ? 'lenient' : 'trailing-slash'
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
  const [paths = [], methods = []] = [false, true].map((hasBody) =>
    answers.filter(({ question }) => (question.body !== undefined) === hasBody),
  )
  const hasAllow = methods.every((seen) => headerIn(seen, 'allow') !== undefined)
  return { path: statusOf(paths), method: statusOf(methods), hasAllow }
}

function undocumented(log: readonly Seen[]): string | undefined {
  const { path, method, hasAllow } = undocumentedOnes(log)
  if ([path, method].some((status) => status !== 200 && refusalOf(status) === undefined)) return undefined
  if (path === 404 && method === 404) return 'not-found'
  return `${path}-${method}${method === 405 && !hasAllow ? '-no-allow' : ''}`
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
  const own = shapes.Pet.members.map(({ name }): string => name)
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
