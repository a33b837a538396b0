import { type Socket, connect } from 'node:net'

/** What a client does on one connection, or on many at once. */
export interface FuzzCase {
  readonly kind: string
  /** How many connections do the same at the same time. */
  readonly connections: number
  readonly steps: readonly Step[]
  readonly ending: Ending
  /** How many replies must come to a client that waits or half-closes. */
  readonly leastReplies: number
}

/** Bytes that are sent at once, and again so many times; or a pause. */
export type Step = { readonly bytes: Buffer; readonly times: number } | { readonly pauseMilliseconds: number }

/**
 * What the client does after its last step: it waits for the server to close the connection, says that it has
 * nothing more to send, or leaves: at once, at the first bytes of a reply, or with a reset.
 */
export type Ending = 'wait' | 'half-close' | 'leave' | 'leave-at-reply' | 'reset'

/** The bytes of a case as they are sent on each connection, repetitions left out. */
export function bytesOf({ steps }: Pick<FuzzCase, 'steps'>): Buffer {
  return Buffer.concat(steps.flatMap((step) => ('bytes' in step ? [step.bytes] : [])))
}

/** How a connection went. */
export interface Exchange {
  readonly received: Buffer
  /** Bytes that were handed over to the system; the server need not have read them. */
  readonly sentBytes: number
  /** Whether the connection was cut while the client was still sending, which may cost a reply that was on its way. */
  readonly isCutShort: boolean
  /** Whether the client gave up waiting for the server to close the connection. */
  readonly isHanging: boolean
}

/**
 * Plays a case on one connection.
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
  // What an error costs is seen in what was sent and received.
  socket.on('error', () => socket.destroy())
  socket.once('end', () => socket.end())
  if (ending === 'leave-at-reply') socket.once('data', () => socket.destroy())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // Counted in steps, because a busy machine may stop this process and the server for a while.
  let stepsLeft = mostMilliseconds / 100
  const deadline = setInterval(() => {
    if (--stepsLeft > 0) return
    isHanging = true
    socket.destroy()
  }, 100)
  for (const step of steps) if (!socket.destroyed) await play(step, socket, closed)
  const sentBytes = socket.bytesWritten
  const isCutShort = socket.destroyed
  if (ending === 'leave') socket.destroy()
  else if (ending === 'reset') socket.resetAndDestroy()
  else if (ending === 'half-close') socket.end()
  await closed
  clearInterval(deadline)
  return { received: Buffer.concat(received), sentBytes, isCutShort, isHanging }
}

async function play(step: Step, socket: Socket, closed: Promise<void>): Promise<void> {
  if ('pauseMilliseconds' in step) {
    const pause = new Promise((resolve) => setTimeout(resolve, step.pauseMilliseconds))
    await Promise.race([pause, closed])
    return
  }
  for (let left = step.times; left > 0 && socket.writable; left--) {
    const isWritten = new Promise((resolve) => socket.write(step.bytes, resolve))
    await Promise.race([isWritten, closed])
  }
}
