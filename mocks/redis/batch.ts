import { RecordWriter } from '../journal/journal-text.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { type Quota, type QuotaRequest, type QuotaState, countCall } from '../keys/quota.ts'
import { scriptDigest } from './script.ts'
import type { CopyParts, SharedSandbox } from './shared-sandbox.ts'
import { DamagedSandboxError, isDamage } from './state-error.ts'

/** What the script returns. */
export type ScriptResult = readonly [
  realMilliseconds: number,
  /** Nothing if there is no such sandbox. */
  epoch: string | null,
  revision: number,
  /** What became of animals; nothing if that is only what the operations have added. */
  changes: readonly string[] | null,
  results: readonly unknown[],
  /** 1 where the time of the latest call was noted. */
  isUsed: number | null,
]

/** What a script does for one call, or for several as if they were one. */
interface Operation {
  // No getter: an object with one gets a hidden class of its own, which keeps what it sees until the next large collection.
  readonly args: () => readonly string[]
  readonly take: (result: unknown) => void
  readonly fail: (error: unknown) => void
}

/** A call that is to be counted. */
export interface CountedCall {
  readonly request: QuotaRequest
  /** The animal that it adds if it passes, behind its id. */
  readonly animal: string | undefined
  readonly take: (counted: Counted) => void
  /** The copy is not what Redis has. */
  readonly refuse: () => void
  readonly fail: (error: unknown) => void
}

/** What becomes of a call that is counted. */
export interface Counted {
  readonly number: number
  /** Its number in the journal, which may have been cleared. */
  readonly shownNumber: number
  readonly quota: Quota
  /** Where its animal has been added. */
  readonly added: { readonly id: bigint; readonly place: number } | undefined
}

/** Operations that are one script. */
interface Turn {
  readonly operations: Operation[]
  /** Calls with one key that are counted together, by what their count goes by. */
  readonly runs: Map<string, CountedCall[]>
  calls: number
  /** Whether it has more than records for the journal. */
  isAwaited: boolean
}

/** More at once would be more than a function of Lua can take. */
const mostCalls = 1000

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
  readonly #records = new RecordWriter()
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

  /** Counts a call. By the next turn of the event loop, the copy has every animal. */
  count(context: string, call: CountedCall): void {
    const { runs, operations } = this.#openTurn(true)
    const letter = call.animal === undefined ? 'c' : 'a'
    const name = `${letter}${context} ${call.request.key}`
    const run = runs.get(name)
    if (run === undefined) {
      const calls = [call]
      runs.set(name, calls)
      operations.push(countingOf([`${letter}${context}`, call.request.key], calls))
    } else run.push(call)
    this.#want()
  }

  /** Runs an operation of a call. By the next turn of the event loop, the copy has every animal. */
  run(args: readonly string[], take: (result: unknown) => void, fail: (error: unknown) => void): void {
    this.#openTurn(true).operations.push({ args: () => args, take, fail })
    this.#want()
  }

  #want(): void {
    if (!this.#isWanted && this.#underWay === 0) setImmediate(() => this.#flushNext())
    this.#isWanted = true
  }

  /** Runs an operation in a script of its own. @param taker takes the result before the animals that changed */
  async runAlone(args: readonly string[], taker?: (result: unknown) => void): Promise<unknown> {
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
    if (bytes > mostRecordBytes) this.#addEntry(1, entryText(record))
    else {
      this.#records.add(record)
      this.#recordBytes += bytes
    }
    this.#timer ??= setTimeout(() => this.#flushNext(), latestMilliseconds)
  }

  #addRecords(): void {
    const { count } = this.#records
    if (count > 0) this.#addEntry(count, this.#records.take())
    this.#recordBytes = 0
  }

  #addEntry(count: number, text: string): void {
    const args = [`j${count} ${text}`]
    this.#openTurn(false).operations.push({ args: () => args, take: () => undefined, fail: this.#parts.onFailure })
  }

  /** Sends everything once no script is under way: two at once would both bring the animals of the first. */
  #flushNext(): void {
    if (this.#underWay === 0) void this.flush()
    else this.#isWanted = true
  }

  #openTurn(isAwaited: boolean): Turn {
    let turn = this.#turns.at(-1)
    if (turn === undefined || !this.#isOpen || turn.calls === mostCalls) {
      turn = { operations: [], runs: new Map(), calls: 0, isAwaited: false }
      this.#turns.push(turn)
      this.#isOpen = true
    }
    turn.calls++
    turn.isAwaited ||= isAwaited
    return turn
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

  async #send({ operations, isAwaited }: Turn): Promise<void> {
    const copy = this.#copy
    const args = [...this.#head, copy.epoch, String(copy.revision)]
    for (const operation of operations) for (const arg of operation.args()) args.push(arg)
    // A call need not wait for the records of others.
    if (isAwaited) this.#underWay++
    try {
      const answer = (await this.#parts.link.run(args)) as ScriptResult
      const [real, epoch, revision, changes, results, isUsed] = answer
      this.#parts.onTime(real)
      const wasUnchanged = copy.revision === 0
      for (const [index, { take }] of operations.entries()) take(results[index])
      if (epoch === copy.epoch) copy.takeAnimals(revision, changes ?? [])
      if (isUsed === 1) this.#parts.onUse(copy, real)
      else if (wasUnchanged && copy.revision > 0) this.#parts.onUse(copy, copy.lastUsedMilliseconds)
    } catch (cause) {
      const error = isDamage(cause) ? new DamagedSandboxError(copy.name, cause) : cause
      for (const { fail } of operations) fail(error)
    } finally {
      if (isAwaited) this.#underWay--
      // At once, so that Redis has work while the replies of these calls are written.
      if (this.#isWanted && this.#underWay === 0) void this.flush()
    }
  }
}

/**
 * Counts calls of one key as if they were one: Redis says how far the key was before, and what each call gets is worked out
 * here as it would be in memory.
 */
function countingOf(start: readonly string[], calls: readonly CountedCall[]): Operation {
  return {
    args() {
      const animals = calls.flatMap(({ animal }) => animal ?? [])
      return [...start, String(calls.length), ...(animals.length > 0 ? [animals.join('\n')] : [])]
    },
    take(result) {
      if (result === null) return calls.forEach((call) => call.refuse())
      const [number, shownNumber, nowSeconds, firstId, firstPlace, added, ...before] = result as CountingResult
      let state = before.length === 0 ? undefined : quotaOf(before)
      const first = BigInt(firstId)
      for (const [index, { request, take }] of calls.entries()) {
        const counted = countCall(state, request.nowSeconds === nowSeconds ? request : { ...request, nowSeconds })
        state = counted.state
        take({
          number: number + index,
          shownNumber: shownNumber + index,
          quota: counted.quota,
          // Those that pass come first, because all are counted at one instant.
          added: index < added ? { id: first + BigInt(index), place: firstPlace + index } : undefined,
        })
      }
    },
    fail(error) {
      for (const call of calls) call.fail(error)
    },
  }
}

/** What the script says of calls that it has counted: the numbers at the end are the quota before, if there was one. */
type CountingResult = readonly [
  number: number,
  shownNumber: number,
  nowSeconds: number,
  firstId: string,
  firstPlace: number,
  added: number,
  ...before: number[],
]

/** A record as an entry of the journal. Of one that is too large, only its number is kept. */
export function entryText(record: JournalRecord): string {
  if (bodyBytesOf(record) > mostRecordBytes) return `A${record.number}\n`
  const writer = new RecordWriter()
  writer.add(record)
  return writer.take()
}

function bodyBytesOf({ call, reply }: JournalRecord): number {
  return (call.body?.length ?? 0) + reply.body.length
}

/** A quota from the numbers that the script has. */
export function quotaOf(numbers: readonly number[]): QuotaState {
  const [minuteEndSeconds = 0, minuteUsed = 0, dayEndSeconds = 0, dayUsed = 0, refusals = 0, bannedUntilSeconds = 0] =
    numbers
  return { minuteEndSeconds, minuteUsed, dayEndSeconds, dayUsed, refusals, bannedUntilSeconds }
}
