import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { ProxyFindings } from '../../../../spec/index.ts'
import type { Conduct, HeldReply } from '../../../../spec/made/control-types.ts'
import { sandboxPath } from '../../../control/client/sandbox-path.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { usePanel } from '../panel-context.tsx'
import { useResource } from '../use-resource.ts'
import { type CallEvent, type Calls, noCalls, withEvents } from './calls.ts'

/** What the calls of a sandbox are, and what they say of the client; the same for every part of the panel. */
export interface Feed {
  readonly calls: Calls
  readonly state: 'loading' | 'live' | 'lost'
  /** What a proxy found of its deployment. */
  readonly found: ProxyFindings | undefined
  /** What was found, by the number of the call that shows it. */
  readonly marks: Marks
  /** The replies that are held back now. */
  readonly held: readonly HeldReply[]
  /** Whether the reply to a call is still held back, as far as that is known. */
  readonly isHeld: (entry: JournalEntry) => boolean
  /** The held reply that is edited, by its id. */
  readonly edited: HeldReply['id'] | undefined
  readonly edit: (id: HeldReply['id'] | undefined) => void
}

export type Marks = ReadonlyMap<number, readonly Mark[]>

/** Something that a call shows: a rule that the client broke, or a clause that the deployment broke. */
export interface Mark {
  readonly id: string
  readonly isError: boolean
  readonly text: string
  readonly advice: string
  /** What repeats it, where a proxy saw it. */
  readonly curl?: string
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
  const [edited, edit] = useState<HeldReply['id']>()
  // The call comes before the view and the list that tell of it: spec/decisions/0007-one-way-to-take-over-a-step.md.
  const isKnown = ({ number }: JournalEntry) => view !== undefined && view.calls >= number && view.held === held.length
  const isHeld = (entry: JournalEntry) =>
    entry.response.effect === 'hold' && !(isKnown(entry) && held.every(({ call }) => call.number !== entry.number))
  return (
    <FeedContext.Provider value={{ ...stream, found, marks, held, isHeld, edited, edit }}>
      {children}
    </FeedContext.Provider>
  )
}

/** The calls that the journal has, and those that come. The stream says when it has begun anew. */
function useCalls(): Pick<Feed, 'calls' | 'state'> {
  const { transport, sandbox, notify } = usePanel()
  const [calls, setCalls] = useState(noCalls)
  const [state, setState] = useState<Feed['state']>('loading')
  useEffect(() => {
    let fresh: CallEvent[] = []
    let wasLost = false
    const show = () => {
      const events = fresh
      fresh = []
      setCalls((before) => withEvents(before, events))
    }
    return transport.watch(sandboxPath(sandbox, '/journal/events?after=0'), {
      onEvent(data) {
        const event = JSON.parse(data) as CallEvent
        if ('epoch' in event && wasLost)
          notify({ text: 'The mock was restarted: its calls, scenarios and quotas began anew.' })
        wasLost = false
        // Any number of calls in a frame is drawn once.
        if (fresh.length === 0) requestAnimationFrame(show)
        fresh.push(event)
      },
      onState(next) {
        wasLost ||= next === 'lost'
        // With the calls that come in the same frame, so that nobody is told of an empty journal before they are drawn.
        requestAnimationFrame(() => setState(next))
      },
    })
  }, [transport, sandbox])
  return { calls, state }
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

function marksOf(conduct: Conduct | undefined, found: ProxyFindings | undefined): Marks {
  const marks = new Map<number, Mark[]>()
  const add = (calls: readonly number[], mark: Mark) => {
    for (const number of calls) marks.set(number, [...(marks.get(number) ?? []), mark])
  }
  for (const { rule: id, level, advice, seen } of conduct?.findings ?? [])
    for (const { text, calls } of seen) add(calls, { id, isError: level === 'error', text, advice })
  for (const { clause, level, text, expected, received, reading, doubt, calls, curl } of found?.findings ?? []) {
    const advice = [
      `Expected ${expected}, received ${received}.`,
      reading && `Defended by: ${reading}`,
      doubt && `Settled by ${doubt.settledBy}.`,
    ]
    const words = advice.filter(Boolean).join(' ')
    add(calls, { id: `${clause} ${level}`, isError: level === 'broken', text, advice: words, curl })
  }
  return marks
}
