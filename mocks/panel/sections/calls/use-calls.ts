import { useEffect, useState } from 'preact/hooks'
import type { RequestError } from '../../../control/client/transport.ts'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'

/** How long a journal that could not be read is left alone. */
const againMilliseconds = 2000

/**
 * Watches the calls of the sandbox that is looked at, from the latest that its journal has on. `problem` says why they
 * could not be read at the start; `reload` reads the journal again, as after it was cleared.
 */
export function useCalls() {
  const { transport, sandbox, view } = usePanel()
  const [calls, setCalls] = useState(noCalls)
  const [state, setState] = useState<'loading' | 'live' | 'lost'>('loading')
  const [problem, setProblem] = useState<RequestError>()
  const [readings, setReadings] = useState(0)
  const reload = () => setReadings((before) => before + 1)

  useEffect(() => {
    let isGone = false
    let frame: number | undefined
    let stop: (() => void) | undefined
    let waiting: JournalEntry[] = []
    let waitingCharacters = 0
    const leave = () => {
      isGone = true
      stop?.()
    }
    const takeIn = () => {
      if (isGone) return
      // Older ones could not stay, and the gap in their numbers says how many they were.
      const fresh = latestThatFit(waiting)
      setCalls((before) => withCalls(before, fresh))
      waiting = []
      waitingCharacters = 0
      frame = undefined
    }
    const onEvent = (data: string) => {
      waiting.push(JSON.parse(data) as JournalEntry)
      waitingCharacters += data.length
      // A page that nobody looks at gets no frames, and must not grow.
      if (waiting.length > 2 * keptCalls || waitingCharacters > 2 * keptCharacters) {
        waiting = latestThatFit(waiting)
        waitingCharacters = 0
      }
      frame ??= requestAnimationFrame(takeIn)
    }
    const read = async () => {
      try {
        const target = sandboxPath(sandbox, `/journal?limit=${keptCalls}`)
        const reply = await transport.send({ method: 'GET', target })
        const { entries } = reply as { readonly entries: readonly JournalEntry[] }
        if (isGone) return
        setCalls((before) => replacedBy(before, entries))
        setProblem(undefined)
        let isLost = false
        stop = transport.watch(sandboxPath(sandbox, `/journal/events?after=${entries.at(-1)?.number ?? 0}`), {
          onEvent,
          onState(next) {
            setState(next)
            // Another mock with another journal may answer now.
            if (next === 'live' && isLost) {
              leave()
              reload()
            }
            isLost = next === 'lost'
          },
        })
      } catch (error) {
        if (isGone) return
        setProblem(error as RequestError)
        setState('lost')
        setTimeout(() => isGone || reload(), againMilliseconds)
      }
    }
    void read()
    return leave
  }, [transport, sandbox, readings])

  useEffect(() => {
    // Somebody else may have cleared the journal, which the stream does not say. The view may be older than the calls.
    const known = calls.entries[0]?.number
    if (view === undefined || known === undefined || view.calls >= known) return
    const request = { method: 'GET', target: sandboxPath(sandbox, '/journal/count') } as const
    transport.send(request).then(
      (reply) => (reply as { readonly total: number }).total < known && reload(),
      () => 'The next look at the sandbox asks again.',
    )
  }, [transport, sandbox, view])

  return { calls, state, problem, reload }
}

/** The calls that are shown, and what is known of those that are not. */
export interface Calls {
  /** The latest first. */
  readonly entries: readonly JournalEntry[]
  /** How many calls were lost on the way here: the journal counts each. */
  readonly missed: number
  /** How many calls were taken in, those included that are not kept any longer. */
  readonly taken: number
  /** Grows when the journal begins anew, without any earlier call. */
  readonly beginning: number
}

/** How many calls are kept: as many as the journal has. */
export const keptCalls = 1000

/** How many characters their bodies may have together; the journal has less. A call may bring two million. */
export const keptCharacters = 16 * 1024 * 1024

/** No call yet. */
export const noCalls: Calls = { entries: [], missed: 0, taken: 0, beginning: 0 }

/** The calls with those that came since, the oldest of them first. What came twice is taken once. */
export function withCalls(calls: Calls, fresh: readonly JournalEntry[]): Calls {
  let { entries, missed, taken, beginning } = calls
  let latest = entries[0]?.number
  let added: JournalEntry[] = []
  for (const entry of fresh) {
    if (latest !== undefined && entry.number <= latest) {
      if (isAmong(entry, added) || isAmong(entry, entries)) continue
      // Numbers only go back when the journal was cleared, or is another one.
      entries = []
      added = []
      missed = 0
      beginning++
    } else {
      missed += latest === undefined ? 0 : entry.number - latest - 1
    }
    latest = entry.number
    taken++
    added.push(entry)
  }
  if (added.length === 0) return calls
  return { entries: latestThatFit([...entries.toReversed(), ...added]).toReversed(), missed, taken, beginning }
}

/** Of calls, the oldest first, the latest that there is room for; the very latest in any case. */
export function latestThatFit(calls: readonly JournalEntry[]): JournalEntry[] {
  let characters = 0
  const last = calls.slice(-keptCalls).findLastIndex(({ request, response }, at, { length }) => {
    characters += request.body.length + response.body.length
    return at < length - 1 && characters > keptCharacters
  })
  return calls.slice(-keptCalls).slice(last + 1)
}

/** What the journal holds now, oldest first, in place of what was shown before. */
export function replacedBy(calls: Calls, journal: readonly JournalEntry[]): Calls {
  const known = calls.entries[0]
  if (known !== undefined && isAmong(known, journal))
    return withCalls(
      calls,
      journal.filter((entry) => entry.number > known.number),
    )
  return withCalls({ ...noCalls, taken: calls.taken, beginning: calls.beginning + 1 }, journal)
}

/** When a journal began anew, the instant distinguishes calls of one number. */
function isAmong({ number, at }: JournalEntry, entries: readonly JournalEntry[]): boolean {
  return entries.some((entry) => entry.number === number && entry.at === at)
}
