import { useEffect, useState } from 'preact/hooks'
import type { RequestError } from '../../../control/client/transport.ts'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { keptCalls, keptCharacters, latestThatFit, noCalls, replacedBy, withCalls } from './kept-calls.ts'

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
