import type { JournalEntry } from '../../journal/journal-entry.ts'
import { keyText, petIn, stepOf } from './call-reason.ts'

/** Something that a call changed in its sandbox. */
export interface Change {
  readonly what: string
  readonly before?: string
  readonly after: string
}

/** What a call changed, as the journal tells it. @param calls of the same sandbox, the latest first */
export function changesOf(entry: JournalEntry, calls: readonly JournalEntry[]): Change[] {
  return [addedAnimal(entry), usedRequest(entry), begunBan(entry, calls)].filter((change) => change !== undefined)
}

function addedAnimal(entry: JournalEntry): Change | undefined {
  // A reply that is played in place of the operation adds nothing.
  const isAdded = entry.operation === 'createPet' && entry.status === 201
  if (!isAdded || stepOf(entry, 'operation')?.outcome !== 'answered') return undefined
  const pet = petIn(entry.response.body)
  return { what: 'animals', after: pet === undefined ? '+ 1' : `+ ${pet.id} “${pet.name}”` }
}

/** The requests left. The windows begin anew by the clock, so what was left before is one more than after. */
function usedRequest(entry: JournalEntry): Change | undefined {
  const { outcome, by, window, remaining = 0 } = stepOf(entry, 'quota') ?? {}
  if (outcome !== 'passed' || by !== undefined || window === 'ban' || entry.plan === null) return undefined
  return { what: `Remaining of ${keyText(entry)}, ${window}`, before: String(remaining + 1), after: String(remaining) }
}

function begunBan(entry: JournalEntry, calls: readonly JournalEntry[]): Change | undefined {
  if (!isBanned(entry) || stepOf(entry, 'quota')?.by !== undefined) return undefined
  const key = keyText(entry)
  const before = calls.find((call) => call.number < entry.number && keyText(call) === key)
  if (before === undefined || isBanned(before)) return undefined
  const seconds = entry.response.headers['Retry-After']
  return { what: `ban of ${key}`, after: `begun${seconds === undefined ? '' : `, for ${seconds} s`}` }
}

const isBanned = (entry: JournalEntry) => stepOf(entry, 'quota')?.outcome === 'banned'
