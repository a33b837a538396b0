import { type Inputs, useLayoutEffect, useState } from 'preact/hooks'
import type { ApiError } from '../client/reply.ts'

interface Answer<T> {
  readonly value?: T
  readonly error?: ApiError
  /** Whether value and error answer an earlier question. */
  readonly isPending: boolean
}

/** Asks the service whenever one of the inputs changes, and again with each `retry`. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: Inputs) {
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<Answer<T>>({ isPending: true })
  // Before the page is painted: no old answer must look like the new one.
  useLayoutEffect(() => {
    const question = new AbortController()
    const settle = (next: Answer<T>) => question.signal.aborted || setAnswer(next)
    setAnswer((last) => ({ ...last, isPending: true }))
    ask(question.signal).then(
      (value) => settle({ value, isPending: false }),
      (error: ApiError) => settle({ error, isPending: false }),
    )
    return () => question.abort()
  }, [...inputs, tries])
  return { ...answer, retry: () => setTries(tries + 1) }
}
