const latest = new WeakMap<object, Promise<unknown>>()

/** Runs tasks about one object one after another. A task that fails does not stop the next one. */
export function inTurn<T>(about: object, work: () => Promise<T>): Promise<T> {
  const turn = Promise.resolve(latest.get(about)).then(work)
  // Keeps neither the result nor the error, which may hold many animals.
  const ended = () => undefined
  latest.set(about, turn.then(ended, ended))
  return turn
}
