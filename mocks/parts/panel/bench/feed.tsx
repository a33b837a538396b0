import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ProxyFindings } from '../../../../spec/index.ts'
import type { Conduct, HeldReply } from '../../../../spec/made/control-types.ts'
import { sandboxPath } from '../../../control/client/sandbox-path.ts'
import type { InterfaceCall, RequestError } from '../../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { statusWord } from '../../../journal-text/short-reason.ts'
import { saveCalls } from '../actions.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { useResource } from '../use-resource.ts'
import { type CallEvent, type Calls, arrivals, withEvents } from './calls.ts'

/** What the calls of a sandbox are, and what they say of the client; the same for every part of the panel. */
export interface Feed {
  readonly calls: Calls
  readonly isLoading: boolean
  /** Sends a call, and tells its number as soon as it is there: to be opened, if nothing else is meant. */
  readonly send: (call: InterfaceCall, onNumber?: (number: number) => void) => Promise<void>
  /** What a proxy found of its deployment. */
  readonly found: ProxyFindings | undefined
  /** What was found, by the number of the call that shows it. */
  readonly marks: Marks
  /** The replies that are held back now, or were when the mock went. */
  readonly held: readonly HeldReply[]
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

const FeedContext = createContext({} as Feed)

/** The calls of the sandbox that is looked at. */
export const useFeed = (): Feed => useContext(FeedContext)

/** Watches the calls of a sandbox for all that is in it. */
export function FeedProvider({ children }: { children: ComponentChildren }) {
  const { sandbox, view, transport } = usePanel()
  const stream = useCalls()
  const send = useSending(stream.calls)
  const found = useFound()
  // The calls come from elsewhere: their count says when there is more to judge.
  const { value: conduct } = useResource<Conduct>(sandboxPath(sandbox, '/conduct?seen=1000'), undefined, view?.calls)
  const marks = useMemo(() => marksOf(conduct, found), [conduct, found])
  const { value } = useResource<{ held: HeldReply[] }>(sandboxPath(sandbox, '/held'), undefined, view?.held)
  // The call itself says first that it went on.
  const isOver = ({ number }: HeldReply['call']) =>
    stream.calls.some((one) => one.number === number && one.response.effect !== 'hold')
  const held = transport.report ? [] : (value?.held.filter(({ call }) => !isOver(call)) ?? [])
  return <FeedContext.Provider value={{ ...stream, send, found, marks, held }}>{children}</FeedContext.Provider>
}

/** How long a stream may take to tell of the calls that were there before it. */
const loadingMilliseconds = 500

/** The calls that the journal has, and those that come. Those of a mock that is gone stay until another one answers. */
function useCalls(): Pick<Feed, 'calls' | 'isLoading'> {
  const panel = usePanel()
  const { transport, sandbox, notify, kept } = panel
  const [calls, setCalls] = useState<Calls>([])
  const [isLoading, setLoading] = useState(true)
  useEffect(() => {
    let fresh: CallEvent[] = []
    let wasLost = false
    // What came before the panel may have been answered long ago.
    let isLive = false
    const show = () => {
      const events = fresh
      fresh = []
      setCalls((before) => withEvents(before, events))
    }
    return transport.watch(sandboxPath(sandbox, '/journal/events?after=0'), {
      onEvent(data) {
        const event = JSON.parse(data) as CallEvent
        if ('epoch' in event && wasLost)
          notify({
            text: 'Another mock answers here: its calls, animals, scenarios and quotas are its own.',
            offer: saveCalls(panel, kept.current, 'Save the former calls'),
          })
        wasLost = false
        if (isLive && 'number' in event && isToBeSent(event)) arrivals.set(event, Date.now())
        // Any number of calls in a frame is drawn once.
        if (fresh.length === 0) requestAnimationFrame(show)
        fresh.push(event)
      },
      onState(state) {
        wasLost ||= state === 'lost'
        // With what comes in the same frame: nobody is told of an empty journal before it is drawn.
        requestAnimationFrame(() => setLoading(false))
        isLive = false
        setTimeout(() => (isLive = state === 'live'), loadingMilliseconds)
      },
    })
  }, [transport, sandbox])
  kept.current = calls
  return { calls, isLoading }
}

const isToBeSent = ({ response: { effect }, steps }: JournalEntry) =>
  effect !== 'hang' && effect !== 'hold' && steps.at(-1)?.heldMilliseconds === undefined

/** Whether a client still waits for its slow answer: from when the panel saw its call come, as long as the delay lasts. */
export function useIsWaiting(entry: JournalEntry): boolean {
  const [over, setOver] = useState<JournalEntry>()
  const left = (arrivals.get(entry) ?? 0) + entry.response.delayMilliseconds - Date.now()
  const isWaiting = left > 0 && over !== entry
  useEffect(() => {
    const timer = isWaiting && setTimeout(() => setOver(entry), left)
    return () => clearTimeout(timer || undefined)
  }, [entry])
  return isWaiting
}

/** Sends a call, which is known once the journal has it. */
function useSending(calls: Calls): Feed['send'] {
  const { transport, notify, openCall } = usePanel()
  const sent = useRef<InterfaceCall & { readonly after: number; readonly onNumber: (number: number) => void }>(
    undefined,
  )
  useEffect(() => {
    const { after = 0, method, target, onNumber } = sent.current ?? {}
    const entry = calls.find((one) => one.number > after && one.method === method && one.target === target)
    if (entry === undefined) return
    const { number, response, status } = entry
    sent.current = undefined
    onNumber?.(number)
    notify({ text: `Call ${number}: ${statusWord(status, response.effect)}.` })
  }, [calls])
  return async (call, onNumber = openCall) => {
    notify({ text: '' })
    sent.current = { ...call, onNumber, after: calls[0]?.number ?? 0 }
    await transport.call(call).catch(({ message }: RequestError) => {
      if (sent.current) notify({ text: message, isProblem: true })
    })
  }
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
    // The first call says it for all of them.
    for (const { text, calls } of id === 'deprecated-operation' ? seen.slice(0, 1) : seen)
      add(calls, { id, isError: level === 'error', text, advice })
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
