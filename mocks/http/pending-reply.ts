import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The reply that a connection waits for, or that is being written to it; there is no public way to ask node:http. */
export function pendingReply(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null }
  return response ?? undefined
}

/**
 * Writes once the requests that came whole before are answered: a client takes replies in the order of its requests.
 * Does nothing where the connection ends before.
 */
export function afterPendingReplies(socket: Duplex, write: () => void): void {
  const response = pendingReply(socket)
  if (response?.req.complete === true) response.once('close', () => afterPendingReplies(socket, write))
  else if (socket.writable) write()
}
