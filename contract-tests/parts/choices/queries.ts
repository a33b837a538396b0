import { type SilenceId, writeJson } from '../../../spec/index.ts'
import { petsOf } from '../../checks/pets.ts'
import { type Seen, listIn } from '../../exchange/question.ts'
import { type Choices, about, asking } from './choice.ts'
import { refusalOf } from './refusals.ts'

/** The choices that answers to unusual queries of the list show: spec/decisions/0201-learned-from-answers-alone.md. */
export const ofQueries: Choices = {
  'unknown-query': { ask: asking('listPets', '/pets?contract-test=1'), read: unknownQuery },
  'invalid-query': {
    async ask({ ask }) {
      for (const limit of ['abc', '-1']) await ask('listPets', { path: limited(limit) })
    },
    read: (log) => invalidLimits(log)['invalid-query'],
  },
  'small-limit': { read: (log) => invalidLimits(log)['small-limit'] },
  'large-limit': { read: (log) => invalidLimits(log)['large-limit'] },
  'invalid-status': { ask: asking('listPets', '/pets?status=lost'), read: invalidStatus },
}

export function limited(limit: string | number): string {
  return `/pets?limit=${limit}`
}

/** The length of the list without parameters, when an answer was given: of the list that was asked for next to it. */
function usualLength(log: readonly Seen[], { number }: Seen): number | undefined {
  const plain = log.filter((seen) => writeJson(listIn(seen) ?? null) === '{}' && seen.status === 200)
  const [nearest] = plain.toSorted((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number))
  return nearest && petsOf(nearest)?.length
}

/** What an answer shows: a refusal, or a list that is empty, as long as usual, shorter or longer. */
function shownBy(log: readonly Seen[], seen: Seen | undefined): string | undefined {
  if (seen?.status !== 200) return refusalOf(seen?.status)
  const [length, usual] = [petsOf(seen)?.length, usualLength(log, seen)]
  if (length === undefined || usual === undefined || usual === 0) return undefined
  if (length === 0) return 'empty'
  return length === usual ? 'ignore' : length < usual ? 'shorter' : 'longer'
}

function invalidLimits(log: readonly Seen[]): Partial<Record<SilenceId, string | undefined>> {
  const [letters, zero, negative, beyond] = ['abc', '0', '-1', '101'].map((limit) =>
    about(log, 'invalid-query', limited(limit)).at(-1),
  )
  const small = smallLimit(log, zero, negative)
  const large = largeLimit(log, beyond)
  // A run that does not learn asks for one limit only.
  const shown = letters === undefined ? (refusalOf(zero?.status) ?? refusalOf(beyond?.status)) : shownBy(log, letters)
  if (!/^(?:reject|empty|ignore)/.test(`${shown}`)) return {}
  const beside = (choice: string | undefined) =>
    choice === shown ? 'invalid-query' : choice === 'reject' ? 'reject-400' : choice
  return { 'invalid-query': shown, 'small-limit': beside(small), 'large-limit': beside(large) }
}

function smallLimit(log: readonly Seen[], zero: Seen | undefined, negative: Seen | undefined): string | undefined {
  const [ofZero, ofNegative] = [zero, negative].map((seen) => {
    const shown = shownBy(log, seen)
    const isOne = seen?.status === 200 && petsOf(seen)?.length === 1
    // If the usual list has one animal, a limit of 1 looks like an ignored one.
    if (isOne) return shown === 'shorter' ? 'clamp' : undefined
    return shown === 'shorter' ? undefined : shown
  })
  return ofZero === 'ignore' && ofNegative === 'clamp' ? 'ignore-zero' : ofZero
}

/** If one page has all animals, an ignored limit looks like a large one. */
function largeLimit(log: readonly Seen[], beyond: Seen | undefined): string | undefined {
  const shown = shownBy(log, beyond)
  if (beyond === undefined || shown !== 'ignore') return shown === 'longer' ? 'clamp' : shown
  const usual = usualLength(log, beyond) ?? 0
  const hasMore = log.some((seen) => listIn(seen)?.limit === 100 && (petsOf(seen)?.length ?? 0) > usual)
  return hasMore ? 'ignore' : undefined
}

function invalidStatus(log: readonly Seen[]): string | undefined {
  const [seen] = about(log, 'invalid-status')
  const limits = invalidLimits(log)['invalid-query']
  const shown = shownBy(log, seen)
  if (shown === undefined || shown === 'shorter' || shown === 'longer' || limits === undefined) return undefined
  if (shown === limits || (shown === 'ignore' && limits === 'clamp')) return 'invalid-query'
  return shown === 'reject' ? 'reject-400' : shown
}

/** An unknown parameter is ignored if the list stays as long as without it. A filter would empty the list. */
function unknownQuery(log: readonly Seen[]): string | undefined {
  const [seen] = about(log, 'unknown-query')
  const shown = shownBy(log, seen)
  return shown === 'ignore' || shown?.startsWith('reject') ? shown : undefined
}
