import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readJsonBytes, validatePets } from '../../spec/index.ts'
import { exchange, mostMilliseconds } from './exchange.ts'
import { type FuzzCase, fuzzCase } from './fuzz-case.ts'
import { judge } from './judge.ts'
import { ReplyError, readReplies } from './read-replies.ts'

/** What to send, and to which server. */
export interface FuzzOptions {
  /** A whole number from 0 up to 2^32 - 1. */
  readonly seed: number
  /** How many cases to play. */
  readonly count: number
  /** The number of the first case; with `count` it stays below 2^21. Default: 0. */
  readonly first?: number
  /** The module that serves the mock and tells its port to its parent. Default: the HTTP adapter with all it has. */
  readonly serverFile?: URL | undefined
  /** Told of each case that went well. */
  readonly onCase?: (() => void) | undefined
}

type ServerChoice = Pick<FuzzOptions, 'serverFile'>

/** How the server misbehaved. */
export interface Failure {
  readonly problem: string
  /** The case that brought it about; several where any of them may have, none where all may. */
  readonly cases: readonly FuzzCase[]
  /** What the offending connection brought. */
  readonly received: Buffer
  /** What the server wrote to its error output. */
  readonly serverErrors: string
}

/** How many cases are on their way at a time. Many of them only wait for a deadline of the server. */
const mostAtOnce = 64

/** After how many cases a good call must be answered. */
const goodCallInterval = 100

/** How many of the cases that went well may yet have been what ended the server. */
const mostSuspects = 100

/** How long a server that ends may take to be seen ending, once a connection went wrong. */
const endingMilliseconds = 300

/** Plays cases against a server until one goes wrong or all went well. */
export async function runFuzz({ seed, count, first = 0, ...options }: FuzzOptions): Promise<Failure | undefined> {
  const all = Array.from({ length: count }, (_, index) => first + index)
  const failure = await playCases(seed, all, options)
  if (failure === undefined || failure.cases.length <= 1) return failure
  return (await findOne(seed, failure.cases, options)) ?? failure
}

/** The failure that one of these cases brings about alone; halves them until one is left. */
async function findOne(
  seed: number,
  cases: readonly FuzzCase[],
  { serverFile }: ServerChoice,
): Promise<Failure | undefined> {
  const play = (some: readonly FuzzCase[]) =>
    playCases(
      seed,
      some.map(({ number }) => number),
      { serverFile },
    )
  let left = cases
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2))
    left = (await play(half)) === undefined ? left.slice(half.length) : half
  }
  return play(left)
}

async function playCases(
  seed: number,
  numbers: readonly number[],
  { serverFile, onCase }: ServerChoice & Pick<FuzzOptions, 'onCase'>,
): Promise<Failure | undefined> {
  const server = await FuzzedServer.start(serverFile ?? new URL('./server.ts', import.meta.url))
  const onTheirWay = new Map<number, FuzzCase>()
  const justPlayed: FuzzCase[] = []
  const problems: Pick<Failure, 'problem' | 'cases' | 'received'>[] = []
  const left = numbers.values()
  let done = 0

  async function playNext(number: number): Promise<void> {
    const played = fuzzCase(seed, number)
    onTheirWay.set(number, played)
    const connections = Array.from({ length: played.connections }, () => exchange(server.port, played))
    for (const went of await Promise.all(connections)) {
      const problem = judge(played, went)
      if (problem !== undefined) problems.push({ problem, cases: [played], received: went.received })
    }
    done++
    if (problems.length === 0 && (done % goodCallInterval === 0 || done === numbers.length)) {
      const problem = await goodCallProblem(server.port)
      if (problem !== undefined) problems.push({ ...problem, cases: [...onTheirWay.values()] })
    }
    if (problems.length > 0 || server.hasEnded) return
    onTheirWay.delete(number)
    justPlayed.push(played)
    if (justPlayed.length > mostSuspects) justPlayed.shift()
    onCase?.()
  }
  async function playOn(): Promise<void> {
    for (const number of left) {
      await playNext(number)
      if (problems.length > 0 || server.hasEnded) return
    }
  }

  await Promise.all(Array.from({ length: Math.min(mostAtOnce, numbers.length) }, playOn))
  if (problems.length > 0) await server.seeEnd(endingMilliseconds)
  const hasStopped = await server.stop()
  const { ending, errors } = server
  const cases = [...onTheirWay.values(), ...justPlayed]
  const nothing = { received: Buffer.alloc(0), serverErrors: errors }
  if (hasStopped && ending !== 'code 0') return { ...nothing, problem: `the server ended with ${ending}`, cases }
  if (problems[0] !== undefined) return { ...problems[0], serverErrors: errors }
  if (errors !== '') return { ...nothing, problem: 'the server wrote to its error output', cases }
  if (!hasStopped) {
    return { ...nothing, problem: `the server did not stop within ${mostMilliseconds / 1000} seconds`, cases: [] }
  }
  return undefined
}

const goodCall = Buffer.from(
  'GET /v1/pets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.good\r\nConnection: close\r\n\r\n',
)

async function goodCallProblem(port: number): Promise<Pick<Failure, 'problem' | 'received'> | undefined> {
  const { received } = await exchange(port, { steps: [{ bytes: goodCall, times: 1 }], ending: 'wait' })
  try {
    const [reply] = readReplies(received, false)
    const pets = reply?.status === 200 ? readJsonBytes(reply.body) : undefined
    if (pets?.ok === true && validatePets(pets.value)) return undefined
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
  }
  return { problem: 'a good call got no good reply', received }
}

/** A server in a process of its own, so that its end is noticed. */
class FuzzedServer {
  readonly #process: ChildProcess
  #port = 0
  #errors = ''

  constructor(process: ChildProcess) {
    this.#process = process
    process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#errors += text))
  }

  static async start(file: URL): Promise<FuzzedServer> {
    const child = fork(fileURLToPath(file), { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
    const server = new FuzzedServer(child)
    server.#port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(Number(message)))
      child.once('close', () =>
        reject(new Error(`The server to fuzz ended before it told its port:\n${server.errors}`)),
      )
    })
    return server
  }

  get port(): number {
    return this.#port
  }

  get errors(): string {
    return this.#errors
  }

  get hasEnded(): boolean {
    return this.ending !== undefined
  }

  /** How the process ended, with `code 0` when all is well; `undefined` as long as it runs. */
  get ending(): string | undefined {
    const { exitCode, signalCode } = this.#process
    return exitCode === null ? (signalCode ?? undefined) : `code ${exitCode}`
  }

  /** Waits for the process to end, but not for long. */
  async seeEnd(milliseconds: number): Promise<void> {
    if (this.hasEnded) return
    const timer = new AbortController()
    const waiting = setTimeout(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
    await Promise.race([once(this.#process, 'exit'), waiting])
    timer.abort()
  }

  /** Lets the process end by itself; tells whether it did so in time. */
  async stop(): Promise<boolean> {
    if (this.hasEnded) return true
    this.#process.disconnect()
    await this.seeEnd(mostMilliseconds)
    if (this.hasEnded) return true
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
    return false
  }
}
