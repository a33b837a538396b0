import { createHash } from 'node:crypto'
import { createClient } from '@redis/client'
import { Deadline } from './deadline.ts'
import { script } from './script/script.ts'
import { DeadlineError, StateUnavailableError } from './state-error.ts'

/** Sends a command. */
export type Send = (...command: readonly string[]) => Promise<unknown>

const digest = createHash('sha1').update(script).digest('hex')

type Client = ReturnType<typeof createClient>

const pauseMilliseconds = 250

/** The connection to Redis or Valkey: it connects again by itself, and no command waits longer than the deadline. */
export class RedisConnection {
  readonly #url: string
  readonly #deadlineMilliseconds: number
  readonly #onConnect: (send: Send) => Promise<void>
  #open: Client | undefined
  /** Why there is no connection now. */
  #reason: unknown = new Error('it is not connected yet')
  #isClosed = false
  readonly #channels = new Map<string, () => void>()
  #first: Promise<void> | undefined

  /** @param onConnect prepares each new connection; one for which it fails is given up */
  constructor(url: string, deadlineMilliseconds: number, onConnect: (send: Send) => Promise<void>) {
    this.#url = url.replace(/^valkey(s?):/, 'redis$1:')
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
    const client: Client = createClient({
      url: this.#url,
      disableOfflineQueue: true,
      // There is one deadline for all, and a signal for each command takes longer than to send it.
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: false, connectTimeout: this.#deadlineMilliseconds },
    })
    client.on('error', (error) => this.#lose(client, error))
    const prepare = async () => {
      await client.connect()
      await this.#onConnect((...command) => client.sendCommand(command))
      for (const [channel, heard] of this.#channels) await client.subscribe(channel, heard)
    }
    try {
      await new Deadline(this.#deadlineMilliseconds).race(prepare())
    } catch (error) {
      this.#reason = error
      client.destroy()
      throw error
    }
    if (this.#isClosed) return client.destroy()
    this.#open = client
    // Nobody knows what was said while there was no connection.
    for (const heard of this.#channels.values()) heard()
  }

  async #reconnect(): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await this.#connectOnce()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds).unref())
      }
    }
  }

  #lose(client: Client, reason: unknown): void {
    if (this.#open !== client) return
    this.#open = undefined
    this.#reason = reason
    client.destroy()
    void this.#reconnect()
  }

  /** Calls back after each message of a channel, and whenever one may have been missed. */
  listen(channel: string, heard: () => void): void {
    this.#channels.set(channel, heard)
    // Where it fails, there is no connection, and the next one has the channel.
    this.#open?.subscribe(channel, heard).catch(() => undefined)
  }

  /** Ends {@link RedisConnection.listen}. */
  leave(channel: string): void {
    this.#channels.delete(channel)
    this.#open?.unsubscribe(channel).catch(() => undefined)
  }

  /** Runs the script, whose text Redis gets once. @throws {StateUnavailableError} */
  run(keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const given = [String(keys.length), ...keys, ...args]
    return this.#sendWith((client) =>
      client.sendCommand(['EVALSHA', digest, ...given]).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
        return client.sendCommand(['EVAL', script, ...given])
      }),
    )
  }

  /** Sends a command. @throws {StateUnavailableError} when it fails, or takes longer than the deadline */
  readonly send: Send = (...command) => this.#sendWith((client) => client.sendCommand(command))

  /** Never sends anything twice, for what was sent may have been done. */
  async #sendWith(work: (client: Client) => Promise<unknown>): Promise<unknown> {
    if (this.#open === undefined) await this.#first?.catch(() => undefined)
    const open = this.#open
    if (open === undefined) throw new StateUnavailableError(this.#reason)
    try {
      return await new Deadline(this.#deadlineMilliseconds).race(work(open))
    } catch (error) {
      // Nothing is known of what was sent before, and what comes late must not be taken for an answer to what comes next.
      if (error instanceof DeadlineError) this.#lose(open, error.cause)
      // Once it was lost, what is said of a single command is not why.
      throw new StateUnavailableError(this.#open === open ? error : this.#reason)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const open = this.#open
    this.#open = undefined
    this.#reason = new Error('it was closed')
    await open?.close()
  }
}
