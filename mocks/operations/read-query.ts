import { type PetStatus, operations, petStatuses } from '../../spec/index.ts'
import type { ListQuery } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'

const { default: defaultLimit, maximum: maxLimit } = operations.listPets.parameters.limit

/** Reads the query of listPets under the silences about its parameters. */
export function readQuery(query: string, choices: ParsedChoices): ListQuery {
  const given = new URLSearchParams(query)
  const known = choices.profile.paging === 'link' ? ['limit', 'status', 'cursor'] : ['limit', 'status']
  const problems: QueryProblem[] = []
  for (const name of new Set(given.keys()))
    if (!known.includes(name)) problems.push(problemOf('unknown-query', choices, `there is no parameter "${name}"`))
  const limit = readLimit(given.getAll('limit'), choices, problems)
  const status = readStatus(given.getAll('status'), choices, problems)
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

function readLimit(values: readonly string[], choices: ParsedChoices, problems: QueryProblem[]): number {
  const [text, another] = values
  if (text === undefined) return defaultLimit
  const form = choices.profile['limit-form']
  const isNumber = another === undefined && (form === 'leading-digits' || /^-?[0-9]+$/.test(text))
  const number = isNumber ? Number.parseInt(text, 10) : NaN
  if (number >= 1 && number <= maxLimit && (form !== 'digits' || !text.startsWith('0'))) return number
  const silence = number < 1 ? 'small-limit' : number > maxLimit ? 'large-limit' : 'invalid-query'
  const found = problemOf(silence, choices, 'limit must be one integer from 1 to 100')
  problems.push(found)
  const isClamped = found.choice === 'clamp' || (found.choice === 'ignore-zero' && number < 0)
  return isClamped ? Math.min(Math.max(number, 1), maxLimit) || defaultLimit : defaultLimit
}

function readStatus(
  values: readonly string[],
  choices: ParsedChoices,
  problems: QueryProblem[],
): PetStatus | undefined {
  if (values.length === 0) return undefined
  const status = petStatuses.find((candidate) => candidate === values[0])
  if (values.length === 1 && status !== undefined) return status
  problems.push(problemOf('invalid-status', choices, `status must be one of ${petStatuses.join(', ')}`))
  return undefined
}

function readCursor(values: readonly string[], choices: ParsedChoices, problems: QueryProblem[]): number | undefined {
  if (values.length === 0) return undefined
  if (values.length === 1 && /^p[0-9a-z]{1,8}$/.test(values[0] ?? ''))
    return Number.parseInt((values[0] ?? '').slice(1), 36)
  problems.push(problemOf('invalid-query', choices, 'cursor must be taken from a Link header'))
  return undefined
}
