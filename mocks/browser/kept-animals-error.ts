/** The browser does not keep animals here; the message says why. */
export class KeptAnimalsError extends Error {
  override readonly name = 'KeptAnimalsError'
}
