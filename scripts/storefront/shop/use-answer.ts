import { type Inputs, useEffect, useMemo, useReducer, useState } from 'preact/hooks'
import { ApiError } from '../client/reply.ts'

interface Answer<T> {
  readonly question?: AbortController
  readonly value?: T
  readonly error?: ApiError
}

/**
 * Asks the service whenever one of the inputs changes, and again with each `retry`. While `isPending`, the value or
 * error is the answer to an earlier question.
 */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: Inputs) {
  const [attempt, retry] = useReducer((attempts: number, _action: void) => attempts + 1, 0)
  const [answer, setAnswer] = useState<Answer<T>>({})
  const question = useMemo(() => new AbortController(), [...inputs, attempt])
  useEffect(() => {
    ask(question.signal).then(
      (value) => setAnswer({ question, value }),
      (error: unknown) => {
        if (question.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setAnswer({ question, error })
      },
    )
    return () => question.abort()
  }, [question])
  return { ...answer, isPending: answer.question !== question, retry: () => retry() }
}

/** How many whole seconds are left until an instant of `performance.now()`, counted down. */
export function useSecondsLeft(end = 0): number {
  const [, tick] = useReducer((ticks: number, _action: void) => ticks + 1, 0)
  const milliseconds = Math.max(0, end - performance.now())
  useEffect(() => {
    if (milliseconds === 0) return
    // A timer that is a little early comes again.
    const timer = setTimeout(() => tick(), milliseconds % 1000 || 1000)
    return () => clearTimeout(timer)
  })
  return Math.ceil(milliseconds / 1000)
}
