import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { basename } from 'node:path'
import { Worker, parentPort, workerData } from 'node:worker_threads'
import { isObject } from '../../../spec/index.ts'
import { UsageError } from '../shell.ts'
import type { Budget } from './budget.ts'
import type { Forwarded } from './forwarding.ts'
import type { WatchOptions, Watched } from './watch.ts'

/** The member of workerData that tells this thread its work. */
const mark = 'animal-store proxy'

/** A message from the judging thread. */
type Said =
  | { readonly kind: 'ready'; readonly panel: string | undefined; readonly thread: number | undefined }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'looked'; readonly bytes: number }
  | ({ readonly kind: 'result' } & Watched)

/** A message to the judging thread. */
type Told =
  | { readonly kind: 'exchanges'; readonly exchanges: readonly Forwarded[] }
  | { readonly kind: 'finish'; readonly leftOut: number }

/** The result of judging, or why there is none. */
export type Outcome = Watched | { readonly failure: string }

// The judging thread needs this long to sum up.
const lastMilliseconds = 1000
// A smaller heap holds less garbage. Judging the largest body takes far less than this.
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }
// Exchanges are sent in groups: waking the thread for each one takes longer than judging it.
const gatherMilliseconds = 50

/**
 * Judges exchanges in a thread of its own, so that no check can slow or change an answer:
 * spec/decisions/0080-judging-beside-the-proxy.md.
 */
export function startJudgingThread(options: WatchOptions, budget: Budget, onLine: (text: string) => void) {
  /** 1 once there is no time left to judge waiting exchanges. */
  const isLate = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // The thread runs this same file, also in a build.
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { [mark]: { ...options, isLate } },
    resourceLimits,
  })
  const ready = Promise.withResolvers<string | undefined>()
  const outcome = Promise.withResolvers<Outcome>()
  let gathered: Forwarded[] = []
  let leftOut = 0
  let thread: number | undefined
  /** Lets the thread have as much time as this one: on a busy machine, its end alone would take seconds. */
  const hurry = (): void => {
    try {
      if (thread !== undefined) setPriority(thread, getPriority())
    } catch {
      // Not everyone may.
    }
  }
  worker.on('message', (said: Said) => {
    if (said.kind === 'ready') {
      thread = said.thread
      ready.resolve(said.panel)
    } else if (said.kind === 'failed') ready.reject(new UsageError(said.message))
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
    /** Resolves once the thread is ready, with the address of the panel if there is one. Rejects if its port is taken. */
    ready: ready.promise,
    /** Queues an exchange. `undefined` stands for one that found no room; it is counted. */
    add: (exchange: Forwarded | undefined): void => {
      if (exchange === undefined) leftOut++
      else if (gathered.push(exchange) === 1) setTimeout(send, gatherMilliseconds).unref()
    },
    /** Judges waiting exchanges as far as there is time, and returns the result: spec/decisions/0080-judging-beside-the-proxy.md. */
    finish(withinMilliseconds: number): Promise<Outcome> {
      hurry()
      send()
      tell({ kind: 'finish', leftOut })
      const late = setTimeout(() => Atomics.store(isLate, 0, 1), Math.max(0, withinMilliseconds - lastMilliseconds))
      const failure = 'judging did not end in time'
      const end = setTimeout(() => outcome.resolve({ failure }), Math.max(0, withinMilliseconds))
      return outcome.promise.finally(() => [late, end].forEach((timer) => clearTimeout(timer)))
    },
    /** Ends the thread at once. */
    stop: () => {
      hurry()
      return worker.terminate()
    },
  }
}

/** The work of the thread. */
interface Work extends WatchOptions {
  readonly isLate: Int32Array
}

/** Runs in the thread. */
async function work({ isLate, ...options }: Work, port: NonNullable<typeof parentPort>): Promise<void> {
  const { startWatch } = await import('./watch.ts')
  const say = (said: Said): void => port.postMessage(said)
  const watch = await startWatch(options, (text) => say({ kind: 'line', text })).catch((error: unknown) => {
    // An error would lose its class on its way.
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  })
  if (watch === undefined) return
  // On Linux this is the priority of the thread alone: spec/decisions/0080-judging-beside-the-proxy.md.
  const isLinux = process.platform === 'linux'
  if (isLinux) setPriority(constants.priority.PRIORITY_LOW)
  const thread = isLinux ? Number(basename(readlinkSync('/proc/thread-self'))) : undefined
  say({ kind: 'ready', panel: watch.panel, thread })
  port.on('message', (told: Told) => {
    if (told.kind === 'finish') return say({ kind: 'result', ...watch.finish(told.leftOut) })
    for (const exchange of told.exchanges)
      if (Atomics.load(isLate, 0) === 0) watch.add(exchange)
      else watch.leaveOut()
    say({ kind: 'looked', bytes: told.exchanges.reduce((sum, { keptBytes }) => sum + keptBytes, 0) })
  })
}

const given: unknown = isObject(workerData) ? workerData[mark] : undefined
if (parentPort !== null && given !== undefined) await work(given as Work, parentPort)
