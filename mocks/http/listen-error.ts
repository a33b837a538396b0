/** The server cannot listen where it was asked to; the message says in one line what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  /** The code of the system, such as `EADDRINUSE`. */
  readonly code: string

  constructor(error: NodeJS.ErrnoException, host: string, port: number) {
    super(`Cannot listen on ${host}, port ${port}: ${explain(error, host)}`, { cause: error })
    this.code = error.code ?? 'unknown'
  }
}

function explain(error: NodeJS.ErrnoException, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'something else listens there already. Stop it, or choose another port (--port 0 takes any free one).'
    case 'EACCES':
      return 'the system does not allow it. Choose a port from 1024 on.'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Use 127.0.0.1.`
    case 'ERR_SOCKET_BAD_PORT':
      return 'a port is a whole number from 0 to 65535.'
    default:
      return `${error.message}.`
  }
}
