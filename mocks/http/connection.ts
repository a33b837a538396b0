import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** So many requests of one connection may be without their reply; then it is not read until some have theirs. */
const mostUnanswered = 100
/** So many of them may be without a reply that is at least known. */
const mostUnknown = 4

/** Beyond so many of all connections together, only a connection with few of them may have one more. */
const mostTogether = 20_000
const few = 10
let together = 0

/**
 * How long a connection may stay unread, and how long one may wait for replies whose client sends nothing more. Nobody
 * notices there that a client has left.
 */
const patienceMilliseconds = 5000

/** How long a connection without a request is kept, and one on which nothing moves: that is longer than any delay. */
const idleSeconds = 6
const stillSeconds = 660

/** A longer reply takes room until its client has read it. */
export const largeBytes = 64 * 1024
/** While a connection has so much to read, no further request of it is begun. */
const mostUnreadBytes = 1024 * 1024
/** Beyond so much of all connections together, those that have been reading for longest are cut off; others wait for it. */
const mostUnreadTogether = 128 * 1024 * 1024
/** The long replies, in the order in which they were sent. */
const unread = new Map<ServerResponse, { readonly bytes: number; readonly socket: Socket }>()
let unreadTogether = 0
const held = new Set<Connection>()

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

const connections = new WeakMap<Socket, Connection>()

/** One connection and its requests without a reply: their number is bounded, and none of them outlives it. */
export class Connection {
  readonly socket: Socket
  /** Whether it waits for a reply that never ends, such as that of the scenario `hang`. */
  isEndless = false
  readonly #unanswered = new Set<ServerResponse>()
  readonly #waiting: (() => void)[] = []
  #patience: NodeJS.Timeout | undefined
  #unknown = 0
  #unreadBytes = 0
  #isDeaf = false
  #movedBytes = 0
  #stillSeconds = 0

  constructor(socket: Socket) {
    this.socket = socket
    connections.set(socket, this)
    socket.once('close', () => this.#close())
    // Whoever reads a body lets the connection flow again.
    socket.on('resume', () => {
      if (this.#isFull || this.#isDeaf) socket.pause()
    })
    socket.once('end', () => this.#halfClose())
  }

  static of(socket: Socket): Connection | undefined {
    return connections.get(socket)
  }

  get #isFull(): boolean {
    return this.#unanswered.size >= mostUnanswered
  }

  /** Answers a request at once, or when some before it have their reply. */
  take(response: ServerResponse, answer: () => void): void {
    this.#unanswered.add(response)
    together++
    response.on('close', () => this.#answered(response))
    this.#waiting.push(answer)
    this.#beginSome()
    if (this.#isFull) {
      this.socket.pause()
      this.#losePatience()
    }
    if (together > mostTogether && this.#unanswered.size > few) this.socket.destroy()
  }

  #beginSome(): void {
    while (this.#waiting.length > 0) {
      const begun = this.#unanswered.size - this.#waiting.length
      if (begun >= mostUnanswered || this.#unknown >= mostUnknown || this.#unreadBytes > mostUnreadBytes) return
      if (unreadTogether > mostUnreadTogether) {
        held.add(this)
        return
      }
      this.#unknown++
      this.#waiting.shift()?.()
    }
  }

  /** The reply to a request is known; it has so many bytes. */
  known(response: ServerResponse, bytes: number): void {
    this.#unknown--
    if (bytes > largeBytes && this.#unanswered.has(response)) this.#countUnread(response, bytes)
    this.#beginSome()
  }

  #countUnread(response: ServerResponse, bytes: number): void {
    this.#unreadBytes += bytes
    unread.set(response, { bytes, socket: this.socket })
    unreadTogether += bytes
    response.once('close', () => {
      this.#unreadBytes -= bytes
      unread.delete(response)
      unreadTogether -= bytes
      this.#beginSome()
      Connection.#beginHeld()
    })
    let left = unreadTogether
    for (const slowest of unread.values()) {
      if (left <= mostUnreadTogether) return
      left -= slowest.bytes
      slowest.socket.destroy()
    }
  }

  /** Reads nothing more, whoever waits for more. */
  readNoMore(): void {
    this.#isDeaf = true
    this.socket.pause()
  }

  /** Called every second: cuts the connection once nothing has moved for too long. */
  cutStill(): void {
    const { bytesRead, bytesWritten } = this.socket
    this.#stillSeconds = bytesRead + bytesWritten === this.#movedBytes ? this.#stillSeconds + 1 : 0
    this.#movedBytes = bytesRead + bytesWritten
    // The first request has a time of its own.
    const isIdle = this.#unanswered.size === 0 && bytesRead > 0
    if (this.#stillSeconds >= (isIdle ? idleSeconds : stillSeconds)) cutSoon(this.socket)
  }

  cutEndless(): void {
    if (this.isEndless) cutSoon(this.socket)
  }

  #answered(response: ServerResponse): void {
    if (!this.#unanswered.delete(response)) return
    together--
    this.#beginSome()
    if (this.#patience === undefined || this.#isFull || this.socket.readableEnded) return
    clearTimeout(this.#patience)
    this.#patience = undefined
    this.socket.resume()
  }

  #losePatience(): void {
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined
      // Who has left would have refused what is on its way.
      if (this.socket.writableLength > 0) this.#losePatience()
      else cutSoon(this.socket)
    }, patienceMilliseconds).unref()
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
    held.delete(this)
    // node:http says it to the first of them only.
    for (const response of this.#unanswered) {
      response.destroy()
      response.emit('close')
    }
  }

  /** Goes on with one that was held after the other, because only a reply that is known counts; few requests go first. */
  static #beginHeld(): void {
    let next: Connection | undefined
    for (const one of held) if (next === undefined || one.#unanswered.size < next.#unanswered.size) next = one
    if (next === undefined || unreadTogether > mostUnreadTogether) return
    held.delete(next)
    next.#beginSome()
    setImmediate(() => Connection.#beginHeld())
  }
}
