import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The reply that a connection waits for, or that is being written to it; there is no public way to ask node:http. */
export function pendingReply(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: ServerResponse | null }
  return response ?? undefined
}
