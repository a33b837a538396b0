import { createContext } from 'preact'
import { type Inputs, useEffect, useMemo, useState } from 'preact/hooks'
import type { Api } from '../client/api.ts'
import { ApiError } from '../client/reply.ts'

/** What all parts of the shop share: what is known by one key. */
export interface SessionValue {
  readonly api: Api
  readonly usedKey: string
  /** Begins again with another key. */
  readonly onKey: (key: string) => void
  /** When a wait ends that the service asked for, as an instant of `performance.now()`. */
  readonly wait: number | undefined
}

export const Session = createContext({} as SessionValue)

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
  const [attempt, setAttempt] = useState(0)
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
  return { ...answer, isPending: answer.question !== question, retry: () => setAttempt(attempt + 1) }
}
