import type { JournalRecord } from '../journal/journal-record.ts'
import { Recent, type Rule, callerOf, inSeconds, requestOf } from './rule.ts'

// A timer may ring a little early.
const slackMilliseconds = 50

/** Until when a 429 asks its client to wait; `undefined` for other replies, and for a 429 without a valid Retry-After. */
function waitEnd({ reply, atMilliseconds }: JournalRecord): number | undefined {
  if (reply.status !== 429 || reply.effect !== undefined) return undefined
  const text = reply.headers['Retry-After'] ?? ''
  const end = /^\d+$/.test(text) ? atMilliseconds + Number(text) * 1000 : Date.parse(text)
  return Number.isNaN(end) ? undefined : end
}

/** After so long, a client has read an answer that was sent. */
const readingMilliseconds = 50

/** A 429 that asks its client to wait. */
interface Wait {
  readonly number: number
  readonly at: number
  readonly real: number
  readonly end: number
  /** How long its answer took. */
  readonly took: number
}

/**
 * Reports requests that are sent again before the time that a 429 asked for.
 * @param isMeant which of them, by whether it may have been sent before its client had read the 429
 */
function watchRepeats(isMeant: (isAtOnce: boolean) => boolean): ReturnType<Rule['watch']> {
  const waits = new Recent<Wait>()
  return (record, report) => {
    const { number, atMilliseconds: at, realMilliseconds: real } = record
    const request = requestOf(record)
    const wait = waits.get(request)
    // The clock of the sandbox may stand still, or be advanced.
    const passed = wait === undefined ? Infinity : Math.max(at - wait.at, real - wait.real)
    const isAtOnce = wait !== undefined && passed <= wait.took + readingMilliseconds
    const isEarly = wait !== undefined && at >= wait.at && wait.end - at > slackMilliseconds
    if (isEarly && isMeant(isAtOnce)) {
      const [after, asked] = [inSeconds(passed), inSeconds(wait.end - wait.at)]
      report(`the same request again ${after} after a 429 whose Retry-After said ${asked}`, wait.number, number)
    }
    const end = waitEnd(record)
    const took = answeredAfter(record)
    if (end === undefined) waits.delete(request)
    // A loop without pauses is measured from its first call.
    else if (!isAtOnce) waits.set(request, { number, at, real, end, took })
  }
}

/** How long a record's answer took to reach its client, with a delay that was asked for. */
function answeredAfter({ tookMilliseconds, reply }: JournalRecord): number {
  return tookMilliseconds + (reply.delayMilliseconds ?? 0)
}

/** Reports what is sent a third time at once after answers that asked for patience. Twice may be a page that mounts twice. */
function watchInstantRetries(): ReturnType<Rule['watch']> {
  const series = new Recent<{ at: number; real: number; took: number; calls: number[] }>()
  return (record, report) => {
    const { number, atMilliseconds: at, realMilliseconds: real, reply } = record
    const request = requestOf(record)
    const before = series.get(request)
    series.delete(request)
    if (reply.effect !== undefined || (reply.status !== 429 && reply.status < 500)) return
    const passed = before === undefined ? Infinity : Math.max(at - before.at, real - before.real)
    // What was sent long before an answer came was sent together, and is no retry.
    const isRetry = before !== undefined && passed <= before.took + readingMilliseconds && passed >= before.took / 2
    const calls = [...(isRetry ? before.calls.slice(-2) : []), number]
    if (calls.length === 3)
      report(`the same request three times in a row, each at once after an answer of ${reply.status}`, ...calls)
    series.set(request, { at, real, took: answeredAfter(record), calls })
  }
}

/** How a client waits after a 429. */
export const waitingRules = {
  'early-retry': {
    level: 'error',
    clause: '8/client-waits',
    summary: 'wait as long as Retry-After says before a request is sent again',
    advice: 'Read Retry-After, seconds or a date, and wait that long. Many clients need an option or a hook for it.',
    watch: () => watchRepeats((isAtOnce) => !isAtOnce),
  },

  'repeat-at-once': {
    // Whether it is a retry or was sent before the answer could be read, nobody can tell.
    level: 'warning',
    clause: '8/client-waits',
    summary: 'send a request once, not twice at the same time',
    advice:
      "If two parts of a page, or React's StrictMode, send it at once, let them share one request. " +
      'If it is a retry, wait as long as Retry-After says.',
    watch: () => watchRepeats((isAtOnce) => isAtOnce),
  },

  'no-back-off': {
    level: 'error',
    clause: '8/client-backs-off',
    summary: 'wait longer after each refusal in a row',
    advice: 'Double the time between tries, with some chance in it, and give up after a few.',
    watch() {
      // Calls sent together count as one try, because they are refused together.
      const togetherMilliseconds = 500
      const tries = new Recent<{ at: number; end: number; gaps: number[]; calls: number[] }>()
      const seeInstantly = watchInstantRetries()
      return (record, report) => {
        seeInstantly(record, report)
        const { number, atMilliseconds: at, reply } = record
        const caller = callerOf(record)
        const before = tries.get(caller)
        const end = waitEnd(record) ?? at
        if (reply.status !== 429) {
          if (reply.status < 300) tries.delete(caller)
          return
        }
        if (before === undefined || at < before.at || at + slackMilliseconds >= before.end) {
          tries.set(caller, { at, end, gaps: [], calls: [number] })
          return
        }
        if (at - before.at < togetherMilliseconds) return
        before.gaps.push(at - before.at)
        before.calls.push(number)
        before.at = at
        before.end = end
        if (before.gaps.length < 3) return
        const [least, most] = [Math.min(...before.gaps), Math.max(...before.gaps)]
        if (most <= 1.5 * least) {
          report(`four refused tries in a row, each ${inSeconds(most)} or less after the last`, ...before.calls)
          tries.delete(caller)
        } else {
          before.gaps.shift()
          before.calls.shift()
        }
      }
    },
  },
} as const satisfies Readonly<Record<string, Rule>>
