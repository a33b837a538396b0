import type { Pet } from '../../spec/index.ts'
import type { Link } from './link.ts'
import { scriptDigest } from './script.ts'
import type { SharedSandbox } from './shared-sandbox.ts'

/** What the script returns. */
type ScriptResult = readonly [
  realMilliseconds: string,
  epoch: string,
  revision: string,
  ids: readonly string[] | null,
  values: readonly (string | null)[] | null,
  results: readonly unknown[],
]

type Taker = (value: unknown) => void

/** Operations that are one script. */
interface Turn {
  readonly args: string[]
  /** For each operation what takes its result, and what takes the error if the script fails. */
  readonly takers: Taker[]
  readonly failed: Taker[]
  isWithAnimals: boolean
}

/** More at once would be more than a function of Lua can take. */
const mostOperations = 1000

/** Nobody waits for the journal, and whoever reads it waits for what is missing. */
const latestMilliseconds = 1

/**
 * The operations on one sandbox, in their order. Those that come while a script is under way go together with the next
 * one, because a script costs more than the operations of a call: spec/decisions/0097-one-script-a-call.md.
 */
export class Batch {
  readonly #link: Link
  readonly #key: string
  readonly #head: readonly string[]
  readonly #copy: SharedSandbox
  readonly #onTime: (realMilliseconds: number) => void
  #turns: Turn[] = []
  #isOpen = false
  #underWay = 0
  #scheduled: NodeJS.Immediate | undefined
  #timer: NodeJS.Timeout | undefined
  /** What the operations of the script that is being read have added. */
  #added: [position: number, pet: Pet][] = []

  constructor(
    copy: SharedSandbox,
    link: Link,
    keys: readonly string[],
    idle: string,
    onTime: (realMilliseconds: number) => void,
  ) {
    this.#copy = copy
    this.#link = link
    this.#key = keys[0] ?? ''
    this.#head = ['EVALSHA', scriptDigest, String(keys.length), ...keys, idle]
    this.#onTime = onTime
  }

  /** Runs an operation of a call. The copy has every animal by the end of this turn of the event loop. */
  run(args: readonly string[], taker: Taker, failed: Taker): void {
    this.#add(args, taker, failed).isWithAnimals = true
    this.#schedule()
  }

  /** Runs an operation in a script of its own. @param taker takes the result before the animals that changed */
  runAlone(args: readonly string[], taker: Taker = () => undefined): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#isOpen = false
    const take = (result: unknown) => {
      taker(result)
      resolve(result)
    }
    this.#add(args, take, reject).isWithAnimals = true
    this.#isOpen = false
    this.#schedule()
    return promise
  }

  /** Runs an operation that nobody waits for. */
  send(args: readonly string[], failed: Taker): void {
    this.#add(args, () => undefined, failed)
    this.#timer ??= setTimeout(() => void this.flush(), latestMilliseconds)
  }

  /** Takes an animal that the script has added, for the operation whose result is being taken. */
  added(position: number, pet: Pet): void {
    this.#added.push([position, pet])
  }

  #add(args: readonly string[], taker: Taker, failed: Taker): Turn {
    let turn = this.#turns.at(-1)
    if (turn === undefined || !this.#isOpen || turn.takers.length === mostOperations) {
      turn = { args: [...this.#head, '', ''], takers: [], failed: [], isWithAnimals: false }
      this.#turns.push(turn)
      this.#isOpen = true
    }
    for (const arg of args) turn.args.push(arg)
    turn.takers.push(taker)
    turn.failed.push(failed)
    return turn
  }

  #schedule(): void {
    if (this.#underWay === 0) this.#scheduled ??= setImmediate(() => void this.flush())
  }

  /** Sends everything. @returns what resolves once it is there, or will not be */
  async flush(): Promise<void> {
    clearImmediate(this.#scheduled)
    clearTimeout(this.#timer)
    this.#scheduled = undefined
    this.#timer = undefined
    const turns = this.#turns
    this.#turns = []
    await Promise.all(turns.map((turn) => this.#send(turn)))
  }

  async #send({ args, takers, failed, isWithAnimals }: Turn): Promise<void> {
    const { epoch, revision } = this.#copy
    const at = this.#head.length
    args[at] = epoch
    args[at + 1] = isWithAnimals ? String(revision) : ''
    this.#underWay++
    try {
      const result = (await this.#link.run(this.#key, args)) as ScriptResult
      this.#onTime(Number(result[0]))
      this.#added = []
      for (const [index, taker] of takers.entries()) taker(result[5][index])
      if (isWithAnimals) this.#takeAnimals(result)
    } catch (error) {
      for (const fail of failed) fail(error)
    }
    this.#underWay--
    if (this.#turns.some((turn) => turn.isWithAnimals)) this.#schedule()
  }

  #takeAnimals([, epoch, revision, ids, values]: ScriptResult): void {
    if (epoch !== this.#copy.epoch) return
    if (ids !== null && values !== null) this.#copy.takeAnimals(Number(revision), ids, values)
    else this.#copy.takeAdded(Number(revision), this.#added)
  }
}
