import type { JournalRecord } from '../../journal/journal-record.ts'
import { writeJson } from '../../../spec/index.ts'
import { type Quota, type QuotaRequest, countCall } from '../../keys/quota.ts'
import type { ItemLine } from './item-log.ts'
import { contextOf, quotaOf } from './quotas.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { blockOf } from './shared-journal.ts'

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
]

/** Who waits for the result of an instruction. */
interface Waiting<T> {
  readonly resolve: (result: T) => void
  readonly fail: (error: unknown) => void
}

/** One instruction of the script: see script/script.ts. */
interface Instruction extends Waiting<unknown> {
  /** Called when it is sent. */
  readonly args: () => readonly string[]
  /** The line that it appends. What came of that is its result; nothing if the sandbox is gone. */
  readonly line?: ItemLine
}

/** Instructions that are sent as one script. */
interface Batch {
  readonly instructions: Instruction[]
  /** Calls for which one instruction is sent, by all that it depends on. */
  readonly together: Map<string, (Waiting<unknown> & { readonly call: unknown })[]>
}

/** The journal drops the calls of one instruction together. */
const mostTogether = 100

/**
 * What one sandbox has to do in Redis, in order. Instructions that come while a script is under way are sent together with the
 * next one, because a script costs more than the instructions of a call: spec/decisions/0084-state-of-replicas-in-redis.md. Only one
 * at a time brings what is new, so that nothing comes twice.
 */
export class ScriptQueue {
  readonly #copy: SandboxCopy
  /** What is sent next. */
  #batch: Batch | undefined
  #isUnderWay = false

  constructor(copy: SandboxCopy) {
    this.#copy = copy
  }

  /**
   * Runs an instruction.
   * @param read called before anything else is sent. By the next turn of the event loop, the copy has all that is new.
   */
  ask<T>(args: readonly string[], read: (result: unknown) => T): Promise<T> {
    return new Promise((resolve, fail) =>
      this.#add({ args: () => args, resolve: (result) => resolve(read(result)), fail }),
    )
  }

  /** Appends a line about the items. @returns the items that it was about; nothing if the sandbox is gone */
  append(line: ItemLine): Promise<unknown> {
    return new Promise((resolve, fail) => this.#add({ args: () => ['ar', writeJson(line)], line, resolve, fail }))
  }

  /**
   * Counts a call.
   * @param version what the copy must have, or "" for any
   * @returns nothing if the copy is not what Redis has
   */
  count(version: string, clock: SandboxCopy['clock'], request: QuotaRequest): Promise<Quota | undefined> {
    const context = contextOf(version, clock.state, request)
    const argsOf = (requests: readonly QuotaRequest[]) => [`c${context}`, request.key, String(requests.length)]
    return this.#addTogether(`${context} ${request.key}`, request, argsOf, countEach)
  }

  /** Adds a call to the journal, as {@link ScriptQueue.count} counts one. @returns its number */
  log(version: string, record: JournalRecord): Promise<number | undefined> {
    const argsOf = (records: readonly JournalRecord[]) => [`aj${version}`, blockOf(records)]
    const numbersOf = (records: readonly JournalRecord[], first: unknown) =>
      records.map((_, index) => Number(first) + index)
    return this.#addTogether(`log ${version}`, record, argsOf, numbersOf)
  }

  /** Most of the time of Redis goes into instructions, so calls that depend on the same share one. */
  #addTogether<C, T>(
    name: string,
    call: C,
    argsOf: (calls: readonly C[]) => readonly string[],
    resultsOf: (calls: readonly C[], result: unknown) => readonly T[],
  ): Promise<T | undefined> {
    return new Promise((resolve, fail) => {
      const { instructions, together } = this.#openBatch()
      const waiting = { call, resolve: resolve as (result: unknown) => void, fail }
      const others = together.get(name)
      if (others !== undefined && others.length < mostTogether) return void others.push(waiting)
      const all = [waiting]
      together.set(name, all)
      const calls = () => all.map((each) => each.call)
      instructions.push({
        args: () => argsOf(calls()),
        resolve(result) {
          const results = result === null ? [] : resultsOf(calls(), result)
          for (const [index, each] of all.entries()) each.resolve(results[index])
        },
        fail: (error) => all.forEach((each) => each.fail(error)),
      })
    })
  }

  #add(instruction: Instruction): void {
    this.#openBatch().instructions.push(instruction)
  }

  #openBatch(): Batch {
    if (!this.#isUnderWay) this.#sendSoon()
    this.#isUnderWay = true
    return (this.#batch ??= { instructions: [], together: new Map() })
  }

  /** With all that is asked in this turn of the event loop. */
  #sendSoon(): void {
    setImmediate(() => void this.#send())
  }

  async #send(): Promise<void> {
    const batch = this.#batch?.instructions
    this.#batch = undefined
    this.#isUnderWay = batch !== undefined
    if (batch === undefined) return
    const copy = this.#copy
    const appended = batch.flatMap(({ line }) => line ?? [])
    const known = [String(copy.items.revision), copy.version]
    try {
      const answer = (await copy.runScript([...known, ...batch.flatMap(({ args }) => args())])) as ScriptAnswer
      const outcomes = copy.follow(answer, appended)?.values()
      for (const [index, { line, resolve }] of batch.entries()) {
        resolve(line === undefined ? answer[4][index] : outcomes?.next().value)
      }
    } catch (error) {
      for (const { fail } of batch) fail(error)
    } finally {
      this.#sendSoon()
    }
  }
}

/** The quota of each call from what the script says: when it is, and the quota before, if there was one. */
function countEach(requests: readonly QuotaRequest[], result: unknown): Quota[] {
  const [nowSeconds, ...before] = result as readonly [number, ...number[]]
  let state = before.length === 0 ? undefined : quotaOf(before)
  return requests.map((request) => {
    const counted = countCall(state, { ...request, nowSeconds })
    state = counted.state
    return counted.quota
  })
}
