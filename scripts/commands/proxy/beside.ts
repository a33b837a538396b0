import { constants, setPriority } from 'node:os'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { isObject } from '../../../spec/index.ts'
import { UsageError } from '../exits.ts'
import type { Forwarded } from './forward.ts'
import type { WatchOptions, Watched } from './watch.ts'

/** Under this name stands what the thread is to do. */
const mark = 'animal-store proxy'

/** What the other thread says. */
type Said =
  | { readonly kind: 'ready'; readonly panel: string | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'looked'; readonly bytes: number }
  | ({ readonly kind: 'result' } & Watched)

/** What it is told. */
type Told =
  | { readonly kind: 'exchanges'; readonly exchanges: readonly Forwarded[] }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'finish' }

/** What came of the traffic, or why nobody knows. */
export type Outcome = Watched | { readonly failure: string }

// What waits to be looked at is bounded; a proxy never waits for it.
const mostWaitingBytes = 64 * 1_048_576
// Waking the other thread for each exchange takes longer than what it wakes for.
const gatherMilliseconds = 50

/** Judges exchanges in a thread of its own, so that no check can slow or change an answer: spec/decisions/0080-judging-beside-the-proxy.md. */
export class Beside {
  readonly #worker: Worker
  readonly #ready: Promise<string | undefined>
  readonly #outcome: Promise<Outcome>
  #gathered: Forwarded[] = []
  #waitingBytes = 0
  #leftOut = 0

  constructor(options: WatchOptions, onLine: (text: string) => void) {
    // The thread begins with this very file, wherever it was built to.
    const worker = new Worker(new URL(import.meta.url), { workerData: { [mark]: options } })
    this.#worker = worker
    const ready = Promise.withResolvers<string | undefined>()
    const outcome = Promise.withResolvers<Outcome>()
    this.#ready = ready.promise
    this.#outcome = outcome.promise
    worker.on('message', (said: Said) => {
      if (said.kind === 'ready') ready.resolve(said.panel)
      else if (said.kind === 'failed') ready.reject(new UsageError(said.message))
      else if (said.kind === 'line') onLine(said.text)
      else if (said.kind === 'looked') this.#waitingBytes -= said.bytes
      else outcome.resolve(said)
    })
    worker.on('error', (error) => {
      ready.reject(error)
      onLine(`Nothing is judged any more: ${error.message}`)
      outcome.resolve({ failure: error.message })
    })
    worker.on('exit', () => outcome.resolve({ failure: 'the thread that judges has ended' }))
  }

  /**
   * Waits until it looks.
   * @returns the address of the panel, if there is one
   * @throws {UsageError} when there can be no panel on that port
   */
  ready(): Promise<string | undefined> {
    return this.#ready
  }

  /** Has an exchange looked at, later; one too many is counted and not looked at. */
  look(exchange: Forwarded): void {
    const bytes = sizeOf(exchange)
    if (this.#waitingBytes + bytes > mostWaitingBytes) {
      this.#leftOut++
      return
    }
    this.#waitingBytes += bytes
    if (this.#gathered.push(exchange) === 1) setTimeout(() => this.#send(), gatherMilliseconds).unref()
  }

  #send(): void {
    const exchanges = this.#gathered
    if (exchanges.length === 0) return
    this.#gathered = []
    const bodies = exchanges.flatMap(({ requestBody, body }) => [requestBody ?? [], body ?? []].flat())
    this.#tell(
      { kind: 'exchanges', exchanges },
      bodies.map(({ buffer }) => buffer),
    )
  }

  /** Looks at everything that is left, and says what came of it. */
  async finish(): Promise<Outcome> {
    this.#send()
    for (let count = 0; count < this.#leftOut; count++) this.#tell({ kind: 'left-out' })
    this.#tell({ kind: 'finish' })
    return this.#outcome
  }

  #tell(told: Told, handedOver: readonly ArrayBufferLike[] = []): void {
    this.#worker.postMessage(told, handedOver as ArrayBuffer[])
  }

  /** Ends it at once. */
  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}

function sizeOf({ requestBody, body }: Forwarded): number {
  return (requestBody?.byteLength ?? 0) + (body?.byteLength ?? 0) + 1000
}

/** What the thread does. */
async function work(options: WatchOptions, port: NonNullable<typeof parentPort>): Promise<void> {
  const { Watch } = await import('./watch.ts')
  const say = (said: Said): void => port.postMessage(said)
  const watch = new Watch(options, (text) => say({ kind: 'line', text }))
  try {
    say({ kind: 'ready', panel: await watch.open() })
  } catch (error) {
    // An error would lose its class on its way.
    return say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
  // On Linux this is the priority of the thread alone: spec/decisions/0100-judging-gives-way.md.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  port.on('message', (told: Told) => {
    if (told.kind === 'finish') return void watch.finish().then((watched) => say({ kind: 'result', ...watched }))
    if (told.kind === 'left-out') return watch.leaveOut()
    for (const exchange of told.exchanges) watch.look(exchange)
    say({ kind: 'looked', bytes: told.exchanges.reduce((sum, exchange) => sum + sizeOf(exchange), 0) })
  })
}

const given: unknown = isObject(workerData) ? workerData[mark] : undefined
if (parentPort !== null && given !== undefined) await work(given as WatchOptions, parentPort)
