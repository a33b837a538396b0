import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { type RunResult, told, readingOf, settledBy } from '../../../contract-tests/index.ts'
import { type Recorded, Traffic, type TrafficOptions } from '../../../contract-tests/parts/traffic/index.ts'
import { type Conduct, ConductWatch } from '../../../mocks/conduct/index.ts'
import { type Control, createControl, eventStream } from '../../../mocks/control/index.ts'
import { type RunningServer, startServer } from '../../../mocks/http/index.ts'
import { type AnimalStore, createAnimalStore } from '../../../mocks/entry.ts'
import { ownPanelFiles } from '../../../mocks/http/panel-files.ts'
import { type ProxyFinding, type ProxyFindings, decodeUtf8, printable, writeJson } from '../../../spec/index.ts'
import type { Forwarded } from './forwarding.ts'
import { openHar } from './har-file.ts'
import { keptExchange, pairsOf } from './kept-exchange.ts'
import { byName, recordOf } from './record-of.ts'

/** What to do with the exchanges of a proxy. */
export interface WatchOptions extends Pick<TrafficOptions, 'anyPath' | 'plan' | 'strict' | 'withResets'> {
  /** The base address of the deployment. */
  readonly url: string
  /** The HAR file to write. */
  readonly record?: string | undefined
  /** The port of the panel, if there is to be one. */
  readonly panelPort?: number | undefined
  readonly mostBytes: number
}

/** What came of the traffic. */
export interface Watched {
  readonly result: RunResult
  readonly conduct: Conduct
}

/**
 * Judges the answers of a deployment and the conduct of its clients, keeps what went through, and serves the panel.
 * @throws {ListenError} when there can be no panel on that port
 */
export async function startWatch(options: WatchOptions, say: (line: string) => void) {
  const store = createAnimalStore({ dataset: 'empty' })
  const conduct = new ConductWatch(store.keys)
  const har = options.record === undefined ? undefined : openHar(options.record)
  const traffic = new Traffic({
    ...options,
    isWhole: true,
    onFinding(finding) {
      const { clause, operation, exchange } = finding
      const { expected, received } = told(finding)
      const reading = readingOf(finding)
      const mark = reading === undefined ? '✗' : '✗ warning'
      const asked = `${exchange.method} ${exchange.path} → ${exchange.status}`
      say(printable(`${mark} ${clause}  ${operation}: expected ${expected}, received ${received}  (${asked})`))
      if (reading !== undefined) say(printable(`  reading   ${reading}`))
    },
  })
  /** Called after each exchange. */
  const watchers = new Set<() => void>()
  /** How many exchanges there were when the journal was cleared: it then counts from 1 again. */
  let clearedAt = 0
  let failures = 0

  function found(): ProxyFindings {
    const { found: all, ...counts } = traffic.found
    const findings = all.flatMap((finding): readonly ProxyFinding[] => {
      const { level, clause, section, clauseText: text, operation, doubt, numbers, times, curl } = finding
      const settled = doubt && { lastedMilliseconds: doubt.lastedMilliseconds, settledBy: settledBy(doubt) }
      const calls = numbers.flatMap((number) => (number > clearedAt ? [number - clearedAt] : []))
      const words = { ...told(finding), reading: readingOf(finding) ?? null, doubt: settled ?? null }
      // What is fine again is not shown.
      return level === 'unstable' ? [] : [{ level, clause, section, text, operation, ...words, times, calls, curl }]
    })
    return { deployment: options.url, ...counts, findings }
  }

  const panel =
    options.panelPort === undefined ? undefined : await servePanel(store, options.panelPort, found, watchers)
  return {
    /** The address of the panel, if there is one. */
    panel: panel && `${panel.url}/`,
    /** Judges and records an exchange. If that fails by a fault of ours, the result is inconclusive. */
    add(exchange: Forwarded): void {
      try {
        const recorded = recordedOf(exchange, options.mostBytes)
        traffic.judge(recorded)
        const kept = keptExchange(exchange, recorded, traffic.secrets)
        har?.add(kept)
        const record = store.sandbox().journal.add(recordOf(kept))
        clearedAt = traffic.total - record.number
        for (const wake of watchers) wake()
        for (const { rule, level, summary } of conduct.see(record))
          say(`! ${level} of the client  ${rule}: ${summary}  (${record.call.method}, call ${record.number})`)
      } catch (error) {
        if (failures++ === 0) say(`An exchange could not be judged: ${traffic.secrets.mask(String(error))}`)
      }
    },
    /** Counts an exchange that is not judged because there is no time left. */
    leaveOut: () => traffic.leaveOut('that still waited at the end'),
    /** Ends the recording and gives the result. @param leftOut how many exchanges had no room in memory */
    finish(leftOut: number): Watched {
      for (let count = 0; count < leftOut; count++) traffic.leaveOut('that found no room in memory')
      har?.close()
      const failed = failures === 0 ? undefined : `${failures} exchanges could not be judged.`
      return { result: traffic.result(failed), conduct: conduct.conduct }
    },
  }
}

function servePanel(
  store: AnimalStore,
  port: number,
  found: () => ProxyFindings,
  watchers: Set<() => void>,
): Promise<RunningServer> {
  const shown = shownStore(store)
  const control = withFindings(createControl(shown, { deployment: found().deployment }), found, watchers)
  return startServer({ store: shown, port, control, panel: ownPanelFiles() })
}

/** The store for the panel: it shows the calls of the proxy, and refuses calls of its own. */
function shownStore(store: AnimalStore): AnimalStore {
  const sandbox = store.sandbox()
  const message = 'This shows what goes through the proxy. Send calls to the proxy.'
  return Object.create(store, {
    answer: { value: () => Promise.resolve(store.refuse(404, 'not_found', message)) },
    subscribe: {
      value: (listener: Parameters<AnimalStore['subscribe']>[0]) =>
        sandbox.journal.subscribe((record) => listener(record, sandbox)),
    },
  }) as AnimalStore
}

/** How long changes are gathered before they are sent. */
const gatherMilliseconds = 500

/** The control API with the findings beside it. */
function withFindings(control: Control, found: () => ProxyFindings, watchers: Set<() => void>): Control {
  return {
    async answer(call, signal) {
      const path = /^\/_mock\/findings(\/events)?$/.exec(call.target)
      if (path === null || call.method !== 'GET') return control.answer(call, signal)
      if (path[1] === undefined)
        return { status: 200, headers: { 'Content-Type': 'application/json' }, body: writeJson(found()) }
      return eventStream((send) => {
        let latest = ''
        let timer: NodeJS.Timeout | undefined
        const show = (): void => {
          timer = undefined
          const text = writeJson(found())
          if (text !== latest) send(`event: findings\ndata: ${text}\n\n`)
          latest = text
        }
        const wake = (): void => void (timer ??= setTimeout(show, gatherMilliseconds))
        show()
        watchers.add(wake)
        return () => {
          clearTimeout(timer)
          watchers.delete(wake)
        }
      }, signal)
    },
  }
}

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array

const decoders: Readonly<Record<string, Decode | undefined>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  // Node has it from 22.15 on.
  zstd: zstdDecompressSync,
}

/** An exchange as it is judged, with its body decoded. */
function recordedOf(exchange: Forwarded, mostBytes: number): Recorded {
  const { method, url, sentAtMilliseconds, tookMilliseconds, requestBody, status, problem } = exchange
  const headers = byName(pairsOf(exchange.responseHeaders))
  const { bytes, failure } = decoded(exchange.body, headers.get('content-encoding'), mostBytes)
  const cut = problem === undefined ? undefined : ({ kind: 'truncated', message: problem } as const)
  return {
    method,
    url,
    sentAtMilliseconds,
    tookMilliseconds,
    requestHeaders: byName(pairsOf(exchange.requestHeaders)),
    // Bytes that are not UTF-8 are not JSON, and are treated like a body that was not recorded.
    requestBody: requestBody && (decodeUtf8(requestBody) ?? null),
    response: status === undefined ? undefined : { status, headers, bytes: bytes ?? new Uint8Array() },
    problem: cut ?? failure,
    hasBody: bytes !== undefined || failure !== undefined,
  }
}

function decoded(body: Uint8Array | null, codings: readonly string[] = [], mostBytes: number) {
  if (body === null) return {}
  const names = codings
    .join(',')
    .toLowerCase()
    .split(/[\s,]+/)
  let bytes = body
  for (const name of names.filter((each) => each !== '' && each !== 'identity').toReversed()) {
    const decode = decoders[name]
    // A body in a coding that we do not know is not judged.
    if (decode === undefined) return {}
    try {
      bytes = decode(bytes, { maxOutputLength: mostBytes })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      return code === 'ERR_BUFFER_TOO_LARGE' ? {} : { failure: { kind: 'malformed', message } as const }
    }
  }
  return { bytes }
}
