/** What does works one after another; one that fails stops none of those behind it. */
export function inTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    // Neither the result nor the error is kept, for it may hold many animals.
    const ended = () => undefined
    last = turn.then(ended, ended)
    return turn
  }
}
