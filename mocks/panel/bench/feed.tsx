import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { ProxyFindings } from '../../../spec/index.ts'
import type { Conduct, HeldReply } from '../../../spec/made/control-types.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import type { RequestError } from '../../control/client/transport.ts'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { usePanel } from '../panel-context.tsx'
import { useResource } from '../use-resource.ts'
import { type Calls, noCalls, replacedBy, withCalls } from './calls.ts'

/** How long a journal that could not be read is left alone. */
const againMilliseconds = 2000

/** What the calls of a sandbox are, and what they say of the client; the same for every part of the panel. */
export interface Feed {
  readonly calls: Calls
  readonly state: 'loading' | 'live' | 'lost'
  /** Why the calls could not be read at the start. */
  readonly problem: RequestError | undefined
  /** Reads the journal again, as after it was cleared. */
  readonly reload: () => void
  readonly conduct: Conduct | undefined
  /** What a proxy found of its deployment. */
  readonly found: ProxyFindings | undefined
  /** What was found, by the number of the call that shows it. */
  readonly marks: ReadonlyMap<number, readonly Mark[]>
  /** The replies that are held back now. */
  readonly held: readonly HeldReply[]
  /** Whether the reply to a call is still held back, as far as that is known. */
  readonly isHeld: (entry: JournalEntry) => boolean
}

/** Something that a call shows: a rule that the client broke, or a clause that the deployment broke. */
export interface Mark {
  readonly id: string
  readonly isError: boolean
  readonly text: string
  readonly advice: string
}

const FeedContext = createContext<Feed | undefined>(undefined)

/** The calls of the sandbox that is looked at. */
export function useFeed(): Feed {
  const feed = useContext(FeedContext)
  if (feed === undefined) throw new Error('This component is used outside of a feed.')
  return feed
}

/** Watches the calls of a sandbox for all that is in it. */
export function FeedProvider({ children }: { children: ComponentChildren }) {
  const { sandbox, view } = usePanel()
  const stream = useCalls()
  const found = useFound()
  // The calls come from elsewhere: their count says when there is more to judge.
  const { value: conduct } = useResource<Conduct>(sandboxPath(sandbox, '/conduct?seen=1000'), undefined, view?.calls)
  const marks = useMemo(() => marksOf(conduct, found), [conduct, found])
  const { value } = useResource<{ held: HeldReply[] }>(sandboxPath(sandbox, '/held'), undefined, view?.held)
  const held = value?.held ?? []
  // The call comes before the view and the list that tell of it: spec/decisions/0232-a-reply-after-its-release.md.
  const isKnown = ({ number }: JournalEntry) => view !== undefined && view.calls >= number && view.held === held.length
  const isHeld = (entry: JournalEntry) =>
    entry.response.effect === 'hold' && !(isKnown(entry) && held.every(({ call }) => call.number !== entry.number))
  return (
    <FeedContext.Provider value={{ ...stream, conduct, found, marks, held, isHeld }}>{children}</FeedContext.Provider>
  )
}

/** The calls, from the latest that the journal has on. */
function useCalls(): Pick<Feed, 'calls' | 'state' | 'problem' | 'reload'> {
  const { transport, sandbox, view } = usePanel()
  const [calls, setCalls] = useState(noCalls)
  const [state, setState] = useState<Feed['state']>('loading')
  const [problem, setProblem] = useState<RequestError>()
  const [readings, setReadings] = useState(0)
  const reload = () => setReadings((before) => before + 1)

  useEffect(() => {
    let isGone = false
    let latest = calls
    let fresh: JournalEntry[] = []
    let stop: (() => void) | undefined
    const leave = () => {
      isGone = true
      stop?.()
    }
    const show = () => {
      if (isGone) return
      latest = withCalls(latest, fresh)
      fresh = []
      setCalls(latest)
    }
    const onEvent = (data: string) => {
      // Any number of calls in a frame is drawn once.
      if (fresh.length === 0) requestAnimationFrame(show)
      fresh.push(JSON.parse(data) as JournalEntry)
    }
    const read = async () => {
      try {
        const reply = await transport.send({ method: 'GET', target: sandboxPath(sandbox, '/journal?limit=1000') })
        const { entries } = reply as { readonly entries: readonly JournalEntry[] }
        if (isGone) return
        latest = replacedBy(latest, entries)
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

/** What a proxy found of its deployment, as it finds it. */
function useFound(): ProxyFindings | undefined {
  const { transport, lists } = usePanel()
  const [found, setFound] = useState<ProxyFindings>()
  useEffect(() => {
    if (lists.deployment === null) return
    const onEvent = (data: string) => setFound(JSON.parse(data) as ProxyFindings)
    return transport.watch('/_mock/findings/events', { onEvent, onState: () => undefined })
  }, [transport])
  return found
}

function marksOf(conduct: Conduct | undefined, found: ProxyFindings | undefined): ReadonlyMap<number, readonly Mark[]> {
  const marks = new Map<number, Mark[]>()
  const add = (number: number, mark: Mark) => marks.set(number, [...(marks.get(number) ?? []), mark])
  for (const { rule: id, level, advice, seen } of conduct?.findings ?? [])
    for (const { text, calls } of seen)
      for (const number of calls) add(number, { id, isError: level === 'error', text, advice })
  for (const { clause: id, level, text, expected, received, calls } of found?.findings ?? [])
    for (const number of calls)
      add(number, { id, isError: level === 'error', text, advice: `Expected ${expected}, received ${received}.` })
  return marks
}
