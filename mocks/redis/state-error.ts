import { StorageError } from '../animals/storage-error.ts'

/** The state that replicas share cannot be read or written now. Clients read this message. */
export class StateUnavailableError extends StorageError {
  override readonly name: string = 'StateUnavailableError'
  override readonly status = 503

  constructor(cause: unknown) {
    super(`The state that the replicas share is not available: ${reasonOf(cause)}.`, { cause })
  }
}

/** Redis took too long. */
export class DeadlineError extends StateUnavailableError {
  override readonly name = 'DeadlineError'

  constructor(milliseconds: number) {
    super(`no answer came within ${milliseconds} ms`)
  }
}

/** What Redis has of a sandbox cannot be read, and will not be readable later. Clients read this message. */
export class DamagedSandboxError extends StorageError {
  override readonly name = 'DamagedSandboxError'

  constructor(sandbox: string, cause: unknown) {
    super(
      `Cannot read what Redis has of the sandbox ${sandbox}: ${reasonOf(cause)}. DELETE /_mock/sandboxes/${sandbox} removes it.`,
      { cause },
    )
  }
}

/** Whether an error tells of what Redis has, not of Redis itself: text that cannot be read, or the script fails on it. */
export function isDamage(error: unknown): boolean {
  return !(error instanceof StateUnavailableError) || /^WRONGTYPE|^ERR user_script/.test(messageOf(error.cause))
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof StateUnavailableError) return reasonOf(error.cause)
  return messageOf(error)
    .replace(/script: \w+, on @user_script:\d+\.$/, '')
    .trimEnd()
    .replace(/\.$/, '')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
