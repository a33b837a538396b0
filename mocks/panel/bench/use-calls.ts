import { useEffect, useState } from 'preact/hooks'
import type { RequestError } from '../../control/client/transport.ts'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import { usePanel } from '../panel-context.tsx'

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
    let latest = calls
    let shown = calls.taken
    let frame: number | undefined
    let stop: (() => void) | undefined
    const leave = () => {
      isGone = true
      stop?.()
    }
    const onEvent = (data: string) => {
      latest = withCall(latest, JSON.parse(data) as JournalEntry)
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        // Of many in one frame, those that there is no room for were never seen.
        const unseen = Math.max(0, latest.taken - shown - latest.entries.length)
        latest = { ...latest, missed: latest.missed + unseen }
        shown = latest.taken
        if (!isGone) setCalls(latest)
      })
    }
    const read = async () => {
      try {
        const target = sandboxPath(sandbox, `/journal?limit=${keptCalls}`)
        const reply = await transport.send({ method: 'GET', target })
        const { entries } = reply as { readonly entries: readonly JournalEntry[] }
        if (isGone) return
        latest = replacedBy(latest, entries)
        shown = latest.taken
        setCalls(latest)
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

/** The calls with those that came since, the oldest of them first. */
export function withCalls(calls: Calls, fresh: readonly JournalEntry[]): Calls {
  return fresh.reduce(withCall, calls)
}

/** The calls with one that came since. What comes twice is taken once. */
function withCall(calls: Calls, entry: JournalEntry): Calls {
  const last = calls.entries[0]?.number ?? entry.number - 1
  if (entry.number <= last && isAmong(entry, calls.entries)) return calls
  // Numbers only go back when the journal was cleared, or is another one.
  const isAnew = entry.number <= last
  return {
    entries: latestThatFit([entry, ...(isAnew ? [] : calls.entries)]),
    missed: isAnew ? 0 : calls.missed + entry.number - last - 1,
    taken: calls.taken + 1,
    beginning: calls.beginning + (isAnew ? 1 : 0),
  }
}

/** Of calls, the latest first, those that there is room for; the very latest in any case. */
function latestThatFit(calls: readonly JournalEntry[]): readonly JournalEntry[] {
  let characters = 0
  const end = calls.findIndex(({ request, response }, at) => {
    characters += request.body.length + response.body.length
    return at === keptCalls || (at > 0 && characters > keptCharacters)
  })
  return end === -1 ? calls : calls.slice(0, end)
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
