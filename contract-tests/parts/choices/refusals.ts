import { type SilenceId, isObject, operations, shapes, writeJson } from '../../../spec/index.ts'
import { type Seen, asks, headerIn } from '../../exchange/question.ts'
import { unusedId } from '../../probes/get-unknown.ts'
import { type Choice, type Choices, type Learner, about, asking } from './choice.ts'

/** The choices that answers to unusual requests show: refused, ignored or taken in some way. */
export const ofRefusals: Choices = {
  'media-type': ofAnimal('media-type', 'accept', ({ add }) => add({}, { mediaType: 'text/plain' })),
  'unknown-fields': ofAnimal('unknown-fields', 'ignore', ({ add }) => add({ contractTest: true })),
  'further-members': { read: furtherMembers },
  // Hardly any service knows a category with such a number, and it fits into 32 bits.
  'category-check': ofAnimal(
    'category-check',
    'none',
    ({ add, catalogue }) => add({ categoryId: catalogue.session.options.draw(1_000_000_000, 2_000_000_000) }),
    'known',
  ),
  'duplicate-names': ofAnimal(
    'duplicate-names',
    'accept',
    async ({ add, catalogue: { added } }) => added[0] && add({ name: added[0].sent.name }),
  ),
  undocumented: {
    ask: asking('getPet', '/contract-test'),
    // The id is unused and the body is not a valid NewPet, so this adds and changes nothing.
    write: async ({ ask, catalogue }) => ask('createPet', { path: `/pets/${await unusedId(catalogue)}`, body: '{}' }),
    read: undocumented,
  },
  // Last of those that write: it may take all animals that are left.
  'name-check': {
    async write(learner) {
      const blank = await learner.add({ name: ' ' })
      if (blank?.status === 201) await learner.add({ name: '' })
      await findLongestName(learner)
    },
    read: nameCheck,
  },
  'malformed-id': { read: malformedId },
}

/** Looks for the longest name that is taken, if it has at most 255 characters: first the usual ones, then by halves. */
async function findLongestName({ add, catalogue }: Learner): Promise<void> {
  let longest = Math.max(1, ...catalogue.added.map(({ sent }) => sent.name.length))
  let refused = 257
  while (refused - longest > 1) {
    const usual = [256, 255, 101, 100].find((length) => length > longest && length < refused)
    const length = usual ?? Math.floor((longest + refused) / 2)
    const status = (await add({ name: catalogue.name().padEnd(length, 'x') }))?.status
    if (status === 201) longest = length
    else if (status === 400) refused = length
    else return
  }
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
  silence: SilenceId,
  accepted: string,
  write: NonNullable<Choice['write']>,
  refused = 'reject',
): Choice {
  return {
    write,
    read(log) {
      if (!log.some((seen) => asks(seen, 'create') && seen.status === 201)) return undefined
      const status = statusOf(about(log, silence))
      return status === 201 ? accepted : refusalOf(status, refused)
    },
  }
}

/** The longest name is known if a name of one character more is refused. */
function nameCheck(log: readonly Seen[]): string | undefined {
  const answers = about(log, 'name-check').map((seen) => ({ status: seen.status, name: seen.question.tried ?? '' }))
  if (answers.some(({ status }) => status !== 201 && status !== 400)) return undefined
  const statusOfName = (wanted: string) => answers.find(({ name }) => name === wanted)?.status
  const blank = statusOfName(' ')
  const long = answers.filter(({ name }) => name.trim() !== '')
  const created = log.filter((seen) => asks(seen, 'create')).filter(({ status }) => status === 201)
  const usual = created.map(({ question }) => question.animal.name)
  const known = [...long.filter(({ status }) => status === 201).map(({ name }) => name), ...usual]
  const taken = Math.max(...known.map((name) => name.length))
  const refused = Math.min(...long.filter(({ status }) => status === 400).map(({ name }) => name.length))
  if (blank === undefined || (refused === Infinity ? taken < 256 : refused !== taken + 1)) return undefined
  const check = blank === 400 ? 'no-blank' : statusOfName('') === 400 ? 'no-empty' : ''
  if (check === 'no-blank' && taken === 100) return 'strict'
  return [check, refused === Infinity ? '' : String(taken)].filter((part) => part !== '').join('-') || 'none'
}

function malformedId(log: readonly Seen[]): string | undefined {
  const status = statusOf(about(log, 'malformed-id'))
  return status === 404 ? 'not-found' : refusalOf(status)
}

/** Another path, and another method on a documented one. */
function undocumented(log: readonly Seen[]): string | undefined {
  const answers = about(log, 'undocumented')
  const { paths = [], methods = [] } = Object.groupBy(answers, ({ question: { operation } }) =>
    operations[operation].role === 'create' ? 'methods' : 'paths',
  )
  const hasAllow = methods.every((seen) => headerIn(seen, 'allow') !== undefined)
  const [path, method] = [statusOf(paths), statusOf(methods)]
  if ([path, method].some((status) => status !== 200 && refusalOf(status) === undefined)) return undefined
  if (path === 404 && method === 404) return 'not-found'
  return `${path}-${method}${method === 405 && !hasAllow ? '-no-allow' : ''}`
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
