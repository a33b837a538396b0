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
  /** Called with the results, and of failures with the error, for operations whose failure changes nothing. */
  readonly done: ((results: readonly unknown[]) => void)[]
  failed: (error: unknown) => void
  /** Resolves once Redis has answered, or will not. */
  readonly ended: PromiseWithResolvers<void>
}

/** More at once would be more than a function of Lua can take. */
const mostOperations = 1000

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
  async run(args: readonly string[], isWithAnimals: boolean): Promise<unknown> {
    const { turn, index } = this.#add(args, isWithAnimals)
    return (await turn.promise)[index]
  }

  /** Adds an operation whose failure changes nothing. @returns what resolves once Redis has answered, or will not */
  send(args: readonly string[], done: (result: unknown) => void, failed: (error: unknown) => void): Promise<void> {
    const { turn, index } = this.#add(args, false)
    turn.done.push((results) => done(results[index]))
    turn.failed = failed
    return turn.ended.promise
  }

  #add(args: readonly string[], isWithAnimals: boolean): { readonly turn: Turn; readonly index: number } {
    const turn = (this.#turn ??= this.#beginTurn())
    for (const arg of args) turn.args.push(arg)
    if (isWithAnimals) turn.isWithAnimals = true
    const index = turn.operations++
    if (turn.operations === mostOperations) this.#turn = undefined
    return { turn, index }
  }

  #beginTurn(): Turn {
    const turn: Turn = {
      ...Promise.withResolvers<readonly unknown[]>(),
      args: [],
      operations: 0,
      isWithAnimals: false,
      done: [],
      failed: () => undefined,
      ended: Promise.withResolvers<void>(),
    }
    setImmediate(() => void this.#flush(turn))
    return turn
  }

  async #flush(turn: Turn): Promise<void> {
    if (this.#turn === turn) this.#turn = undefined
    const { epoch, revision } = this.#copy
    const known = turn.isWithAnimals ? String(revision) : ''
    try {
      const running = this.#link.run(this.#keys, [this.#idleMilliseconds, epoch, known, ...turn.args])
      const results = this.#take((await running) as ScriptResult, epoch)
      turn.resolve(results)
      for (const done of turn.done) done(results)
      turn.ended.resolve()
    } catch (error) {
      turn.failed(error)
      turn.ended.resolve()
      // Nobody may wait for it.
      turn.promise.catch(() => undefined)
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
