import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ProxyFindings } from '../../../../spec/index.ts'
import type { Conduct, HeldReply } from '../../../../spec/made/control-types.ts'
import { sandboxPath } from '../../../control/client/sandbox-path.ts'
import type { InterfaceCall, RequestError } from '../../../control/client/transport.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { statusWord } from '../../../journal-text/short-reason.ts'
import { useResource } from '../use-resource.ts'
import { type CallEvent, type Calls, withEvents } from './calls.ts'

/** What the calls of a sandbox are, and what they say of the client; the same for every part of the panel. */
export interface Feed {
  readonly calls: Calls
  /** The mock that came in place of the one whose calls are shown: when, its calls, and what shows them in place of the others. */
  readonly next: { readonly at: string; readonly calls: Calls; readonly show: () => void } | undefined
  readonly isLoading: boolean
  /** Sends a call, and tells its number as soon as it is there: to be opened, if nothing else is meant. */
  readonly send: (call: InterfaceCall, onNumber?: (number: number) => void) => Promise<void>
  /** What a proxy found of its deployment. */
  readonly found: ProxyFindings | undefined
  /** What was found, by the number of the call that shows it. */
  readonly marks: Marks
  /** Whether the mock whose calls are shown is gone: nothing can be done with them. */
  readonly isGone: boolean
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
export function FeedProvider(props: { onNext: (next: Panel['next']) => void; children: ComponentChildren }) {
  const { onNext, children } = props
  const { sandbox, view, isLost } = usePanel()
  const { isStale, ...stream } = useCalls()
  const send = useSending(stream)
  const found = useFound()
  // The calls come from elsewhere: their count says when there is more to judge.
  const { value: conduct } = useResource<Conduct>(sandboxPath(sandbox, '/conduct?seen=1000'), undefined, view?.calls)
  const isBefore = stream.next !== undefined
  useEffect(() => {
    onNext(stream.next)
    return () => onNext(undefined)
  }, [isBefore])
  const latest = useMemo(() => marksOf(conduct, found), [conduct, found])
  const { value } = useResource<{ held: HeldReply[] }>(sandboxPath(sandbox, '/held'), undefined, view?.held)
  const kept = useRef<Pick<Feed, 'marks' | 'held'>>({ marks: latest, held: [] })
  // What the next mock says tells nothing of the calls of the one before.
  if (!isStale && !isBefore) kept.current = { marks: latest, held: value?.held ?? [] }
  const { marks } = kept.current
  // The call itself says first that it went on.
  const isOver = ({ number }: HeldReply['call']) =>
    stream.calls.some((one) => one.number === number && one.response.effect !== 'hold')
  const held = kept.current.held.filter(({ call }) => !isOver(call))
  const feed = { ...stream, send, found, marks, held, isGone: isLost || isBefore }
  return <FeedContext.Provider value={feed}>{children}</FeedContext.Provider>
}

/** The calls that the journal has, and those that come; of another mock, once somebody wants to see them. */
function useCalls(): Pick<Feed, 'calls' | 'next' | 'isLoading'> & { readonly isStale: boolean } {
  const { transport, sandbox, notify, openCall } = usePanel()
  const [{ calls, next }, setShown] = useState<Shown>({ calls: [] })
  const [isLoading, setLoading] = useState(true)
  // From the end of the stream on, until it tells of a call or of another mock.
  const [isStale, setStale] = useState(false)
  useEffect(() => {
    let fresh: CallEvent[] = []
    let wasLost = false
    const show = () => {
      const events = fresh
      fresh = []
      setStale(false)
      setShown((before) => {
        const { next: another } = before
        if (another === undefined) return { calls: withEvents(before.calls, events) }
        return { ...before, next: { ...another, calls: withEvents(another.calls, events) } }
      })
    }
    return transport.watch(sandboxPath(sandbox, '/journal/events?after=0'), {
      onEvent(data) {
        const event = JSON.parse(data) as CallEvent
        if ('epoch' in event && wasLost) {
          const at = `${new Date().toISOString().slice(11, 19)} UTC`
          setShown((before) => (before.calls.length === 0 ? before : { ...before, next: { at, calls: [] } }))
          notify({ text: 'Another mock answers here: its animals, scenarios and quotas are its own.' })
        }
        wasLost = false
        // Any number of calls in a frame is drawn once.
        if (fresh.length === 0) requestAnimationFrame(show)
        fresh.push(event)
      },
      onState(state) {
        wasLost ||= state === 'lost'
        if (wasLost) setStale(true)
        // With what comes in the same frame: nobody is told of an empty journal before it is drawn.
        requestAnimationFrame(() => setLoading(false))
      },
    })
  }, [transport, sandbox])
  const show = () => {
    setShown(({ next: latest }) => ({ calls: latest?.calls ?? [] }))
    // Its number is that of another call now.
    openCall(undefined)
  }
  return { calls, next: next && { ...next, show }, isLoading, isStale }
}

/** The calls that are shown, and those of the mock that came in place of theirs. */
interface Shown {
  readonly calls: Calls
  readonly next?: { readonly at: string; readonly calls: Calls }
}

/** Sends a call, which is known once the journal has it. */
function useSending({ calls, next }: Pick<Feed, 'calls' | 'next'>): Feed['send'] {
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
    next?.show()
    sent.current = { ...call, onNumber, after: (next?.calls ?? calls)[0]?.number ?? 0 }
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
