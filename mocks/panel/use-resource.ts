import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { usePanel } from './panel-context.tsx'
import type { RequestError, Transport } from '../control/client/transport.ts'

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
 */
export function useResource<T>(target: string, everyMilliseconds?: number): Resource<T> {
  const { transport, version } = usePanel()
  return usePolled<T>(transport, target, version, everyMilliseconds)
}

/** The same, where there is no panel yet. */
export function usePolled<T>(
  transport: Transport,
  target: string,
  version: number | string,
  everyMilliseconds?: number,
): Resource<T> {
  const [answer, setAnswer] = useState<{ target: string; value?: T; problem?: RequestError }>()
  const latest = useRef(0)
  const ask = useCallback(async () => {
    const number = ++latest.current
    const isCurrent = () => number === latest.current
    try {
      const value = (await transport.send({ method: 'GET', target })) as T
      if (isCurrent()) setAnswer({ target, value })
    } catch (error) {
      if (!isCurrent()) return
      const problem = error as RequestError
      setAnswer((before) => (before?.target === target ? { ...before, problem } : { target, problem }))
    }
  }, [transport, target])

  useEffect(() => {
    void ask()
    return () => {
      // What is on its way belongs to what was shown before.
      latest.current++
    }
  }, [ask, version])

  useEffect(() => {
    if (everyMilliseconds === undefined) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void ask()
    }, everyMilliseconds)
    const look = () => {
      if (!document.hidden) void ask()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [ask, everyMilliseconds])

  const current = answer?.target === target ? answer : undefined
  return { value: current?.value, problem: current?.problem, refresh: () => void ask() }
}
