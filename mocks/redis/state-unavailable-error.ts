import { StorageError } from '../world/storage-error.ts'

/** The state that replicas share cannot be read or written now. Clients read this message. */
export class StateUnavailableError extends StorageError {
  override readonly name = 'StateUnavailableError'
  override readonly status = 503

  constructor(cause: unknown) {
    super(`The state that the replicas share is not available: ${reasonOf(cause)}.`, { cause })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\.?\s*(?:script: \w+, on @user_script:\d+\.)?$/, '')
}
