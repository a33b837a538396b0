import type { JournalEntry } from '../../journal/journal-entry.ts'
import { keyText, petIn } from './call-reason.ts'

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

function addedAnimal({ operation, status, scenario, response }: JournalEntry): Change | undefined {
  // A reply that is played again adds nothing.
  if (operation !== 'createPet' || status !== 201 || scenario === 'recorded') return undefined
  const pet = petIn(response.body)
  return { what: 'animals', after: pet === undefined ? '+ 1' : `+ ${pet.id} “${pet.name}”` }
}

/** The requests left. The windows begin anew by the clock, so what was left before is one more than after. */
function usedRequest(entry: JournalEntry): Change | undefined {
  const [left, window] = quotaOf(entry)
  if (left === undefined || entry.plan === null || entry.scenario === 'last-request') return undefined
  return { what: `Remaining of ${keyText(entry)}, ${window}`, before: String(left + 1), after: String(left) }
}

function quotaOf({ reason }: JournalEntry): readonly [left?: number, window?: string] {
  for (const step of reason) {
    const [, left, window] = /^(\d+) of \d+ requests are left in the (minute|day)/.exec(step) ?? []
    if (left !== undefined && window !== undefined) return [Number(left), window]
  }
  return []
}

function begunBan(entry: JournalEntry, calls: readonly JournalEntry[]): Change | undefined {
  if (!isBanned(entry) || entry.scenario !== null) return undefined
  const key = keyText(entry)
  const before = calls.find((call) => call.number < entry.number && keyText(call) === key)
  if (before === undefined || isBanned(before)) return undefined
  const seconds = entry.response.headers['Retry-After']
  return { what: `ban of ${key}`, after: `begun${seconds === undefined ? '' : `, for ${seconds} s`}` }
}

const isBanned = ({ reason }: JournalEntry) => reason.some((step) => step.startsWith('The key is banned'))
