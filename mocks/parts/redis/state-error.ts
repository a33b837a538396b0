import { StorageError } from '../../animals/storage-error.ts'

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

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof StateUnavailableError) return reasonOf(error.cause)
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
