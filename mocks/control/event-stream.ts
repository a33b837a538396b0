import { ControlError, type ControlReply, errorReply } from './handler.ts'

/** How often a stream sends a heartbeat, so that no proxy closes it as idle. */
export const heartbeatMilliseconds = 15_000

// Slow readers must not fill the memory, neither one of them nor all together.
const mostStreams = 200
const mostWaitingBytes = 32 * 1024 * 1024
const mostWaitingTogetherBytes = 64 * 1024 * 1024

/** A stream that somebody reads. */
interface OpenStream {
  /** How much its reader has not taken yet. */
  readonly waitingBytes: () => number
  readonly cut: () => void
}

const streams = new Set<OpenStream>()

/**
 * A stream of server-sent events.
 * @param begin starts to send events, and returns what ends that
 * @param signal aborted when the reader has left
 */
export function eventStream(
  begin: (send: (event: string) => void) => () => void,
  signal: AbortSignal | undefined,
): ControlReply {
  if (streams.size >= mostStreams) {
    const message = `There are ${mostStreams} streams of events already. Close some, or ask for the journal instead.`
    return errorReply(new ControlError(503, 'limit_reached', message, { 'Retry-After': '5' }))
  }
  let end = () => {}
  const events = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let stop = () => {}
        const stream: OpenStream = {
          waitingBytes: () => mostWaitingBytes - Number(controller.desiredSize),
          cut() {
            end()
            controller.error(new Error('The reader has left, or is too slow.'))
          },
        }
        const send = (event: string) => {
          if (!streams.has(stream)) return
          controller.enqueue(encoder.encode(event))
          if (stream.waitingBytes() > 0) cutSlowest()
        }
        const heartbeat = setInterval(send, heartbeatMilliseconds, ': still here\n\n')
        // A stream alone must not keep the process alive. In browsers a timer is a number.
        if (typeof heartbeat === 'object') heartbeat.unref()
        end = () => {
          streams.delete(stream)
          clearInterval(heartbeat)
          stop()
        }
        streams.add(stream)
        send('retry: 2000\n\n')
        stop = begin(send)
        signal?.addEventListener('abort', stream.cut)
        if (signal?.aborted === true || !streams.has(stream)) stream.cut()
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaitingBytes }),
  )
  return { status: 200, headers: { 'Content-Type': 'text/event-stream' }, body: '', events }
}

const encoder = new TextEncoder()

/** Cuts off the streams with the most waiting bytes until each, and all together, are within the limits. */
function cutSlowest(): void {
  let bytes = 0
  let slowest: OpenStream | undefined
  for (const stream of streams) {
    bytes += stream.waitingBytes()
    if (slowest === undefined || stream.waitingBytes() > slowest.waitingBytes()) slowest = stream
  }
  const isWithin = bytes <= mostWaitingTogetherBytes && Number(slowest?.waitingBytes()) <= mostWaitingBytes
  if (slowest === undefined || isWithin) return
  slowest.cut()
  cutSlowest()
}
