import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** So many requests of one connection may be without their reply; then it is not read until some have theirs. */
const mostUnanswered = 100

/** Beyond so many of all connections together, only a connection with few of them may have one more. */
const mostTogether = 20_000
const few = 10

/**
 * How long a connection may stay unread, and how long one may wait for replies whose client sends nothing more. Nobody
 * notices there that a client has left.
 */
const patienceMilliseconds = 5000

let together = 0

/** Replies that never end, such as those of the scenario `hang`. */
const endless = new WeakSet<ServerResponse>()

/** Marks a reply as one that nobody needs to wait for. */
export function markEndless(response: ServerResponse): void {
  endless.add(response)
}

/** Closing takes its time, and thousands may close at once: others come between. */
const mostCutTogether = 50
const toCut: Socket[] = []

function cutSoon(socket: Socket): void {
  if (toCut.push(socket) === 1) setImmediate(cutSome)
}

function cutSome(): void {
  for (const socket of toCut.splice(0, mostCutTogether)) socket.destroy()
  if (toCut.length > 0) setImmediate(cutSome)
}

/** One connection and its requests without a reply: their number is bounded, and none of them outlives it. */
export class Connection {
  readonly #socket: Socket
  readonly #unanswered = new Set<ServerResponse>()
  readonly #waiting: (() => void)[] = []
  #patience: NodeJS.Timeout | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.once('close', () => this.#close())
    // Whoever reads a body lets the connection flow again.
    socket.on('resume', () => {
      if (this.#isFull) socket.pause()
    })
    socket.once('end', () => this.#halfClose())
  }

  get #isFull(): boolean {
    return this.#unanswered.size >= mostUnanswered
  }

  /** Answers a request at once, or when some before it have their reply. */
  take(response: ServerResponse, answer: () => void): void {
    this.#unanswered.add(response)
    together++
    response.on('close', () => this.#answered(response))
    if (this.#waiting.length > 0 || this.#unanswered.size > mostUnanswered) this.#waiting.push(answer)
    else answer()
    if (this.#isFull) {
      this.#socket.pause()
      this.#losePatience()
    }
    if (together > mostTogether && this.#unanswered.size > few) this.#socket.destroy()
  }

  #answered(response: ServerResponse): void {
    if (!this.#unanswered.delete(response)) return
    together--
    this.#waiting.shift()?.()
    if (this.#patience === undefined || this.#isFull || this.#socket.readableEnded) return
    clearTimeout(this.#patience)
    this.#patience = undefined
    this.#socket.resume()
  }

  #losePatience(): void {
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined
      // Who has left would have refused what is on its way.
      if (this.#socket.writableLength > 0) this.#losePatience()
      else cutSoon(this.#socket)
    }, patienceMilliseconds).unref()
  }

  /** Cuts the connection if it waits for a reply that never ends. */
  cutEndless(): void {
    for (const response of this.#unanswered) if (endless.has(response)) return cutSoon(this.#socket)
  }

  /** Its client sends nothing more, and may still read, or has left. */
  #halfClose(): void {
    this.cutEndless()
    if (this.#unanswered.size > 0) this.#losePatience()
    for (const response of this.#unanswered) response.emit('half-close')
  }

  #close(): void {
    clearTimeout(this.#patience)
    this.#waiting.length = 0
    // node:http says it to the first of them only.
    for (const response of this.#unanswered) {
      response.destroy()
      response.emit('close')
    }
  }
}
