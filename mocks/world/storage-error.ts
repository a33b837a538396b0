/** The place of the animals could not keep a change, so it was not made. Clients read this message. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}
