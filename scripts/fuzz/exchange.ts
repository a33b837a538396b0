import { connect } from 'node:net'

/** What a client does on one connection. */
export interface FuzzCase {
  readonly kind: string
  /** Bytes that are sent at once, or milliseconds in which nothing is. */
  readonly steps: readonly (Buffer | number)[]
  /** After its last step it waits for the server to close the connection, says that it has nothing more to send, or leaves. */
  readonly ending: 'wait' | 'half-close' | 'leave'
  /** How many replies must come to a client that waits or half-closes. */
  readonly leastReplies: number
}

/** The bytes of a case, as text with a character for each. */
export function textOf({ steps }: Pick<FuzzCase, 'steps'>): string {
  return Buffer.concat(steps.filter((step) => typeof step !== 'number')).toString('latin1')
}

/** How a connection went. */
export interface Exchange {
  readonly received: Buffer
  /** Whether the connection was cut while the client was still sending, which may cost a reply that was on its way. */
  readonly isCutShort: boolean
  /** Whether the client gave up waiting for the server to close the connection. */
  readonly isHanging: boolean
}

/**
 * Plays a case.
 * @param mostMilliseconds how long the server may take to close a connection whose client waits for that
 */
export async function exchange(
  port: number,
  { steps, ending }: Pick<FuzzCase, 'steps' | 'ending'>,
  mostMilliseconds: number,
): Promise<Exchange> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: ending === 'half-close' })
  const received: Buffer[] = []
  let isHanging = false
  socket.on('data', (bytes) => received.push(bytes))
  // What an error costs is seen in what was received.
  socket.on('error', () => socket.destroy())
  socket.once('end', () => socket.end())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // Counted in steps, because a busy machine may stop this process and the server for a while.
  let stepsLeft = mostMilliseconds / 100
  const deadline = setInterval(() => {
    if (--stepsLeft > 0) return
    isHanging = true
    socket.destroy()
  }, 100)
  for (const step of steps) {
    if (socket.destroyed) break
    const isPlayed = new Promise<unknown>((resolve) =>
      typeof step === 'number' ? setTimeout(resolve, step) : socket.write(step, resolve),
    )
    await Promise.race([isPlayed, closed])
  }
  const isCutShort = socket.destroyed
  if (ending === 'leave') socket.resetAndDestroy()
  else if (ending === 'half-close') socket.end()
  await closed
  clearInterval(deadline)
  return { received: Buffer.concat(received), isCutShort, isHanging }
}
