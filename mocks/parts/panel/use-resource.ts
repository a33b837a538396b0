import { useEffect, useState } from 'preact/hooks'
import { usePanel } from './panel-context.tsx'
import type { RequestError, Transport } from '../../control/client/transport.ts'

/** What the mock says of something, and how to ask again. */
export interface Resource<T> {
  /** What it said last; `undefined` until it has said anything. */
  readonly value: T | undefined
  /** Why it could not be asked the last time. */
  readonly problem: RequestError | undefined
  /** Asks again at once. */
  readonly refresh: () => void
}

/**
 * Asks the mock for what a target of the control API shows: now, after each change that the panel makes, and every so
 * many milliseconds while the page is looked at. What came for another target is never shown.
 * @param after a count that is asked after each time it changes
 */
export function useResource<T>(target: string, everyMilliseconds?: number, after?: number): Resource<T> {
  const { transport, version } = usePanel()
  return usePolled<T>(transport, target, `${version} ${after}`, everyMilliseconds)
}

/** The same, where there is no panel yet. */
export function usePolled<T>(
  transport: Transport,
  target: string,
  version: number | string,
  everyMilliseconds?: number,
): Resource<T> {
  const [answer, setAnswer] = useState<{ target: string; value?: T; problem?: RequestError | undefined }>()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let isOver = false
    let isAsking = false
    const ask = async () => {
      isAsking = true
      const came = await transport.send({ method: 'GET', target }).then(
        (value) => ({ value: value as T, problem: undefined }),
        (problem: RequestError) => ({ problem }),
      )
      isAsking = false
      // What is on its way belongs to what was shown before.
      if (!isOver) setAnswer((before) => ({ ...(before?.target === target && before), target, ...came }))
    }
    const look = () => {
      // A mock that takes longer than this must not get ever more questions, nor have every answer left aside as too old.
      if (!document.hidden && !isAsking) void ask()
    }
    void ask()
    const timer = transport.report === undefined && everyMilliseconds && setInterval(look, everyMilliseconds)
    if (timer) document.addEventListener('visibilitychange', look)
    return () => {
      isOver = true
      if (timer) clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [transport, target, version, asked, everyMilliseconds])
  const { value, problem } = answer?.target === target ? answer : {}
  return { value, problem, refresh: () => setAsked(asked + 1) }
}
