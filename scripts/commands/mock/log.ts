import type { Writable } from 'node:stream'
import { styleText } from 'node:util'
import { textOf } from '../../../mocks/call/call.ts'
import { type JournalRecord, type KeyRing, journalLine } from '../../../mocks/entry.ts'
import { reasonLine, statusWord } from '../../../mocks/journal-text/short-reason.ts'
import { spentMilliseconds, tookText } from '../../../mocks/journal-text/took.ts'
import { printable, printableJson } from '../../../spec/index.ts'

/** A call to be printed, with its sandbox and time. */
export interface LoggedCall {
  readonly record: JournalRecord
  readonly sandbox: string
  /** The real time, whatever the clock of the sandbox shows. */
  readonly time: Date
  /** The keys that no line may show. */
  readonly keys: KeyRing
}

// A longer text would push everything else out of sight.
const longestText = 300
// Wider than most targets and plans, so that what follows stands in columns.
const usualTarget = 20
const longestPlan = 'enterprise'.length

/** A call as a line of text. It has colours if `styleText` finds that the output supports them. */
export function textLine({ record, sandbox, time, keys }: LoggedCall): string {
  const line = journalLine(record, keys)
  // A whole entry would mask all of both bodies for a few words.
  const response = { effect: line.effect, body: textOf(record.reply.body), ...delayOf(record) }
  const reason = reasonLine({ ...line, response })
  const word = statusWord(line.status, line.effect)
  return [
    styleText('dim', time.toTimeString().slice(0, 8)),
    printable(line.method).padEnd('DELETE'.length),
    styleText(word === `${line.status}` ? statusColour(line.status) : 'red', word) + ' '.repeat(4 - word.length),
    shortened(line.target).padEnd(usualTarget),
    `${line.plan ?? '-'}${sandbox === 'default' ? '' : `.${sandbox}`}`.padEnd(longestPlan),
    shortened(keys.masker(record.call.headers['authorization'])(reason)),
    styleText('dim', tookText({ ...line, response })),
  ].join('  ')
}

function shortened(given: string): string {
  const text = printable(given)
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

/** A call as a line of JSON. */
export function jsonLine({ record, sandbox, time, keys }: LoggedCall): string {
  const { tookMilliseconds, steps, ...line } = journalLine(record, keys)
  const response = { effect: line.effect, ...delayOf(record) }
  const durationMilliseconds = Math.round(spentMilliseconds({ tookMilliseconds, steps, response }) * 1000) / 1000
  return printableJson({ event: 'call', time: time.toISOString(), sandbox, ...line, durationMilliseconds })
}

function statusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
}

const delayOf = ({ reply }: JournalRecord) => ({ delayMilliseconds: reply.delayMilliseconds ?? 0 })

/** Prints lines to a stream, those of one turn together. A closed stream ends the lines, not the mock. */
export function linePrinter(stream: Writable): (line: string) => void {
  let pending = ''
  // After an error the stream is not writable. Nothing else matters here.
  stream.on('error', () => undefined)
  const flush = (): void => {
    if (stream.writable) stream.write(pending)
    pending = ''
  }
  return (line) => {
    if (pending === '') setImmediate(flush)
    pending += `${line}\n`
  }
}
