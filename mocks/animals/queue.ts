/** Runs tasks one after another. A task that fails does not stop the next one. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    // Keeps neither the result nor the error, which may hold many animals.
    const ended = () => undefined
    last = turn.then(ended, ended)
    return turn
  }
}

const queues = new WeakMap<object, ReturnType<typeof createQueue>>()

/** Runs tasks about one object one after another. */
export function inTurn<T>(about: object, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(about) ?? createQueue()
  queues.set(about, queue)
  return queue(work)
}
