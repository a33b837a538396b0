import { addressKind } from '../../../contract-tests/client/index.ts'
import type { SeedEvent, SeedNote, SeedResult } from '../../../fixtures/seed/index.ts'
import { type Pet, counted, planNames, plans, printable } from '../../../spec/index.ts'
import type { StatusLine } from '../shell.ts'

/** What a seeding would take, as lines. */
export function planText(url: string, dataset: string, animals: number): string {
  const { hostname } = new URL(url)
  const hint = `${hostname} looks like production: to send animals there, add --write-to ${hostname}.`
  // One list before everything else shows whether address and key are right.
  const requests = animals === 0 ? 0 : animals + 1
  const lines = planNames.flatMap((plan) => {
    const { name, requestsPerMinute, requestsPerDay } = plans[plan]
    if (requestsPerMinute === null || requestsPerDay === null) return []
    const [minutes, days] = [Math.ceil(requests / requestsPerMinute), Math.ceil(requests / requestsPerDay)]
    return `  ${name}: ${days > 1 ? `${days} days, with --resume on each` : `about ${counted(minutes, 'minute')}`}`
  })
  return [
    `${url}, dataset ${dataset}: nothing is sent.`,
    ...(addressKind(url) === 'production' ? [hint] : []),
    `${counted(animals, 'animal')} to send, in ${counted(requests, 'request')}. By the plan of the key that takes:`,
    ...lines,
    '',
  ].join('\n')
}

const mostLines = 20

/**
 * What became of the animals, as lines.
 * @param mask takes the API key out of what others said
 */
export function resultText(result: SeedResult, mask: (text: string) => string): string {
  const { animals, created, pets, unknown, refused, missing, requests } = result
  const others = Object.entries({ unknown: unknown.length, refused: refused.length, 'not sent': missing })
  const rest = others.flatMap(([what, count]) => (count === 0 ? [] : [`, ${formatted(count)} ${what}`])).join('')
  const withoutId = created - pets.length
  return [
    `${formatted(created)} of ${counted(animals, 'animal')} exist${rest}. This run took ${counted(requests, 'request')}.\n`,
    idsText(pets),
    withoutId === 0 ? '' : `${formatted(withoutId)} of them without an id that could be read.\n`,
    notesText('Unknown, because the answer was lost or proves nothing. They may exist:', unknown, mask),
    notesText('Refused:', refused, mask),
  ].join('')
}

function notesText(title: string, notes: readonly SeedNote[], mask: (text: string) => string): string {
  if (notes.length === 0) return ''
  const lines = notes
    .slice(0, mostLines)
    .map(({ number, name, note }) => printable(`  ${number}  ${JSON.stringify(name.slice(0, 120))}  ${mask(note)}`))
  const more =
    notes.length > mostLines ? [`  … and ${formatted(notes.length - mostLines)} more; all are in the journal.`] : []
  return `${[title, ...lines, ...more].join('\n')}\n`
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

function formatted(number: number): string {
  return number.toLocaleString('en')
}

/**
 * Shows how a seeding goes on.
 * @param total how many animals there are
 * @param done how many exist or are unknown already
 */
export function seedProgress(line: StatusLine, total: number, done: number, mask: (text: string) => string) {
  let exist = done
  return (event: SeedEvent): void => {
    if (event.kind === 'answered') {
      if (event.answer.outcome !== 'not-created') exist++
      return line.show(() => `${exist} of ${total}`)
    }
    const seconds = Math.ceil(event.milliseconds / 1000)
    line.say(`${exist} of ${total}, waiting ${seconds} s: ${printable(mask(event.reason))}`)
  }
}
