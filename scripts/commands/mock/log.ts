import type { Writable } from 'node:stream'
import { styleText } from 'node:util'
import { type JournalRecord, type KeyRing, journalLine } from '../../../mocks/entry.ts'
import { keyProblemText, stepText } from '../../../mocks/journal-text/step-text.ts'
import { isObject, printable, printableJson, readJson } from '../../../spec/index.ts'

/** A call to be printed, with its sandbox and time. */
export interface LoggedCall {
  readonly record: JournalRecord
  readonly sandbox: string
  /** The real time, whatever the clock of the sandbox shows. */
  readonly time: Date
  /** The keys that no line may show. */
  readonly keys: KeyRing
}

type JournalLine = ReturnType<typeof journalLine>

// A longer text would push everything else out of sight.
const longestTarget = 300

/** A call as a line of text. It has colours if `styleText` finds that the output supports them. */
export function textLine({ record, sandbox, time, keys }: LoggedCall): string {
  const line = journalLine(record, keys)
  const target = printable(line.target)
  const shownTarget = target.length > longestTarget ? `${target.slice(0, longestTarget)}…` : target
  return [
    styleText('dim', time.toTimeString().slice(0, 8)),
    printable(line.method).padEnd(4),
    shownTarget,
    record.reply.effect === 'reset'
      ? styleText('red', 'cut')
      : styleText(statusColour(line.status), String(line.status)),
    `${line.plan ?? 'no plan'}${sandbox === 'default' ? '' : `.${sandbox}`}`,
    printable(keys.masker(record.call.headers['authorization'])(shortReason(record, line))),
    styleText('dim', shownDuration(record)),
  ].join('  ')
}

/** A call as a line of JSON. */
export function jsonLine({ record, sandbox, time, keys }: LoggedCall): string {
  const { tookMilliseconds: _took, steps: _steps, ...line } = journalLine(record, keys)
  const durationMilliseconds = durationOf(record)
  return printableJson({ event: 'call', time: time.toISOString(), sandbox, ...line, durationMilliseconds })
}

function statusColour(status: number): 'green' | 'yellow' | 'red' {
  return status < 400 ? 'green' : status < 500 ? 'yellow' : 'red'
}

/** The time from the call to its answer, with any delay, in milliseconds. */
function durationOf({ tookMilliseconds, reply }: JournalRecord): number {
  return Math.round((tookMilliseconds + (reply.delayMilliseconds ?? 0)) * 1000) / 1000
}

function shownDuration(record: JournalRecord): string {
  if (record.reply.effect === 'hang') return 'never answered'
  if (record.reply.effect === 'hold') return 'held'
  const milliseconds = durationOf(record)
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

/** The scenario or fault, and then the message of the Error, or the operation and the remaining quota. */
function shortReason(record: JournalRecord, line: JournalLine): string {
  const { quota, reply } = record
  const { steps, status, operation, reason } = line
  const forced = steps.flatMap(({ step, outcome, by }) =>
    step === 'situation' || step === 'fault' ? [`${outcome} ${by}`] : [],
  )
  const message = status >= 400 ? messageOf(reply.body) : undefined
  if (message !== undefined) {
    const refusal = status === 401 ? steps.find((step) => keyProblemText(step) !== undefined) : undefined
    return [...forced, refusal === undefined ? message : `${stepText(refusal)}.`].join('; ')
  }
  const left = `${quota.remaining} of ${quota.limit} left in the ${quota.window}`
  return [...forced, operation ?? reason.at(-1), left].join('; ')
}

function messageOf(body: string | Uint8Array): string | undefined {
  const reading = readJson(Buffer.from(body).toString())
  const message = reading.ok && isObject(reading.value) ? reading.value['message'] : undefined
  return typeof message === 'string' ? message : undefined
}

// How much output may wait to be read. A stuck reader must not fill the memory of the mock.
const mostWaitingBytes = 1_048_576

/**
 * Prints lines to a stream, and never throws. The lines of one turn are written together. If more than 1 MiB waits for a
 * slow reader, further lines are left out and counted. A closed stream ends the lines, not the mock.
 * @param leftOutLine makes the line that says how many lines are missing
 */
export function linePrinter(stream: Writable, leftOutLine: (lines: number) => string): (line: string) => void {
  let pending = ''
  let leftOut = 0
  // After an error the stream is not writable. Nothing else matters here.
  stream.on('error', () => undefined)
  const flush = (): void => {
    if (stream.writable) stream.write(pending)
    pending = ''
  }
  return (line) => {
    if (!stream.writable) return
    if (stream.writableLength + pending.length > mostWaitingBytes) {
      leftOut++
      return
    }
    if (pending === '') setImmediate(flush)
    if (leftOut > 0) pending += `${leftOutLine(leftOut)}\n`
    leftOut = 0
    pending += `${line}\n`
  }
}
