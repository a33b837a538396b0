import { writeRecords } from '../journal/journal-text.ts'
import type { JournalRecord } from '../journal/journal.ts'
import { scriptDigest } from './script.ts'
import type { CopyParts, SharedSandbox } from './shared-sandbox.ts'

/** What the script returns. */
type ScriptResult = readonly [
  realMilliseconds: string,
  epoch: string,
  revision: string,
  /** The animals that changed; nothing if they are none but those that the operations have added. */
  ids: readonly string[] | null,
  values: readonly (string | null)[] | null,
  results: readonly unknown[],
]

type Taker = (value: unknown) => void

/** Operations that are one script: its arguments, and for each what takes its result, or the error if the script fails. */
interface Turn {
  readonly args: string[]
  readonly takers: Taker[]
  readonly failed: Taker[]
}

/** More at once would be more than a function of Lua can take. */
const mostOperations = 1000

/** As large as the whole journal of a sandbox may be. */
const mostRecordBytes = 8 * 1024 * 1024

/** Records that are kept together are dropped together, so they are few where they are large. */
const mostTogetherBytes = 64 * 1024

/** Nobody waits for an entry of the journal but those who read it. */
const latestMilliseconds = 1

/**
 * The operations on one sandbox, in their order. Those that come while a script is under way go together with the next
 * one, because a script costs more than the operations of a call: spec/decisions/0097-one-script-a-call.md.
 */
export class Batch {
  readonly #copy: SharedSandbox
  readonly #head: readonly string[]
  readonly #parts: CopyParts
  #turns: Turn[] = []
  #isOpen = false
  /** Records for the journal, not yet sent. */
  #records: JournalRecord[] = []
  #recordBytes = 0
  /** Whether somebody waits for what is not yet sent. */
  #isWanted = false
  #underWay = 0
  #timer: NodeJS.Timeout | undefined

  constructor(copy: SharedSandbox, parts: CopyParts) {
    this.#copy = copy
    this.#parts = parts
    this.#head = ['EVALSHA', scriptDigest, String(parts.keys.length), ...parts.keys, parts.idle]
  }

  /** Runs an operation of a call. By the next turn of the event loop, the copy has every animal. */
  run(args: readonly string[], taker: Taker, failed: Taker): void {
    this.#add(args, taker, failed)
    if (!this.#isWanted && this.#underWay === 0) setImmediate(() => void this.flush())
    this.#isWanted = true
  }

  /** Runs an operation in a script of its own. @param taker takes the result before the animals that changed */
  async runAlone(args: readonly string[], taker?: Taker): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const take = (result: unknown) => {
      taker?.(result)
      resolve(result)
    }
    this.#isOpen = false
    this.run(args, take, reject)
    this.#isOpen = false
    return promise
  }

  /** Adds a record to the journal. Nobody waits for that. */
  log(record: JournalRecord): void {
    const bytes = bodyBytesOf(record)
    if (this.#recordBytes + bytes > mostTogetherBytes) this.#addRecords()
    this.#records.push(record)
    this.#recordBytes += bytes
    this.#timer ??= setTimeout(() => void this.flush(), latestMilliseconds)
  }

  #addRecords(): void {
    const records = this.#records
    if (records.length === 0) return
    this.#records = []
    this.#recordBytes = 0
    this.#add([`j${records.length} ${entryText(records)}`], () => undefined, this.#parts.onFailure)
  }

  #add(args: readonly string[], taker: Taker, failed: Taker): void {
    let turn = this.#turns.at(-1)
    if (turn === undefined || !this.#isOpen || turn.takers.length === mostOperations) {
      turn = { args: [...this.#head, '', ''], takers: [], failed: [] }
      this.#turns.push(turn)
      this.#isOpen = true
    }
    for (const arg of args) turn.args.push(arg)
    turn.takers.push(taker)
    turn.failed.push(failed)
  }

  /** Sends everything. @returns what resolves once it is there, or will not be */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isWanted = false
    this.#addRecords()
    const turns = this.#turns
    this.#turns = []
    await Promise.all(turns.map((turn) => this.#send(turn)))
  }

  async #send({ args, takers, failed }: Turn): Promise<void> {
    const copy = this.#copy
    const at = this.#head.length
    args[at] = copy.epoch
    args[at + 1] = String(copy.revision)
    this.#underWay++
    try {
      const [real, epoch, revision, ids, values, results] = (await this.#parts.link.run(args)) as ScriptResult
      this.#parts.onTime(Number(real))
      for (const [index, taker] of takers.entries()) taker(results[index])
      if (epoch === copy.epoch) copy.takeAnimals(Number(revision), ids ?? [], values ?? [])
    } catch (error) {
      for (const fail of failed) fail(error)
    } finally {
      this.#underWay--
      // At once, so that Redis has work while the replies of these calls are written.
      if (this.#isWanted) void this.flush()
    }
  }
}

/** Records as an entry of the journal has them. One that is too large comes alone, and only its number is kept. */
export function entryText(records: readonly JournalRecord[]): string {
  const [first] = records
  return first && bodyBytesOf(first) > mostRecordBytes ? `${first.number}\n` : writeRecords(records)
}

function bodyBytesOf({ call, reply }: JournalRecord): number {
  return (call.body?.length ?? 0) + reply.body.length
}
