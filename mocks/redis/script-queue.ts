import type { NumberedPets } from '../animals/animals.ts'
import type { Edit } from '../animals/logged-items.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { type Pet, writeJson } from '../../spec/index.ts'
import { type AnimalLog, readAnimalRecord } from './animal-log.ts'
import { type CountedCall, type Instruction, countTogether } from './count-calls.ts'
import { JournalBlocks } from './journal-blocks.ts'
import { scriptDigest } from './script/script.ts'
import type { CopyParts, SandboxCopy } from './sandbox-copy.ts'
import { DamagedSandboxError, isDamage } from './state-error.ts'

/** What the script returns. */
export type ScriptResult = readonly [
  realMilliseconds: number,
  /** How many records of animals there have ever been; nothing if there is no such sandbox. */
  revision: number | null,
  /** The records that the replica did not know; nothing if they are only those that the instructions have appended. */
  records: readonly string[] | null,
  results: readonly unknown[],
  /** 1 where the time of the latest call was noted. */
  isUsed: number | null,
]

/** An edit that is to be appended to the records of the animals. */
interface AppendedEdit {
  readonly edit: Edit<Pet>
  /** Takes the animals that it was about; nothing if the sandbox is gone. */
  readonly take: (outcome: NumberedPets | undefined) => void
}

/** Instructions that are sent together, as one script. */
interface Batch {
  readonly instructions: Instruction[]
  /** Calls that are counted together, by key and what else their count depends on. */
  readonly countedTogether: Map<string, CountedCall[]>
  readonly edits: AppendedEdit[]
  calls: number
  /** Whether somebody waits for it. Nobody waits for journal entries. */
  isAwaited: boolean
  /** Whether it brings the records of animals. Only one script at a time does, so that none comes twice. */
  asksForRecords: boolean
}

/** A function of Lua takes no more arguments at once. */
const mostCalls = 1000

/** Only readers of the journal wait for an entry. */
const latestMilliseconds = 1

/**
 * What one sandbox has to do in Redis, in order. Instructions that come while a script is under way are sent together
 * with the next one, because a script costs more than the instructions of a call: spec/decisions/0097-one-script-a-call.md.
 */
export class ScriptQueue {
  readonly #copy: SandboxCopy
  readonly #head: readonly string[]
  readonly #parts: CopyParts
  readonly #batches: Batch[] = []
  #isOpen = false
  readonly #blocks = new JournalBlocks((block) => this.#addBlock(block))
  /** Whether somebody waits for a batch that is not sent yet. */
  #isWanted = false
  #isUnderWay = false
  #timer: NodeJS.Timeout | undefined

  constructor(copy: SandboxCopy, parts: CopyParts) {
    this.#copy = copy
    this.#parts = parts
    this.#head = ['EVALSHA', scriptDigest, String(parts.keys.length), ...parts.keys, parts.idle]
  }

  /** Counts a call. By the next turn of the event loop, the copy has every animal. */
  count(context: string, call: CountedCall): void {
    if (this.#copy.animalLog.isChanging) return call.refuse()
    const { countedTogether, instructions } = this.#openBatch(true)
    const name = `${context} ${call.request.key}`
    const others = countedTogether.get(name)
    if (others === undefined) {
      const calls = [call]
      countedTogether.set(name, calls)
      instructions.push(countTogether([`c${context}`, call.request.key], calls))
    } else others.push(call)
    this.#sendSoon()
  }

  /** Appends an edit to the records of the animals. @returns the animals that it was about; nothing if the sandbox is gone */
  append(edit: Edit<Pet>): Promise<NumberedPets | undefined> {
    return new Promise((take, fail) => {
      const { instructions, edits } = this.#openBatch(true)
      const args = [`e${writeJson(edit)}`]
      instructions.push({ args: () => args, take: () => undefined, fail })
      edits.push({ edit, take })
      this.#sendSoon()
    })
  }

  /** Runs an instruction of a call. By the next turn of the event loop, the copy has every animal. */
  run(args: readonly string[], take: (result: unknown) => void, fail: (error: unknown) => void): void {
    this.#openBatch(true).instructions.push({ args: () => args, take, fail })
    this.#sendSoon()
  }

  #sendSoon(): void {
    if (!this.#isWanted && !this.#isUnderWay) setImmediate(() => void this.flush())
    this.#isWanted = true
  }

  /**
   * Runs an instruction in a script of its own.
   * @param onResult called at once, before anybody who awaits the result
   * @param asksForRecords whether the copy learns what others made of the animals
   */
  async runAlone(
    args: readonly string[],
    onResult?: (result: unknown) => void,
    asksForRecords = true,
  ): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const take = (result: unknown) => {
      onResult?.(result)
      resolve(result)
    }
    this.#isOpen = false
    const batch = this.#openBatch(true)
    batch.instructions.push({ args: () => args, take, fail: reject })
    batch.asksForRecords = asksForRecords
    this.#isOpen = false
    this.#sendSoon()
    return promise
  }

  /** Adds a record to the journal. Nobody waits for that. */
  log(record: JournalRecord): void {
    this.#blocks.add(record)
    this.#timer ??= setTimeout(() => void this.flush(), latestMilliseconds)
  }

  #addBlock(block: string): void {
    const args = [`j${block}`]
    this.#openBatch(false).instructions.push({ args: () => args, take: () => undefined, fail: this.#parts.onFailure })
  }

  #openBatch(isAwaited: boolean): Batch {
    let batch = this.#batches.at(-1)
    if (batch === undefined || !this.#isOpen || batch.calls === mostCalls) {
      batch = {
        instructions: [],
        countedTogether: new Map(),
        edits: [],
        calls: 0,
        isAwaited: false,
        asksForRecords: false,
      }
      this.#batches.push(batch)
      this.#isOpen = true
    }
    batch.calls++
    batch.isAwaited ||= isAwaited
    batch.asksForRecords ||= isAwaited
    return batch
  }

  /**
   * Sends the next batch, after the script that is under way: two at once would both bring the same records.
   * @returns resolves once Redis has answered, or failed
   */
  async flush(): Promise<void> {
    if (this.#isUnderWay) {
      this.#isWanted = true
      return
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#blocks.close()
    const batch = this.#batches.shift()
    this.#isWanted = this.#batches.length > 0
    if (batch !== undefined) await this.#send(batch)
  }

  async #send({ instructions, edits, isAwaited, asksForRecords }: Batch): Promise<void> {
    const copy = this.#copy
    const { animalLog } = copy
    const args = [...this.#head, asksForRecords ? String(animalLog.revision) : '']
    for (const instruction of instructions) for (const arg of instruction.args()) args.push(arg)
    // A call need not wait for the journal entries of others.
    if (isAwaited) this.#isUnderWay = true
    else if (this.#isWanted) setImmediate(() => void this.flush())
    try {
      const answer = (await this.#parts.connection.run(args)) as ScriptResult
      const [real, revision, records, results, isUsed] = answer
      this.#parts.onTime(real)
      const wasUnchanged = animalLog.memory.isUnchanged
      if (asksForRecords) takeRecords(animalLog, revision, records, edits)
      for (const [index, { take }] of instructions.entries()) take(results[index])
      if (isUsed === 1) this.#parts.onUse(copy, real)
      else if (wasUnchanged && !animalLog.memory.isUnchanged) this.#parts.onUse(copy, copy.lastUsedMilliseconds)
    } catch (cause) {
      const error = isDamage(cause) ? new DamagedSandboxError(copy.name, cause) : cause
      for (const { fail } of instructions) fail(error)
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
