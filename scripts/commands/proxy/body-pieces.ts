import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import { isScattered } from '../../../mocks/http/request-body.ts'

/** Pipes a body. It joins pieces that came together: node:http takes 2 kB to send a piece of one byte. */
export function pipeBody(from: IncomingMessage, to: ClientRequest | ServerResponse): void {
  let isComing = false
  const flow = (): void => {
    isComing = false
    const pieces: unknown = to.writableNeedDrain ? null : from.read()
    if (pieces !== null) to.write(pieces)
  }
  const gather = (): void => {
    // The event comes once for each piece, so the pieces are gathered until the next turn.
    if (!isComing) setImmediate(flow)
    isComing = true
  }
  const end = (): void => void to.end()
  from.on('readable', gather).once('end', end)
  to.on('drain', flow).once('close', () => from.off('readable', gather).off('end', end))
}

/** Calls `stop` once a body came in too many small pieces, and ignores the rest of it. */
export function onScattered(message: IncomingMessage, stop: () => void): void {
  let [pieces, bytes] = [0, 0]
  let isStopped = false
  const push = message.push.bind(message)
  // The parser calls this for each piece. A "data" event may have several pieces in one.
  message.push = (piece: Buffer | null) => {
    if (isStopped) return false
    bytes += piece?.length ?? 0
    if (piece === null || !isScattered(++pieces, bytes)) return push(piece)
    isStopped = true
    // The parser must have returned before the connection is destroyed.
    setImmediate(stop)
    return false
  }
}
