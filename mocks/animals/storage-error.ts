/** A change of the animals could not be kept, so it was not made. Clients see this message. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError'
  readonly status: number = 500
}

/** No room is left for more animals. Nothing was changed. */
export class NoRoomError extends StorageError {
  override readonly name = 'NoRoomError'
  override readonly status = 507
}

/** The process has as many files and connections open as it may, so what a call needs could not be read. */
export class OpenFilesError extends StorageError {
  override readonly name = 'OpenFilesError'
  override readonly status = 503
}

/** What an error of the system means for a client, if that is known; else the error itself. */
export function knownError(error: unknown): unknown {
  const { code } = Object(error) as NodeJS.ErrnoException
  if (code !== 'EMFILE' && code !== 'ENFILE') return error
  return new OpenFilesError(
    'The mock has as many files and connections open as the system allows. Close connections, or start it with room for ' +
      'more: ulimit -n 4096',
  )
}

/** There are as many sandboxes as allowed, and each has changes, so none is deleted for a new one. */
export class SandboxLimitError extends StorageError {
  override readonly name = 'SandboxLimitError'
  override readonly status = 503

  constructor(name: string, most: number, idleMilliseconds: number) {
    const minutes = Math.ceil(idleMilliseconds / 60_000)
    super(
      `Cannot make the sandbox ${name}: there may be ${most}, and each holds animals, snapshots or settings of its own. ` +
        'Delete some (DELETE /_mock/sandboxes/NAME), reset the mock, or start it with room for more (--sandboxes, ' +
        `maxSandboxes). Idle ones are deleted after ${minutes} minutes.`,
    )
  }
}
