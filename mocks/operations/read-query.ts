import type { Operation } from '../../spec/made/operations.ts'
import { shapes } from '../../spec/made/shapes.ts'
import type { Shape } from '../../spec/shape.ts'
import type { ListQuery } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'

/** So many queries are kept, and each is at most so long. */
const mostQueries = 100

/** Reads the query of a list under the silences about its parameters. */
export function readQuery(query: string, operation: Operation, choices: ParsedChoices): ListQuery {
  const { queries } = choices
  const kept = queries.get(operation.id + query)
  if (kept !== undefined) return kept
  const read = newQuery(query, operation, choices)
  if (queries.size < mostQueries && query.length < mostQueries) queries.set(operation.id + query, read)
  return read
}

function newQuery(query: string, operation: Operation, choices: ParsedChoices): ListQuery {
  const parameters = parametersOf(operation)
  const given = new URLSearchParams(query)
  const documented = Object.keys(operation.parameters)
  const known = choices.profile.paging === 'link' ? [...documented, 'cursor'] : documented
  const problems: QueryProblem[] = []
  for (const name of new Set(given.keys()))
    if (!known.includes(name)) problems.push(problemOf('unknown-query', choices, `there is no parameter "${name}"`))
  const limit = readLimit(given.getAll('limit'), parameters, choices, problems)
  const status = readStatus(given.getAll('status'), parameters, choices, problems)
  const after = known.includes('cursor') ? readCursor(given.getAll('cursor'), choices, problems) : undefined
  const refused = problems.filter(({ choice }) => /^(?:reject|empty)/.test(choice))
  const [first] = refused
  if (first === undefined) return { ok: true, limit, status, after }
  return { ok: false, about: first.about, choice: first.choice, problems: refused.map(({ text }) => text) }
}

/** What is wrong with a parameter, and the choice for that. */
interface QueryProblem extends Pick<ListQuery & { ok: false }, 'about' | 'choice'> {
  readonly text: string
}

const aboutSilence = {
  'small-limit': 'limit',
  'large-limit': 'limit',
  'invalid-query': 'limit',
  'invalid-status': 'status',
  'unknown-query': 'parameter',
} as const

function problemOf(silence: keyof typeof aboutSilence, { profile }: ParsedChoices, text: string): QueryProblem {
  const choice = profile[silence]
  return { about: aboutSilence[silence], choice: choice === 'invalid-query' ? profile['invalid-query'] : choice, text }
}

/** What the description says of the parameters of a list. */
function parametersOf({ parameters, resource }: Operation) {
  const { default: usualLimit = 20, maximum: mostLimit = 100 } = parameters['limit'] ?? {}
  const { members }: Shape = shapes[resource]
  const statuses = members.find(({ name }) => name === 'status')?.values ?? []
  return { usualLimit, mostLimit, statuses }
}

type Parameters = ReturnType<typeof parametersOf>

function readLimit(
  values: readonly string[],
  { usualLimit, mostLimit }: Parameters,
  choices: ParsedChoices,
  problems: QueryProblem[],
): number {
  const [text, another] = values
  if (text === undefined) return usualLimit
  const form = choices.profile['limit-form']
  const isNumber = another === undefined && (form === 'leading-digits' || /^-?[0-9]+$/.test(text))
  const number = isNumber ? Number.parseInt(text, 10) : NaN
  if (number >= 1 && number <= mostLimit && (form !== 'digits' || !text.startsWith('0'))) return number
  const silence = number < 1 ? 'small-limit' : number > mostLimit ? 'large-limit' : 'invalid-query'
  const found = problemOf(silence, choices, `limit must be one integer from 1 to ${mostLimit}`)
  problems.push(found)
  const isClamped = found.choice === 'clamp' || (found.choice === 'ignore-zero' && number < 0)
  return isClamped ? Math.min(Math.max(number, 1), mostLimit) || usualLimit : usualLimit
}

function readStatus(
  values: readonly string[],
  { statuses }: Parameters,
  choices: ParsedChoices,
  problems: QueryProblem[],
): string | undefined {
  if (values.length === 0) return undefined
  const status = statuses.find((candidate) => candidate === values[0])
  if (values.length === 1 && status !== undefined) return status
  problems.push(problemOf('invalid-status', choices, `status must be one of ${statuses.join(', ')}`))
  return undefined
}

function readCursor(values: readonly string[], choices: ParsedChoices, problems: QueryProblem[]): number | undefined {
  if (values.length === 0) return undefined
  if (values.length === 1 && /^p[0-9a-z]{1,8}$/.test(values[0] ?? ''))
    return Number.parseInt((values[0] ?? '').slice(1), 36)
  problems.push(problemOf('invalid-query', choices, 'cursor must be taken from a Link header'))
  return undefined
}
