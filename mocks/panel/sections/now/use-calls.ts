import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { JournalEntry } from '../../../world/journal.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { PanelError, Transport } from '../../transport/transport.ts'
import { type Calls, keptCalls, keptCharacters, latestTexts, noCalls, replacedBy, withCalls } from './now-calls.ts'

/** How many calls one frame takes in. At 60 frames a second that is more than 2,000 calls. */
const callsPerFrame = 40

/** The calls of the sandbox as they come, and how the stream of them is. */
export interface LiveCalls {
  readonly calls: Calls
  readonly state: 'loading' | 'live' | 'lost'
  /** Why they could not be read at the start. */
  readonly problem: PanelError | undefined
  /** Reads the journal again, as after it was cleared. */
  readonly reload: () => void
}

interface JournalView {
  readonly entries: readonly JournalEntry[]
}

/** Watches the calls of the sandbox that is looked at, from the latest that its journal holds on. */
export function useCalls(): LiveCalls {
  const { transport, sandbox, view } = usePanel()
  const [calls, setCalls] = useState<Calls>(noCalls)
  const [state, setState] = useState<LiveCalls['state']>('loading')
  const [problem, setProblem] = useState<PanelError>()
  const latest = useRef<number | undefined>(undefined)
  latest.current = calls.latest
  const reading = useRef<() => void>(() => undefined)
  const reload = useCallback(() => reading.current(), [])

  useEffect(() => {
    let isGone = false
    let isReading = false
    let frame: number | undefined
    let stop: (() => void) | undefined
    let waiting: string[] = []
    let waitingCharacters = 0

    const shorten = () => {
      waiting = latestTexts(waiting)
      waitingCharacters = charactersOf(waiting)
    }
    const takeIn = () => {
      frame = undefined
      if (isReading) return
      // Older ones could not stay, and the gap in their numbers tells how many they were.
      if (waiting.length > keptCalls || waitingCharacters > keptCharacters) shorten()
      const taken = waiting.splice(0, callsPerFrame)
      waitingCharacters -= charactersOf(taken)
      const fresh = taken.map((data) => JSON.parse(data) as JournalEntry)
      setCalls((before) => withCalls(before, fresh))
      if (waiting.length > 0) askForFrame()
    }
    const askForFrame = () => {
      frame ??= requestAnimationFrame(takeIn)
    }
    const onEvent = (data: string) => {
      waiting.push(data)
      waitingCharacters += data.length
      // A page that is not looked at gets no frames, and must not grow.
      if (waiting.length >= 2 * keptCalls || waitingCharacters >= 2 * keptCharacters) shorten()
      askForFrame()
    }

    const read = async () => {
      isReading = true
      try {
        const target = sandboxPath(sandbox, `/journal?limit=${keptCalls}`)
        const { entries } = (await transport.send({ method: 'GET', target })) as JournalView
        if (isGone) return
        setCalls((before) => replacedBy(before, entries))
        setProblem(undefined)
        stop ??= watch(entries.at(-1)?.number ?? 0)
      } catch (error) {
        if (!isGone && stop === undefined) setProblem(error as PanelError)
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
          // Who answers again may be another mock, with another journal.
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
    // Somebody else may have cleared the journal, of which the stream tells nothing.
    const known = latest.current
    if (view === undefined || known === undefined || view.calls >= known) return
    void isCleared(transport, sandbox, known).then((is) => (is ? reading.current() : undefined))
  }, [transport, sandbox, view])

  return { calls, state, problem, reload }
}

function charactersOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

/** Whether the journal has not come as far as it had; not, where that cannot be told. */
async function isCleared(transport: Transport, sandbox: string, known: number): Promise<boolean> {
  try {
    const reply = await transport.send({ method: 'GET', target: sandboxPath(sandbox, '/journal/count') })
    return (reply as { total: number }).total < known
  } catch {
    // The next look at the sandbox asks again.
    return false
  }
}
