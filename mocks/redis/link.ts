import { createClient } from '@redis/client'
import { script } from './script.ts'
import { StateUnavailableError } from './state-unavailable-error.ts'

/** The client of the package @redis/client. */
export type Client = ReturnType<typeof createClient>

const shortestPauseMilliseconds = 50
const longestPauseMilliseconds = 1000

/** The connection to Redis or Valkey: it connects again by itself, and nothing waits longer than the deadline. */
export class Link {
  readonly #options: Parameters<typeof createClient>[0]
  readonly #deadlineMilliseconds: number
  readonly #onConnect: (client: Client) => Promise<void>
  #client: Client | undefined
  /** Why there is no connection now. */
  #reason: unknown = new Error('it is not connected yet')
  #isClosed = false
  readonly #channels = new Map<string, () => void>()
  #first: Promise<void> | undefined

  /** @param onConnect prepares each new connection; one for which it fails is given up */
  constructor(url: string, deadlineMilliseconds: number, onConnect: (client: Client) => Promise<void>) {
    this.#options = {
      url: url.replace(/^valkey(s?):/, 'redis$1:'),
      disableOfflineQueue: true,
      // There is one deadline for all, and a signal for each command takes longer than to send it.
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: false, connectTimeout: deadlineMilliseconds },
    }
    this.#deadlineMilliseconds = deadlineMilliseconds
    this.#onConnect = onConnect
  }

  /** Resolves with the first connection. Rejects when the first try fails; it goes on trying all the same. */
  connect(): Promise<void> {
    this.#first ??= this.#connectOnce().catch((error: unknown) => {
      void this.#reconnect()
      throw new StateUnavailableError(error)
    })
    return this.#first
  }

  async #connectOnce(): Promise<void> {
    const client: Client = createClient(this.#options)
    client.on('error', (error: unknown) => this.#lose(client, error))
    try {
      await this.#inTime(
        (async () => {
          await client.connect()
          await this.#onConnect(client)
          for (const [channel, heard] of this.#channels) await client.subscribe(channel, heard)
        })(),
      )
    } catch (error) {
      this.#reason = error
      client.destroy()
      throw error
    }
    if (this.#isClosed) return client.destroy()
    this.#client = client
    // Nobody knows what was said while there was no connection.
    for (const heard of this.#channels.values()) heard()
  }

  async #reconnect(): Promise<void> {
    for (
      let pause = shortestPauseMilliseconds;
      !this.#isClosed;
      pause = Math.min(2 * pause, longestPauseMilliseconds)
    ) {
      try {
        return await this.#connectOnce()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
      }
    }
  }

  #lose(client: Client, reason: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#reason = reason
    client.destroy()
    void this.#reconnect()
  }

  /** Calls back after each message of a channel, and whenever one may have been missed. */
  listen(channel: string, heard: () => void): void {
    this.#channels.set(channel, heard)
    // Where it fails, there is no connection, and the next one has the channel.
    this.#client?.subscribe(channel, heard).catch(() => undefined)
  }

  /** Ends {@link Link.listen}. */
  leave(channel: string): void {
    this.#channels.delete(channel)
    this.#client?.unsubscribe(channel).catch(() => undefined)
  }

  /**
   * Runs the script by its digest. Never sends anything twice, for what was sent may have been done.
   * @throws {StateUnavailableError}
   */
  async run(args: readonly string[]): Promise<unknown> {
    return this.send((client) => evaluate(client, args))
  }

  /** Sends commands. @throws {StateUnavailableError} when they fail, or take longer than the deadline */
  async send<T>(work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#client === undefined) await this.#first?.catch(() => undefined)
    const client = this.#client
    if (client === undefined) throw new StateUnavailableError(this.#reason)
    try {
      return await this.#inTime(work(client))
    } catch (error) {
      // Nothing is known of what was sent before, and what comes late must not be taken for an answer to what comes next.
      if (error instanceof DeadlineError) this.#lose(client, error)
      // Once it was lost, what is said of a single command is not why.
      throw new StateUnavailableError(this.#client === client ? error : this.#reason)
    }
  }

  async #inTime<T>(work: Promise<T>): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new DeadlineError(this.#deadlineMilliseconds)), this.#deadlineMilliseconds)
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = this.#client
    this.#client = undefined
    this.#reason = new Error('it was closed')
    await client?.close()
  }
}

class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no answer came within ${milliseconds} ms`)
  }
}

async function evaluate(client: Client, args: readonly string[]): Promise<unknown> {
  try {
    return await client.sendCommand(args)
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return client.sendCommand(['EVAL', script, ...args.slice(2)])
  }
}
