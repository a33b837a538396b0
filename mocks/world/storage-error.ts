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
