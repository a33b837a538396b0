import type { Awaitable, Pet } from '../../spec/index.ts'
import type { NumberedPets } from '../animals/animals.ts'
import type { Edit } from '../animals/logged-items.ts'
import type { Call, Reply } from '../call/call.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { tellAll } from '../journal/journal.ts'
import { defaultSandboxName } from '../keys/keys.ts'
import { answerCall } from '../store/answer-call.ts'
import type { RecordListener } from '../store/store.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { ChangeQueue } from './change-queue.ts'
import type { Copies } from './copies.ts'
import type { ReplicaParts } from './copy-maker.ts'
import type { Deadline } from './deadline.ts'
import { type CallProgress, SandboxForCall } from './sandbox-for-call.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { StaleCopyError, retryIfStale } from './stale-copy.ts'

/** Answers the calls of this replica, and does what they need of sandboxes. */
export class ReplicaCalls {
  readonly #parts: ReplicaParts
  readonly #copies: Copies
  readonly #changes: ChangeQueue
  readonly #newDeadline: () => Deadline
  readonly #listeners = new Set<RecordListener>()

  constructor(parts: ReplicaParts, copies: Copies, changes: ChangeQueue, newDeadline: () => Deadline) {
    this.#parts = parts
    this.#copies = copies
    this.#changes = changes
    this.#newDeadline = newDeadline
  }

  /** Rejects with a {@link DeadlineError} when it takes too long. */
  answer(call: Call): Promise<Reply> {
    const deadline = this.#newDeadline()
    return deadline.race(this.#answer(call, deadline))
  }

  /** A promise costs every call time, so this adds only one to those of `answerCall`. */
  #answer(call: Call, deadline: Deadline, progress: CallProgress = { hasTakenScenario: false }): Promise<Reply> {
    let called: SandboxForCall | undefined
    const sandboxOf = (name: string) => (called = new SandboxForCall(call, this.#changes.copyOf(name), this, progress))
    const again = (error: unknown) => retryIfStale(error, () => this.#answer(call, deadline, progress), deadline)
    const answering = answerCall(
      {
        keys: this.#parts.apiKeys,
        holds: this.#parts.holds,
        sandboxOf,
        sandboxOrDefault: (name) => {
          if (this.#copies.get(name) !== undefined || name === defaultSandboxName) return sandboxOf(name)
          if (progress.absent === name) return sandboxOf(defaultSandboxName)
          throw new StaleCopyError(this.reload(name).then((isThere) => isThere || (progress.absent = name)))
        },
        onRecord: undefined,
      },
      call,
    )
    return answering.then((reply) => called?.whenJournaled?.then(() => reply, again) ?? reply, again)
  }

  /** Changes a sandbox for a call. */
  change<T>(name: string, work: (sandbox: SandboxCopy) => Awaitable<T>): Promise<T> {
    return this.#changes.change(name, { work, deadline: this.#newDeadline(), isOfCall: true })
  }

  /** Appends an edit of a call to the animals of a sandbox. @returns the animals that it was about */
  append(name: string, edit: Edit<Pet>): Promise<NumberedPets> {
    return this.#changes.append(name, edit, this.#newDeadline())
  }

  /** Brings a copy up to date. @returns whether the sandbox is there */
  reload(name: string): Promise<boolean> {
    return this.#copies.reload(name)
  }

  /** Gives the listener the calls that this replica answers. */
  subscribe(listener: RecordListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(record: JournalRecord, number: number, sandbox: Sandbox): void {
    if (this.#listeners.size > 0) tellAll(this.#listeners, [{ ...record, number }, sandbox], this.#parts.onFailure)
  }
}
