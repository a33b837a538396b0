import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of one connection may wait for a reply. With more, the connection is not read until some have theirs. */
const mostUnanswered = 100
/** For how many of them the reply may still be in the making. */
const mostUnmade = 4

/**
 * How long a connection may stay unread, and how long a half-closed one may wait for its replies. In both states the
 * server does not notice that the client has left.
 */
const patienceMilliseconds = 5000

/** How long an idle connection is kept, and one on which no byte moves. The second is longer than any delay. */
const idleSeconds = 6
const stillSeconds = 660

/** Longer replies are counted, because they fill the memory until the client has read them. */
export const largeBytes = 64 * 1024
/** While the client of a connection has more to read, its next request waits. */
const mostUnreadBytes = 1024 * 1024
/** The same for all connections together. With more, the slowest readers are cut off. */
const mostUnreadTogether = 128 * 1024 * 1024
/** Long replies that were not read yet, in the order in which they were sent. */
const unread = new Map<ServerResponse, { readonly bytes: number; readonly socket: Socket }>()
let unreadTogether = 0

const connections = new WeakMap<Socket, Connection>()

/** One connection and its unanswered requests. Their number is bounded, and they end with the connection. */
export class Connection {
  readonly socket: Socket
  /** Whether it waits for a reply that never ends, such as that of the scenario `hang`. */
  isEndless = false
  readonly #unanswered = new Set<ServerResponse>()
  readonly #waiting: (() => void)[] = []
  #patienceTimer: NodeJS.Timeout | undefined
  #unmade = 0
  #unreadBytes = 0
  #movedBytes = 0
  #stillSeconds = 0

  constructor(socket: Socket) {
    this.socket = socket
    connections.set(socket, this)
    socket.once('close', () => this.#close())
    // Reading a body resumes the socket.
    socket.on('resume', () => {
      if (this.#isFull) socket.pause()
    })
    socket.once('end', () => this.#halfClose())
  }

  static of(socket: Socket): Connection | undefined {
    return connections.get(socket)
  }

  get #isFull(): boolean {
    return this.#unanswered.size >= mostUnanswered
  }

  /** Answers a request at once, or after earlier ones if too many are unanswered. */
  answerInTurn(response: ServerResponse, answer: () => void): void {
    this.#unanswered.add(response)
    response.on('close', () => this.#answered(response))
    this.#waiting.push(answer)
    this.#beginSome()
    if (this.#isFull) {
      this.socket.pause()
      this.#startPatience()
    }
  }

  #beginSome(): void {
    while (this.#waiting.length > 0) {
      const begun = this.#unanswered.size - this.#waiting.length
      if (begun >= mostUnanswered || this.#unmade >= mostUnmade || this.#unreadBytes > mostUnreadBytes) return
      this.#unmade++
      this.#waiting.shift()?.()
    }
  }

  /** Called when the reply to a request is made. It has so many bytes. */
  replyMade(response: ServerResponse, bytes: number): void {
    this.#unmade--
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
    })
    let left = unreadTogether
    for (const slowest of unread.values()) {
      if (left <= mostUnreadTogether) return
      left -= slowest.bytes
      slowest.socket.destroy()
    }
  }

  /** Cuts it, so that a client sees a broken connection: with a RST, but for TLS, which a client misses as well. */
  reset(): void {
    if ('encrypted' in this.socket) this.socket.destroy()
    else this.socket.resetAndDestroy()
  }

  /** Called every second: cuts the connection if no byte has moved for too long. */
  cutStill(): void {
    const { bytesRead, bytesWritten } = this.socket
    this.#stillSeconds = bytesRead + bytesWritten === this.#movedBytes ? this.#stillSeconds + 1 : 0
    this.#movedBytes = bytesRead + bytesWritten
    // node:http has a timeout for the first request.
    const isIdle = this.#unanswered.size === 0 && bytesRead > 0
    if (this.#stillSeconds >= (isIdle ? idleSeconds : stillSeconds)) this.socket.destroy()
  }

  cutEndless(): void {
    if (this.isEndless) this.socket.destroy()
  }

  #answered(response: ServerResponse): void {
    if (!this.#unanswered.delete(response)) return
    this.#beginSome()
    if (this.#patienceTimer === undefined || this.#isFull || this.socket.readableEnded) return
    clearTimeout(this.#patienceTimer)
    this.#patienceTimer = undefined
    this.socket.resume()
  }

  #startPatience(): void {
    this.#patienceTimer ??= setTimeout(() => {
      this.#patienceTimer = undefined
      // Unsent bytes mean that the client is still there: otherwise they would have been refused.
      if (this.socket.writableLength > 0) this.#startPatience()
      else this.socket.destroy()
    }, patienceMilliseconds).unref()
  }

  /** The client has closed its side. It may still read, or have left. */
  #halfClose(): void {
    this.cutEndless()
    if (this.#unanswered.size > 0) this.#startPatience()
    for (const response of this.#unanswered) response.emit('half-close')
  }

  #close(): void {
    clearTimeout(this.#patienceTimer)
    this.#waiting.length = 0
    // node:http tells only the first of them.
    for (const response of this.#unanswered) {
      response.destroy()
      response.emit('close')
    }
  }
}
