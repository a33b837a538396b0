import type { Link } from './link.ts'
import type { SharedSandbox } from './shared-sandbox.ts'

/** What the script returns. */
type ScriptResult = readonly [
  real: string,
  version: string | null,
  revision: string,
  ids: readonly string[] | null,
  values: readonly (string | null)[] | null,
  results: readonly unknown[],
]

interface Turn extends PromiseWithResolvers<readonly unknown[]> {
  readonly args: string[]
  operations: number
  isWithAnimals: boolean
  /** Resolves once it was handed to the connection. */
  readonly sent: PromiseWithResolvers<void>
}

/** The operations of one turn of the event loop on one sandbox, which Redis runs as one step. */
export class Batch {
  readonly #link: Link
  readonly #keys: readonly string[]
  readonly #copy: SharedSandbox
  readonly #idleMilliseconds: string
  readonly #onTime: (realMilliseconds: number) => void
  #turn: Turn | undefined

  constructor(
    link: Link,
    keys: readonly string[],
    copy: SharedSandbox,
    idleMilliseconds: string,
    onTime: (realMilliseconds: number) => void,
  ) {
    this.#link = link
    this.#keys = keys
    this.#copy = copy
    this.#idleMilliseconds = idleMilliseconds
    this.#onTime = onTime
  }

  /**
   * Adds an operation to those of this turn.
   * @param isWithAnimals whether the copy must know every animal that there is by then
   */
  run(args: readonly string[], isWithAnimals: boolean): { readonly result: Promise<unknown>; sent: Promise<void> } {
    const turn = (this.#turn ??= this.#beginTurn())
    for (const arg of args) turn.args.push(arg)
    if (isWithAnimals) turn.isWithAnimals = true
    const index = turn.operations++
    return { result: turn.promise.then((results) => results[index]), sent: turn.sent.promise }
  }

  #beginTurn(): Turn {
    setImmediate(() => void this.#flush())
    return {
      ...Promise.withResolvers<readonly unknown[]>(),
      args: [],
      operations: 0,
      isWithAnimals: false,
      sent: Promise.withResolvers<void>(),
    }
  }

  async #flush(): Promise<void> {
    const turn = this.#turn
    this.#turn = undefined
    if (turn === undefined) return
    const { epoch, revision } = this.#copy
    const known = turn.isWithAnimals ? String(revision) : ''
    try {
      const running = this.#link.run(this.#keys, [this.#idleMilliseconds, epoch, known, ...turn.args])
      setImmediate(turn.sent.resolve)
      turn.resolve(this.#take((await running) as ScriptResult, epoch))
    } catch (error) {
      turn.reject(error)
    }
  }

  #take([real, , revision, ids, values, results]: ScriptResult, epoch: string): readonly unknown[] {
    this.#onTime(Number(real))
    if (ids !== null && values !== null && epoch === this.#copy.epoch)
      this.#copy.takeAnimals(Number(revision), ids, values)
    return results
  }
}
