import type { JournalRecord } from '../../journal/journal-record.ts'
import { writeJson } from '../../../spec/index.ts'
import { type Quota, type QuotaRequest, countCall } from '../../keys/quota.ts'
import type { ItemLine } from './item-log.ts'
import { JournalBlocks } from './journal-blocks.ts'
import { quotaOf } from './quotas.ts'
import type { SandboxCopy } from './sandbox-copy.ts'

/** What the script returns. */
export type ScriptAnswer = readonly [
  realMilliseconds: number,
  /** How many lines about items there have ever been; nothing if there is no such sandbox. */
  revision: number | null,
  /** The lines that the replica did not know; nothing if they are only those that the instructions have appended. */
  lines: readonly string[] | null,
  /** The version and the settings, if the replica has another version. */
  news: readonly [version: string, settings: string | null] | null,
  results: readonly unknown[],
  /** 1 where the time of the latest call was noted. */
  isUsed: number | null,
]

/** One instruction of the script: see script/script.ts. */
interface Instruction {
  /** Called when it is sent. */
  readonly args: () => readonly string[]
  /** The line that it appends. What came of that is its result; nothing if the sandbox is gone. */
  readonly line?: ItemLine
  readonly resolve: (result: unknown) => void
  readonly fail: (error: unknown) => void
}

/** The number of a call, and its number in the journal, which may have been cleared. */
export type CallNumbers = readonly [number: number, shownNumber: number]

/** What the script says of calls of a key: the numbers of the first one, when it is, and the quota before, if there was one. */
type CountResult = readonly [...CallNumbers, nowSeconds: number, ...before: number[]]

/** A call after it was counted. */
interface Counted {
  readonly numbers: CallNumbers
  readonly quota: Quota
}

/** A call that is to be counted. */
interface CallToCount {
  readonly request: QuotaRequest
  /** Called with nothing if the copy is not what Redis has. */
  readonly resolve: (counted: Counted | undefined) => void
  readonly fail: (error: unknown) => void
}

/** Instructions that are sent as one script. */
interface Batch {
  readonly instructions: Instruction[]
  /** Calls that are counted together, by all that their count depends on. */
  readonly counted: Map<string, CallToCount[]>
}

/** Only readers of the journal wait for an entry. */
const latestMilliseconds = 1

/**
 * What one sandbox has to do in Redis, in order. Instructions that come while a script is under way are sent together with the
 * next one, because a script costs more than the instructions of a call: spec/decisions/0084-state-of-replicas-in-redis.md. Only one
 * at a time brings what is new, so that nothing comes twice.
 */
export class ScriptQueue {
  readonly #copy: SandboxCopy
  readonly #onFailure: (error: unknown) => void
  readonly #batches: Batch[] = []
  /** Whether the last batch takes more instructions. */
  #isOpen = false
  readonly #blocks = new JournalBlocks()
  #isUnderWay = false
  #timer: NodeJS.Timeout | undefined

  /** @param onFailure called if journal entries were lost */
  constructor(copy: SandboxCopy, onFailure: (error: unknown) => void) {
    this.#copy = copy
    this.#onFailure = onFailure
  }

  /** Appends a line about the items. @returns the items that it was about; nothing if the sandbox is gone */
  append(line: ItemLine): Promise<unknown> {
    return new Promise((resolve, fail) => this.#add({ args: () => ['ar', writeJson(line)], line, resolve, fail }))
  }

  /**
   * Counts a call as one with others of its key in the same script, which is what most of its time in Redis goes into.
   * @returns nothing if the copy is not what Redis has
   */
  count(context: string, request: QuotaRequest): Promise<Counted | undefined> {
    return new Promise((resolve, fail) => {
      const { instructions, counted } = this.#openBatch()
      const name = `${context} ${request.key}`
      const others = counted.get(name)
      if (others !== undefined) return void others.push({ request, resolve, fail })
      const calls = [{ request, resolve, fail }]
      counted.set(name, calls)
      instructions.push({
        args: () => [`c${context}`, request.key, String(calls.length)],
        resolve: (result) => countEach(calls, result as CountResult | null),
        fail: (error) => calls.forEach((call) => call.fail(error)),
      })
    })
  }

  /** Runs an instruction of a call. By the next turn of the event loop, the copy has all that is new. */
  run(args: readonly string[]): Promise<unknown> {
    return new Promise((resolve, fail) => this.#add({ args: () => args, resolve, fail }))
  }

  /**
   * Runs an instruction in a script of its own.
   * @param read called at once, before anything else is sent
   */
  runAlone<T>(args: readonly string[], read: (result: unknown) => T): Promise<T> {
    return new Promise((resolve, fail) => {
      this.#isOpen = false
      this.#add({ args: () => args, resolve: (result) => resolve(read(result)), fail })
      this.#isOpen = false
    })
  }

  #add(instruction: Instruction): void {
    this.#openBatch().instructions.push(instruction)
  }

  #openBatch(): Batch {
    const last = this.#isOpen ? this.#batches.at(-1) : undefined
    if (last !== undefined) return last
    const batch: Batch = { instructions: [], counted: new Map() }
    this.#isOpen = true
    if (this.#batches.push(batch) === 1 && !this.#isUnderWay) setImmediate(() => void this.#sendNext())
    return batch
  }

  /** Adds a record to the journal. Nobody waits for that, so it goes with the next script, or soon alone. */
  log(record: JournalRecord): void {
    this.#blocks.add(record)
    this.#timer ??= setTimeout(() => void this.flush(), latestMilliseconds)
  }

  /** Sends what is to be added to the journal: at once, or right behind the script that is under way. */
  async flush(): Promise<void> {
    if (this.#isUnderWay) return
    const blocks = this.#drainBlocks()
    if (blocks.length > 0) await this.#copy.runScript(['', '', ...blocks]).catch(this.#onFailure)
  }

  #drainBlocks(): readonly string[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#blocks.drain().flatMap((block) => ['aj', block])
  }

  async #sendNext(): Promise<void> {
    const batch = this.#batches.shift()?.instructions
    if (batch === undefined) return this.flush()
    const appended = batch.flatMap(({ line }) => line ?? [])
    const known = [String(this.#copy.items.revision), this.#copy.version]
    const args = [...known, ...batch.flatMap((instruction) => instruction.args()), ...this.#drainBlocks()]
    this.#isUnderWay = true
    try {
      const answer = (await this.#copy.runScript(args)) as ScriptAnswer
      const outcomes = this.#copy.follow(answer, appended)?.values()
      for (const [index, { line, resolve }] of batch.entries()) {
        resolve(line === undefined ? answer[4][index] : outcomes?.next().value)
      }
    } catch (error) {
      for (const { fail } of batch) fail(error)
    } finally {
      this.#isUnderWay = false
      // At once, so that Redis has work while the replies of these calls are written.
      void this.#sendNext()
    }
  }
}

/** The count of each call from the quota before them, as in memory. */
function countEach(calls: readonly CallToCount[], result: CountResult | null): void {
  if (result === null) return calls.forEach(({ resolve }) => resolve(undefined))
  const [number, shownNumber, nowSeconds, ...before] = result
  let state = before.length === 0 ? undefined : quotaOf(before)
  for (const [index, { request, resolve }] of calls.entries()) {
    const counted = countCall(state, { ...request, nowSeconds })
    state = counted.state
    resolve({ numbers: [number + index, shownNumber + index], quota: counted.quota })
  }
}
