import type { JournalEntry } from '../../../journal/journal-entry.ts'

/** Which of the calls are shown. An empty text leaves all in. */
export interface CallFilter {
  /** The id of an operation, or `none` for calls of no documented one. */
  readonly operation: string
  /** The first digit of the status, or `effect` for calls that got no reply. */
  readonly status: string
  readonly text: string
}

/** Every call. */
export const everyCall: CallFilter = { operation: '', status: '', text: '' }

/** The calls that fit. */
export function fittingCalls(entries: readonly JournalEntry[], filter: CallFilter): readonly JournalEntry[] {
  if (filter.operation === '' && filter.status === '' && filter.text.trim() === '') return entries
  const words = filter.text.trim().toLowerCase().split(/\s+/)
  return entries.filter((entry) => {
    if (filter.operation !== '' && (entry.operation ?? 'none') !== filter.operation) return false
    if (filter.status !== '' && filter.status !== statusClass(entry)) return false
    const text = textOf(entry)
    return words.every((word) => text.includes(word))
  })
}

function statusClass({ status, response }: JournalEntry): string {
  return response.effect === null ? (String(status)[0] ?? '') : 'effect'
}

const texts = new WeakMap<JournalEntry, string>()

/** What a call can be found by. Made once for each, for every frame may ask. */
function textOf(entry: JournalEntry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const { number, method, target, status, plan, scenario, fault, reason } = entry
  const text = [`#${number}`, method, target, status, plan, scenario, fault, ...reason].join(' ').toLowerCase()
  texts.set(entry, text)
  return text
}
