import type { Call, Reply } from '../../call/call.ts'
import type { JournalRecord } from '../../journal/journal-record.ts'
import { tellAll } from '../../journal/journal.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import { answerCall } from '../../store/answer-call.ts'
import type { RecordListener } from '../../store/store.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { Copies } from './copies.ts'
import { Deadline } from './deadline.ts'
import { SandboxForCall } from './sandbox-for-call.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'

/** A call, and what it did so far that cannot be undone. Its next try goes on from that. */
export interface CallProgress {
  readonly call: Call
  readonly deadline: Deadline
  scenario?: ReturnType<Sandbox['spendScenario']>
  hasSpentScenario: boolean
  /** A sandbox that its key names, and that does not exist. */
  absent?: string | undefined
}

/** Answers the calls of this replica. */
export class ReplicaCalls {
  readonly copies: Copies
  readonly #listeners = new Set<RecordListener>()

  constructor(copies: Copies) {
    this.copies = copies
  }

  /** Rejects with a {@link DeadlineError} when it takes too long. */
  answer(call: Call): Promise<Reply> {
    const deadline = new Deadline(this.copies.replica.deadlineMilliseconds)
    const progress: CallProgress = { call, deadline, hasSpentScenario: false }
    return deadline.race(retryWhileStale(() => this.#try(progress), deadline))
  }

  async #try(progress: CallProgress): Promise<Reply> {
    const { copies } = this
    const { apiKeys: keys, registered, holds, limits } = copies.replica
    const { strictSandboxes } = limits
    let called: SandboxForCall | undefined
    const sandboxOf = (name: string) => (called = new SandboxForCall(copies.current(name), this, progress))
    const sandboxOrDefault = (name: string) => {
      if (copies.get(name) !== undefined || name === defaultSandboxName) return sandboxOf(name)
      if (progress.absent === name) return sandboxOf(defaultSandboxName)
      const find = async () => {
        if (await copies.isThere(name)) await copies.open(name)
        else progress.absent = name
      }
      throw new StaleCopyError(find())
    }
    const store = { keys, registered, holds, strictSandboxes, sandboxOf, sandboxOrDefault, onRecord: undefined }
    const reply = await answerCall(store, progress.call)
    await called?.whenCounted
    return reply
  }

  /** Gives the listener the calls that this replica answers. */
  subscribe(listener: RecordListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  notify(record: JournalRecord, number: number, sandbox: Sandbox): void {
    if (this.#listeners.size > 0)
      tellAll(this.#listeners, [{ ...record, number }, sandbox], this.copies.replica.onFailure)
  }
}
