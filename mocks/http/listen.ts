import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen. @returns the port, which 0 leaves to the system. @throws {ListenError} when it cannot listen there */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
    // A server that listens on a port has an address of this form.
    return (server.address() as AddressInfo).port
  } catch (error) {
    throw new ListenError(error as NodeJS.ErrnoException, host, port)
  }
}

/** The server cannot listen where it was asked to; the message says in one line what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  /** The code of the system, such as `EADDRINUSE`. */
  readonly code: string

  constructor(error: NodeJS.ErrnoException, host: string, port: number) {
    const { code = 'unknown', message } = error
    const noAddress = `${host} is no address of this machine. Use 127.0.0.1.`
    const reasons: Readonly<Record<string, string>> = {
      EADDRINUSE:
        'something else listens there already. Stop it, or choose another port (--port 0 takes any free one).',
      EACCES: 'the system does not allow it. Choose a port from 1024 on.',
      EADDRNOTAVAIL: noAddress,
      ENOTFOUND: noAddress,
      ERR_SOCKET_BAD_PORT: 'a port is a whole number from 0 to 65535.',
    }
    super(`Cannot listen on ${host}, port ${port}: ${reasons[code] ?? `${message}.`}`, { cause: error })
    this.code = code
  }
}
