import type { SeedEvent, SeedNote, SeedPlan, SeedResult } from '../../../fixtures/seed/index.ts'
import { type Pet, counted, printable } from '../../../spec/index.ts'
import type { StatusLine } from '../shell.ts'

/** What a seeding costs, as a sentence. */
export function planText(plan: SeedPlan): string {
  const pace = paceText(plan)
  const cost = `${counted(plan.animals, 'animal')} to send after a look at the list, in at most ${counted(plan.requests, 'request')}`
  return `${cost}${pace === '' ? '' : `: ${pace}`}.`
}

/** How long that takes, and how much of the day's quota; empty without limits. */
export function paceText({ minuteLimit, dayLimit, requests }: SeedPlan): string {
  const minutes = Math.ceil(requests / (minuteLimit ?? 1))
  const length = minutes <= 1 ? 'up to a minute' : `about ${duration(minutes * 60)}`
  const pace = minuteLimit === undefined ? [] : [`${length} (${formatted(minuteLimit)} requests a minute)`]
  const percent = (requests / (dayLimit ?? 1)) * 100
  const part = percent < 1 ? 'less than 1' : Math.ceil(percent)
  return [...pace, ...(dayLimit === undefined ? [] : [`${part} % of a day's ${formatted(dayLimit)}`])].join(', ')
}

/** A length of time, rounded. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return seconds < 129_600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}

const mostLines = 20

/** How many animals had which outcome, as lines. */
export function resultText(result: SeedResult): string {
  const { animals, created, unknown, refused, missing, requests, refusedByLimit, ensured, sent, seen } = result
  const others = [
    [unknown.length, 'unknown'],
    [refused.length, 'refused'],
    [missing, 'not sent'],
  ] as const
  const rest = others.flatMap(([count, what]) => (count === 0 ? [] : [`, ${formatted(count)} ${what}`])).join('')
  const limit = refusedByLimit === 0 ? '' : `, ${formatted(refusedByLimit)} of them refused by the limit (429)`
  // What was answered with 201 may be gone, or was never kept.
  const how = ensured ? (sent === 0 ? 'found there' : 'found there or accepted') : 'accepted'
  return [
    `${seen === undefined ? '' : `No animal was sent. By the journal of ${journalTime(result)}: `}${formatted(created)} of ${counted(animals, 'animal')} ${how}${rest}. This run took ${counted(requests, 'request')}${limit}.\n`,
    seenText(seen),
    idsText(result.pets),
    notesText('Unknown, so they may exist:', unknown),
    notesText('Refused:', refused),
    notesText('Created, but without an id that could be read:', result.withoutId),
    notesText(
      'Not sent, because nothing proves that they are missing; to send them all the same, seed a file of them:',
      result.unproven,
    ),
    result.others === 0
      ? ''
      : `${result.others < 100 ? '' : 'At least '}${counted(result.others, 'other animal')} seen there, and left.
`,
  ].join('')
}

/** When the journal learned of its latest animal. */
function journalTime({ sentAt }: Pick<SeedResult, 'sentAt'>): string {
  return sentAt === undefined
    ? 'an unknown time'
    : new Date(sentAt).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'
}

const seenTexts = {
  found: 'is there',
  absent: 'is gone',
  unproven: 'was not found, which proves nothing here',
} as const

/** What a few animals of the journal are by now. */
function seenText(seen: SeedResult['seen'] = []): string {
  if (seen.length === 0) return ''
  return `Looked at ${seen.map(({ id, found }) => `id ${id}, which ${seenTexts[found]}`).join(', and at ')}.\n`
}

function notesText(title: string, notes: readonly SeedNote[]): string {
  if (notes.length === 0) return ''
  const lines = notes
    .slice(0, mostLines)
    .map(({ number, name, note }) => `  ${number}  ${shortened(JSON.stringify(name))}  ${note}`)
  const more =
    notes.length > mostLines ? [`  … and ${formatted(notes.length - mostLines)} more; all are in the journal.`] : []
  return `${[title, ...lines.map(printable), ...more].join('\n')}\n`
}

/** The ids, consecutive ones as a range. */
function idsText(pets: readonly Pet[]): string {
  const ids = pets.map(({ id }) => BigInt(id)).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const ranges: { first: bigint; last: bigint }[] = []
  for (const id of ids) {
    const range = ranges.at(-1)
    if (range !== undefined && id <= range.last + 1n) range.last = id
    else ranges.push({ first: id, last: id })
  }
  if (ranges.length === 0) return ''
  const shown = ranges.slice(0, mostLines).map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
  const more = ranges.length > mostLines ? ' … (all of them with --out)' : ''
  return `Ids: ${shown.join(', ')}${more}\n`
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

function formatted(number: number): string {
  return number.toLocaleString('en')
}

/** How often a log says how far it is. */
const everyMilliseconds = 10_000

/**
 * Shows how a seeding goes on: on a terminal in one line, in a log every ten seconds.
 * @param total how many animals there are
 * @param done how many exist or are unknown already
 * @param journal where it is written down
 * @param now the time in milliseconds, from any beginning
 */
export function seedProgress(
  line: StatusLine,
  total: number,
  done: number,
  journal: string,
  now = () => performance.now(),
) {
  let exist = done
  let saidAt = now()
  let waiting: { readonly until: number; readonly reason: string } | undefined

  function text(): string {
    const wait = Math.max(0, Math.ceil(((waiting?.until ?? now()) - now()) / 1000))
    const why = wait > 0 ? `  waiting ${duration(wait)}: ${printable(waiting?.reason ?? '')}` : ''
    return `${exist} of ${total}${why}`
  }
  function tell(): void {
    if (line.isTerminal) return line.show(text)
    const isLong = waiting !== undefined && waiting.until - now() >= everyMilliseconds
    if (!isLong && now() - saidAt < everyMilliseconds) return
    saidAt = now()
    line.say(text())
  }
  // The seconds of a wait are counted down on a terminal, where a log says it once.
  const timer = setInterval(() => line.show(text), 500).unref()

  return {
    /** Takes in what happened. */
    onEvent: (event: SeedEvent): void => {
      switch (event.kind) {
        case 'counted':
          return line.say(`${planText(event.plan)} Each is written to ${journal}.`)
        case 'waiting':
          waiting = { until: now() + event.milliseconds, reason: event.reason }
          return tell()
        case 'answered':
          waiting = undefined
          if (event.answer.outcome === 'not-created') return
          exist++
          tell()
      }
    },
    /** Counts no wait down any more. */
    end: (): void => clearInterval(timer),
  }
}
