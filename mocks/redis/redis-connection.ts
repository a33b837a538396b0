import { createHash } from 'node:crypto'
import { createClient, createCluster } from '@redis/client'
import { Deadline } from './deadline.ts'
import { DeadlineError, StateUnavailableError } from './state-error.ts'

/** Sends a command. A cluster needs its key to know where to. */
export type Send = (key: string | undefined, args: readonly string[]) => Promise<unknown>

/** What Redis runs as one step, in Lua. */
export interface Script {
  readonly text: string
  /** By which it names a text that it got before. */
  readonly digest: string
}

export function scriptOf(text: string): Script {
  return { text, digest: createHash('sha1').update(text).digest('hex') }
}

/** A client of one Redis or of a cluster. */
interface OpenClient {
  readonly client: Pick<ReturnType<typeof createCluster>, 'subscribe' | 'unsubscribe' | 'close' | 'destroy'>
  readonly send: Send
}

const shortestPauseMilliseconds = 50
const longestPauseMilliseconds = 1000

/** The connection to Redis or Valkey: it connects again by itself, and no command waits longer than the deadline. */
export class RedisConnection {
  /** Where to connect: the address that was given, and those of the nodes of its cluster, which may outlive it. */
  #urls: readonly string[]
  readonly #deadlineMilliseconds: number
  readonly #onConnect: (send: Send, info: string) => Promise<void>
  #open: OpenClient | undefined
  /** Why there is no connection now. */
  #reason: unknown = new Error('it is not connected yet')
  #isClosed = false
  readonly #channels = new Map<string, () => void>()
  #first: Promise<void> | undefined

  /** @param onConnect prepares each new connection, with what Redis says of itself; one for which it fails is given up */
  constructor(url: string, deadlineMilliseconds: number, onConnect: (send: Send, info: string) => Promise<void>) {
    this.#urls = [url.replace(/^valkey(s?):/, 'redis$1:')]
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

  async #connectOnce(tries = 0): Promise<void> {
    const url = new URL(this.#urls[tries % this.#urls.length] ?? '')
    let opened: OpenClient | undefined
    const lose = (error: unknown) => {
      if (opened !== undefined) this.#lose(opened, error)
    }
    const options = {
      disableOfflineQueue: true,
      // There is one deadline for all, and a signal for each command takes longer than to send it.
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: false as const, connectTimeout: this.#deadlineMilliseconds },
    }
    try {
      await new Deadline(this.#deadlineMilliseconds).race(
        (async () => {
          const client = createClient({ url: url.href, ...options })
          client.on('error', lose)
          opened = { client, send: (_key, args) => client.sendCommand(args) }
          await client.connect()
          const info = await client.info()
          if (/^cluster_enabled:1/m.test(info)) {
            client.destroy()
            // What the address says holds for the node that it names, and here for the others.
            const { username, password, protocol } = url
            const cluster = createCluster({
              rootNodes: [{ url: url.href }],
              defaults: {
                ...options,
                ...(username === '' ? {} : { username: decodeURIComponent(username) }),
                ...(password === '' ? {} : { password: decodeURIComponent(password) }),
                socket: protocol === 'rediss:' ? { ...options.socket, tls: true } : options.socket,
              },
            })
            cluster.on('error', lose).on('node-error', lose)
            opened = { client: cluster, send: (key, args) => cluster.sendCommand(key, false, [...args]) }
            await cluster.connect()
            const nodes = [...cluster.masters, ...cluster.replicas].map((node) => addressOf(node, url))
            this.#urls = [...new Set([this.#urls[0] ?? url.href, ...nodes])]
          }
          await this.#onConnect(opened.send, info)
          for (const [channel, heard] of this.#channels) await opened.client.subscribe(channel, heard)
        })(),
      )
    } catch (error) {
      this.#reason = error
      opened?.client.destroy()
      throw error
    }
    if (this.#isClosed) return opened?.client.destroy()
    this.#open = opened
    // Nobody knows what was said while there was no connection.
    for (const heard of this.#channels.values()) heard()
  }

  async #reconnect(): Promise<void> {
    for (let tries = 0; !this.#isClosed; tries++) {
      try {
        return await this.#connectOnce(tries)
      } catch {
        const pause = Math.min(shortestPauseMilliseconds * 2 ** tries, longestPauseMilliseconds)
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
      }
    }
  }

  #lose(open: OpenClient, reason: unknown): void {
    if (this.#open !== open) return
    this.#open = undefined
    this.#reason = reason
    open.client.destroy()
    void this.#reconnect()
  }

  /** Calls back after each message of a channel, and whenever one may have been missed. */
  listen(channel: string, heard: () => void): void {
    this.#channels.set(channel, heard)
    // Where it fails, there is no connection, and the next one has the channel.
    this.#open?.client.subscribe(channel, heard).catch(() => undefined)
  }

  /** Ends {@link RedisConnection.listen}. */
  leave(channel: string): void {
    this.#channels.delete(channel)
    this.#open?.client.unsubscribe(channel).catch(() => undefined)
  }

  /** Runs a script, whose text Redis gets once. @throws {StateUnavailableError} */
  run({ text, digest }: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const [key] = keys
    const given = [String(keys.length), ...keys, ...args]
    return this.#sendWith(async (send) => {
      try {
        return await send(key, ['EVALSHA', digest, ...given])
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
        return send(key, ['EVAL', text, ...given])
      }
    })
  }

  /** Sends a command. @throws {StateUnavailableError} when it fails, or takes longer than the deadline */
  async send(key: string, ...[name, ...rest]: readonly string[]): Promise<unknown> {
    return this.#sendWith((send) => send(key, [name ?? '', key, ...rest]))
  }

  /** Never sends anything twice, for what was sent may have been done. */
  async #sendWith(work: (send: Send) => Promise<unknown>): Promise<unknown> {
    if (this.#open === undefined) await this.#first?.catch(() => undefined)
    const open = this.#open
    if (open === undefined) throw new StateUnavailableError(this.#reason)
    try {
      return await new Deadline(this.#deadlineMilliseconds).race(work(open.send))
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
    await open?.client.close()
  }
}

/** The address of a node of a cluster, reached like another: by the same protocol, user and password. */
export function addressOf({ host, port }: { readonly host: string; readonly port: number }, other: URL): string {
  const hostname = host.includes(':') ? `[${host}]` : host
  return Object.assign(new URL(other), { hostname, port: String(port) }).href
}
