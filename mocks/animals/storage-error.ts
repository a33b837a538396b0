/** The place of the animals could not keep a change, so it was not made. Clients read this message. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError'
  readonly status: number = 500
}

/** No room is left for more animals, so nothing was changed. */
export class NoRoomError extends StorageError {
  override readonly name = 'NoRoomError'
  override readonly status = 507
}

/** There are as many sandboxes as may be, and each holds something, so none makes room for another name. */
export class SandboxLimitError extends StorageError {
  override readonly name = 'SandboxLimitError'
  override readonly status = 503

  constructor(name: string, most: number, idleMilliseconds: number) {
    const minutes = Math.ceil(idleMilliseconds / 60_000)
    super(
      `Cannot make the sandbox ${name}: each of the ${most} that there may be holds animals, snapshots or settings of its ` +
        'own. Delete some (DELETE /_mock/sandboxes/NAME), reset the mock, or start it with room for more (--sandboxes, ' +
        `maxSandboxes). Idle ones are deleted after ${minutes} minutes.`,
    )
  }
}
