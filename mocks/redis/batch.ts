import type { NumberedPets } from '../animals/animals.ts'
import type { AnimalEdit } from '../animals/logged-animals.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { writeJson } from '../../spec/index.ts'
import { type AnimalLog, readAnimalRecord } from './animal-log.ts'
import type { CopyParts } from './copy-parts.ts'
import { type CountedCall, type Operation, countingOf } from './counted-calls.ts'
import { JournalEntries } from './journal-entries.ts'
import { scriptDigest } from './script/script.ts'
import type { SharedSandbox } from './shared-sandbox.ts'
import { DamagedSandboxError, isDamage } from './state-error.ts'

/** What the script returns. */
export type ScriptResult = readonly [
  realMilliseconds: number,
  /** How many records of animals there have ever been; nothing if there is no such sandbox. */
  revision: number | null,
  /** The records that the replica did not know; nothing if they are only those that the operations have appended. */
  records: readonly string[] | null,
  results: readonly unknown[],
  /** 1 where the time of the latest call was noted. */
  isUsed: number | null,
]

/** An edit that is to be appended to the records of the animals. */
interface AppendedEdit {
  readonly edit: AnimalEdit
  /** Takes the animals that it was about; nothing if the sandbox is gone. */
  readonly take: (outcome: NumberedPets | undefined) => void
}

/** Operations that are one script. */
interface Turn {
  readonly operations: Operation[]
  /** Calls with one key that are counted together, by what their count goes by. */
  readonly runs: Map<string, CountedCall[]>
  readonly edits: AppendedEdit[]
  calls: number
  /** Whether it has more than entries of the journal. */
  isAwaited: boolean
  /** Whether it brings the records of animals. Only one script at a time does, so that none comes twice. */
  asksForRecords: boolean
}

/** A function of Lua takes no more arguments at once. */
const mostCalls = 1000

/** Only readers of the journal wait for an entry. */
const latestMilliseconds = 1

/**
 * The operations on one sandbox, in their order. Those that come while a script is under way go together with the next
 * one, because a script costs more than the operations of a call: spec/decisions/0097-one-script-a-call.md.
 */
export class Batch {
  readonly #copy: SharedSandbox
  readonly #head: readonly string[]
  readonly #parts: CopyParts
  readonly #turns: Turn[] = []
  #isOpen = false
  readonly #entries = new JournalEntries((entry) => this.#addEntry(entry))
  /** Whether somebody waits for what is not yet sent. */
  #isWanted = false
  #isUnderWay = false
  #timer: NodeJS.Timeout | undefined

  constructor(copy: SharedSandbox, parts: CopyParts) {
    this.#copy = copy
    this.#parts = parts
    this.#head = ['EVALSHA', scriptDigest, String(parts.keys.length), ...parts.keys, parts.idle]
  }

  /** Counts a call. By the next turn of the event loop, the copy has every animal. */
  count(context: string, call: CountedCall): void {
    if (this.#copy.animalLog.isChanging) return call.refuse()
    const { runs, operations } = this.#openTurn(true)
    const name = `${context} ${call.request.key}`
    const run = runs.get(name)
    if (run === undefined) {
      const calls = [call]
      runs.set(name, calls)
      operations.push(countingOf([`c${context}`, call.request.key], calls))
    } else run.push(call)
    this.#want()
  }

  /** Appends an edit to the records of the animals. @returns the animals that it was about; nothing if the sandbox is gone */
  append(edit: AnimalEdit): Promise<NumberedPets | undefined> {
    return new Promise((take, fail) => {
      const { operations, edits } = this.#openTurn(true)
      const args = [`e${writeJson(edit)}`]
      operations.push({ args: () => args, take: () => undefined, fail })
      edits.push({ edit, take })
      this.#want()
    })
  }

  /** Runs an operation of a call. By the next turn of the event loop, the copy has every animal. */
  run(args: readonly string[], take: (result: unknown) => void, fail: (error: unknown) => void): void {
    this.#openTurn(true).operations.push({ args: () => args, take, fail })
    this.#want()
  }

  #want(): void {
    if (!this.#isWanted && !this.#isUnderWay) setImmediate(() => void this.flush())
    this.#isWanted = true
  }

  /**
   * Runs an operation in a script of its own.
   * @param taker takes the result at once
   * @param asksForRecords whether the copy learns what others made of the animals
   */
  async runAlone(args: readonly string[], taker?: (result: unknown) => void, asksForRecords = true): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const take = (result: unknown) => {
      taker?.(result)
      resolve(result)
    }
    this.#isOpen = false
    const turn = this.#openTurn(true)
    turn.operations.push({ args: () => args, take, fail: reject })
    turn.asksForRecords = asksForRecords
    this.#isOpen = false
    this.#want()
    return promise
  }

  /** Adds a record to the journal. Nobody waits for that. */
  log(record: JournalRecord): void {
    this.#entries.add(record)
    this.#timer ??= setTimeout(() => void this.flush(), latestMilliseconds)
  }

  #addEntry(entry: string): void {
    const args = [`j${entry}`]
    this.#openTurn(false).operations.push({ args: () => args, take: () => undefined, fail: this.#parts.onFailure })
  }

  #openTurn(isAwaited: boolean): Turn {
    let turn = this.#turns.at(-1)
    if (turn === undefined || !this.#isOpen || turn.calls === mostCalls) {
      turn = { operations: [], runs: new Map(), edits: [], calls: 0, isAwaited: false, asksForRecords: false }
      this.#turns.push(turn)
      this.#isOpen = true
    }
    turn.calls++
    turn.isAwaited ||= isAwaited
    turn.asksForRecords ||= isAwaited
    return turn
  }

  /**
   * Sends what waits, after the script that is under way: two at once would both bring the same records.
   * @returns what resolves once the first turn is there, or will not be
   */
  async flush(): Promise<void> {
    if (this.#isUnderWay) {
      this.#isWanted = true
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#entries.close()
    const turn = this.#turns.shift()
    this.#isWanted = this.#turns.length > 0
    if (turn !== undefined) await this.#send(turn)
  }

  async #send({ operations, edits, isAwaited, asksForRecords }: Turn): Promise<void> {
    const copy = this.#copy
    const { animalLog } = copy
    const args = [...this.#head, asksForRecords ? String(animalLog.revision) : '']
    for (const operation of operations) for (const arg of operation.args()) args.push(arg)
    // A call need not wait for the journal entries of others.
    if (isAwaited) this.#isUnderWay = true
    else if (this.#isWanted) setImmediate(() => void this.flush())
    try {
      const answer = (await this.#parts.connection.run(args)) as ScriptResult
      const [real, revision, records, results, isUsed] = answer
      this.#parts.onTime(real)
      const wasUnchanged = animalLog.memory.isUnchanged
      if (asksForRecords) takeRecords(animalLog, revision, records, edits)
      for (const [index, { take }] of operations.entries()) take(results[index])
      if (isUsed === 1) this.#parts.onUse(copy, real)
      else if (wasUnchanged && !animalLog.memory.isUnchanged) this.#parts.onUse(copy, copy.lastUsedMilliseconds)
    } catch (cause) {
      const error = isDamage(cause) ? new DamagedSandboxError(copy.name, cause) : cause
      for (const { fail } of operations) fail(error)
    } finally {
      if (isAwaited) this.#isUnderWay = false
      // At once, so that Redis has work while the replies of these calls are written.
      if (isAwaited && this.#isWanted) void this.flush()
    }
  }
}

/** Takes the records that a script has brought. The last of them are these edits. */
function takeRecords(
  animalLog: AnimalLog,
  revision: number | null,
  records: readonly string[] | null,
  edits: readonly AppendedEdit[],
): void {
  if (revision === null) return edits.forEach(({ take }) => take(undefined))
  const outcomes = animalLog.take(revision, records?.map(readAnimalRecord) ?? edits.map(({ edit }) => edit))
  const others = outcomes.length - edits.length
  for (const [index, { take }] of edits.entries()) take(outcomes[others + index])
}
