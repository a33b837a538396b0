import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { RequestError } from '../../../control/client/transport.ts'
import { type Calls, keptCalls, keptCharacters, latestThatFit, noCalls, replacedBy, withCalls } from './kept-calls.ts'

/** The calls of the sandbox as they come, and how the stream of them is. */
export interface LiveCalls {
  readonly calls: Calls
  readonly state: 'loading' | 'live' | 'lost'
  /** Why they could not be read at the start. */
  readonly problem: RequestError | undefined
  /** Reads the journal again, as after it was cleared. */
  readonly reload: () => void
}

/** Watches the calls of the sandbox that is looked at, from the latest that its journal has on. */
export function useCalls(): LiveCalls {
  const { transport, sandbox, view } = usePanel()
  const [calls, setCalls] = useState<Calls>(noCalls)
  const [state, setState] = useState<LiveCalls['state']>('loading')
  const [problem, setProblem] = useState<RequestError>()
  const reading = useRef<() => void>(() => undefined)
  const reload = useCallback(() => reading.current(), [])

  useEffect(() => {
    let isGone = false
    let isReading = false
    let frame: number | undefined
    let stop: (() => void) | undefined
    let waiting: JournalEntry[] = []
    let waitingCharacters = 0

    const takeIn = () => {
      frame = undefined
      if (isReading) return
      // Older ones could not stay, and the gap in their numbers says how many they were.
      const fresh = latestThatFit(waiting)
      waiting = []
      waitingCharacters = 0
      setCalls((before) => withCalls(before, fresh))
    }
    const askForFrame = () => {
      frame ??= requestAnimationFrame(takeIn)
    }
    const onEvent = (data: string) => {
      waiting.push(JSON.parse(data) as JournalEntry)
      waitingCharacters += data.length
      // A page that nobody looks at gets no frames, and must not grow.
      if (waiting.length > 2 * keptCalls || waitingCharacters > 2 * keptCharacters) {
        waiting = latestThatFit(waiting)
        waitingCharacters = 0
      }
      askForFrame()
    }
    const read = async () => {
      isReading = true
      try {
        const target = sandboxPath(sandbox, `/journal?limit=${keptCalls}`)
        const reply = await transport.send({ method: 'GET', target })
        const { entries } = reply as { readonly entries: readonly JournalEntry[] }
        if (isGone) return
        setCalls((before) => replacedBy(before, entries))
        setProblem(undefined)
        stop ??= watch(entries.at(-1)?.number ?? 0)
      } catch (error) {
        if (!isGone && stop === undefined) setProblem(error as RequestError)
      } finally {
        isReading = false
        askForFrame()
      }
    }
    const watch = (after: number) => {
      let isLost = false
      return transport.watch(sandboxPath(sandbox, `/journal/events?after=${after}`), {
        onEvent,
        onState(next) {
          setState(next)
          // Another mock with another journal may answer now.
          if (next === 'live' && isLost) void read()
          isLost = next === 'lost'
        },
      })
    }

    reading.current = () => void read()
    void read()
    return () => {
      isGone = true
      if (frame !== undefined) cancelAnimationFrame(frame)
      stop?.()
    }
  }, [transport, sandbox])

  useEffect(() => {
    // Somebody else may have cleared the journal, which the stream does not say. The view may be older than the calls.
    const known = calls.entries[0]?.number
    if (view === undefined || known === undefined || view.calls >= known) return
    const request = { method: 'GET', target: sandboxPath(sandbox, '/journal/count') } as const
    transport.send(request).then(
      (reply) => (reply as { readonly total: number }).total < known && reading.current(),
      () => 'The next look at the sandbox asks again.',
    )
  }, [transport, sandbox, view])

  return { calls, state, problem, reload }
}
