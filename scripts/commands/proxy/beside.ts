import { constants, setPriority } from 'node:os'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { isObject } from '../../../spec/index.ts'
import { UsageError } from '../shell.ts'
import type { Budget } from './budget.ts'
import type { Forwarded } from './forwarding.ts'
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
  | { readonly kind: 'finish'; readonly leftOut: number }

/** What came of the traffic, or why nobody knows. */
export type Outcome = Watched | { readonly failure: string }

// What came of it takes a moment, too.
const lastMilliseconds = 1000
// V8 gathers less garbage in a smaller heap. Judging the largest body takes far less.
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }
// Waking the other thread for each exchange takes longer than what it wakes for.
const gatherMilliseconds = 50

/**
 * Judges exchanges in a thread of its own, so that no check can slow or change an answer:
 * spec/decisions/0080-judging-beside-the-proxy.md.
 */
export function startBeside(options: WatchOptions, budget: Budget, onLine: (text: string) => void) {
  /** 1 once there is no time left to look at what waits. */
  const isLate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // The thread begins with this very file, wherever it was built to.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { [mark]: { ...options, isLate } },
    resourceLimits,
  })
  const ready = Promise.withResolvers<string | undefined>()
  const outcome = Promise.withResolvers<Outcome>()
  let gathered: Forwarded[] = []
  let leftOut = 0
  worker.on('message', (said: Said) => {
    if (said.kind === 'ready') ready.resolve(said.panel)
    else if (said.kind === 'failed') ready.reject(new UsageError(said.message))
    else if (said.kind === 'line') onLine(said.text)
    else if (said.kind === 'looked') budget.give(said.bytes)
    else outcome.resolve(said)
  })
  worker.on('error', (error) => {
    ready.reject(error)
    onLine(`Nothing is judged any more: ${error.message}`)
    outcome.resolve({ failure: error.message })
  })
  worker.on('exit', () => outcome.resolve({ failure: 'the thread that judges has ended' }))

  const tell = (told: Told, handedOver: ArrayBuffer[] = []): void => worker.postMessage(told, handedOver)
  function send(): void {
    const exchanges = gathered
    if (exchanges.length === 0) return
    gathered = []
    const bodies = exchanges.flatMap(({ requestBody, body }) => [requestBody ?? [], body ?? []].flat())
    tell(
      { kind: 'exchanges', exchanges },
      bodies.map(({ buffer }) => buffer),
    )
  }
  return {
    /** The address of the panel, if there is one, once it looks; a UsageError when there can be none on that port. */
    ready: ready.promise,
    /** Has an exchange looked at, later; one that found no room is counted. */
    look(exchange: Forwarded | undefined): void {
      if (exchange === undefined) leftOut++
      else if (gathered.push(exchange) === 1) setTimeout(send, gatherMilliseconds).unref()
    },
    /** Looks at what is left, as far as there is time, and says what came of it: spec/decisions/0142-judging-ends.md. */
    finish(withinMilliseconds: number): Promise<Outcome> {
      send()
      tell({ kind: 'finish', leftOut })
      const late = setTimeout(() => Atomics.store(isLate, 0, 1), Math.max(0, withinMilliseconds - lastMilliseconds))
      const failure = 'judging did not end in time'
      const end = setTimeout(() => outcome.resolve({ failure }), Math.max(0, withinMilliseconds))
      return outcome.promise.finally(() => [late, end].forEach((timer) => clearTimeout(timer)))
    },
    /** Ends it at once. */
    stop: () => worker.terminate(),
  }
}

/** What the thread is to do. */
interface Work extends WatchOptions {
  readonly isLate: Int32Array
}

/** What the thread does. */
async function work({ isLate, ...options }: Work, port: NonNullable<typeof parentPort>): Promise<void> {
  const { startWatch } = await import('./watch.ts')
  const say = (said: Said): void => port.postMessage(said)
  const watch = await startWatch(options, (text) => say({ kind: 'line', text })).catch((error: unknown) => {
    // An error would lose its class on its way.
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  })
  if (watch === undefined) return
  say({ kind: 'ready', panel: watch.panel })
  // On Linux this is the priority of the thread alone: spec/decisions/0080-judging-beside-the-proxy.md.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)
  port.on('message', (told: Told) => {
    if (told.kind === 'finish') return say({ kind: 'result', ...watch.finish(told.leftOut) })
    for (const exchange of told.exchanges)
      if (Atomics.load(isLate, 0) === 0) watch.look(exchange)
      else watch.leaveOut()
    say({ kind: 'looked', bytes: told.exchanges.reduce((sum, { keptBytes }) => sum + keptBytes, 0) })
  })
}

const given: unknown = isObject(workerData) ? workerData[mark] : undefined
if (parentPort !== null && given !== undefined) await work(given as Work, parentPort)
