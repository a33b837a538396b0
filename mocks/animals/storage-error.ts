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
