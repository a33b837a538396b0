import type { Pet } from '../../spec/index.ts'
import type { Link } from './link.ts'
import { scriptDigest } from './script.ts'
import type { SharedSandbox } from './shared-sandbox.ts'

/** What the script returns. */
type ScriptResult = readonly [
  real: string,
  epoch: string,
  revision: string,
  ids: readonly string[] | null,
  values: readonly (string | null)[] | null,
  results: readonly unknown[],
]

/** The operations that go to Redis as one command. */
interface Turn {
  readonly args: string[]
  /** For each operation what takes its result, before the copy has the animals that changed. */
  readonly done: ((result: unknown) => void)[]
  readonly failed: ((error: unknown) => void)[]
  /** Resolves once it is written to Redis, which does not mean that Redis has it. */
  readonly sent: PromiseWithResolvers<void>
  isWithAnimals: boolean
  /** Whether it goes although the one before is still under way. */
  isUrgent: boolean
}

/** How an operation is run. */
interface Manner {
  /** The copy must have every animal by then. */
  readonly isWithAnimals?: boolean
  /** It shares the script with no other operation. */
  readonly isAlone?: boolean
  /** Takes the result before the animals that changed. */
  readonly take?: (result: unknown) => void
}

/** More at once would be more than a function of Lua can take. */
const mostOperations = 1000

/**
 * The operations on one sandbox, in their order. Those that come while a script is under way go together with the next:
 * what a script costs by itself is more than what the operations of a call cost.
 */
export class Batch {
  readonly #link: Link
  readonly #head: readonly string[]
  readonly #copy: SharedSandbox
  readonly #onTime: (realMilliseconds: number) => void
  #turns: Turn[] = []
  #isOpen = false
  #underWay = 0
  #isScheduled = false
  /** Animals that the operations of the script that is being read have added. */
  #added: [position: number, pet: Pet][] = []

  constructor(
    link: Link,
    keys: readonly string[],
    copy: SharedSandbox,
    idleMilliseconds: string,
    onTime: (realMilliseconds: number) => void,
  ) {
    this.#link = link
    this.#head = ['EVALSHA', scriptDigest, String(keys.length), ...keys, idleMilliseconds]
    this.#copy = copy
    this.#onTime = onTime
  }

  /** Runs an operation. */
  run(args: readonly string[], { isWithAnimals = false, isAlone = false, take }: Manner = {}): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (isAlone) this.#isOpen = false
    const done = (result: unknown) => {
      take?.(result)
      resolve(result)
    }
    const turn = this.#add(args, done, reject)
    if (isWithAnimals) turn.isWithAnimals = true
    if (isAlone) turn.isUrgent = true
    if (isAlone) this.#isOpen = false
    return promise
  }

  /** Runs an operation of a call, after which the copy has every animal. */
  count(args: readonly string[], done: (result: unknown) => void, failed: (error: unknown) => void): void {
    this.#add(args, done, failed).isWithAnimals = true
  }

  /** Runs an operation that nobody waits for. @returns what resolves once it is written to Redis */
  send(args: readonly string[], done: (result: unknown) => void, failed: (error: unknown) => void): Promise<void> {
    const turn = this.#add(args, done, failed)
    turn.isUrgent = true
    return turn.sent.promise
  }

  /** Takes an animal that the script has added for an operation whose result is being taken. */
  added(position: number, pet: Pet): void {
    this.#added.push([position, pet])
  }

  #add(args: readonly string[], done: (result: unknown) => void, failed: (error: unknown) => void): Turn {
    let turn = this.#turns.at(-1)
    if (turn === undefined || !this.#isOpen || turn.done.length === mostOperations) {
      turn = {
        args: [...this.#head, '', ''],
        done: [],
        failed: [],
        sent: Promise.withResolvers<void>(),
        isWithAnimals: false,
        isUrgent: false,
      }
      this.#turns.push(turn)
      this.#isOpen = true
    }
    for (const arg of args) turn.args.push(arg)
    turn.done.push(done)
    turn.failed.push(failed)
    this.#schedule()
    return turn
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const isWaiting = this.#underWay > 0 && !this.#turns.some(({ isUrgent }) => isUrgent)
      if (isWaiting) return
      const turns = this.#turns
      this.#turns = []
      for (const turn of turns) void this.#send(turn)
    })
  }

  async #send(turn: Turn): Promise<void> {
    const { epoch, revision } = this.#copy
    const at = this.#head.length
    turn.args[at] = epoch
    turn.args[at + 1] = turn.isWithAnimals ? String(revision) : ''
    this.#underWay++
    try {
      const running = this.#link.run(turn.args)
      // The client writes in the next round of the event loop, that of a cluster in the one after.
      setImmediate(() => setImmediate(turn.sent.resolve))
      this.#take((await running) as ScriptResult, turn)
    } catch (error) {
      turn.sent.resolve()
      for (const failed of turn.failed) failed(error)
    }
    this.#underWay--
    if (this.#turns.length > 0) this.#schedule()
  }

  #take([real, epoch, revision, ids, values, results]: ScriptResult, turn: Turn): void {
    this.#onTime(Number(real))
    this.#added = []
    for (const [index, done] of turn.done.entries()) done(results[index])
    if (!turn.isWithAnimals || epoch !== this.#copy.epoch) return
    if (ids !== null && values !== null) this.#copy.takeAnimals(Number(revision), ids, values)
    else this.#copy.takeAdded(Number(revision), this.#added)
  }
}
