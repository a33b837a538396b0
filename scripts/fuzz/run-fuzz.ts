import fc, { type Arbitrary } from 'fast-check'
import { type Exchange, type FuzzCase, exchange } from './exchange.ts'
import { startFuzzed } from './fuzzed-server.ts'

/** What is fuzzed, with which cases, and what it must do. */
export interface FuzzTarget {
  readonly cases: Arbitrary<FuzzCase>
  /** A module that serves it, and sends its port to its parent. */
  readonly serverFile: URL
  /** What is wrong with how it behaved on a connection; `undefined` when nothing is. */
  readonly judge: (played: FuzzCase, went: Exchange, mostMilliseconds: number) => string | undefined
  /** A call that must be answered well, whatever else is sent. */
  readonly goodCall: () => { readonly bytes: Buffer; readonly isWell: (received: Buffer) => boolean }
  /** After how many cases it is sent. */
  readonly goodCallInterval: number
}

/** What to send, and to which server. */
interface FuzzOptions {
  readonly target: FuzzTarget
  /** What fast-check draws the cases from: a whole number from 0 up to 2^31 - 1. */
  readonly seed: number
  /** How many cases to play. */
  readonly count: number
  /** The number of the first one. Default: 0. */
  readonly from?: number
  /** A module in place of that of the target. */
  readonly serverFile?: URL
  /** Called for each case that went well. */
  readonly onCase?: ((played: FuzzCase) => void) | undefined
  /** How long the server may take to close a connection whose client waits for that. Default: 5,000. */
  readonly mostMilliseconds?: number
}

/** A case, and its number among those of its seed. */
type Drawn = FuzzCase & { readonly number: number }

/** How the server misbehaved. */
export interface Failure {
  readonly problem: string
  /** The case that caused it; none where it cannot be said. */
  readonly cases: readonly Drawn[]
  /** What the offending connection received. */
  readonly received: Buffer
  /** What the server wrote to its error output. */
  readonly serverErrors: string
}

/** How many cases are played at a time. Many of them only wait for a deadline of the server. */
const mostAtOnce = 64

/** How many of the latest cases are suspected if the server ends, although they went well. */
const mostSuspects = 100

/** How long we wait for the end of the server after a connection went wrong. */
const endingMilliseconds = 300

/** Plays cases against a server until one goes wrong or all went well: spec/decisions/0052-where-a-library-was-turned-down.md. */
export async function runFuzz(options: FuzzOptions): Promise<Failure | undefined> {
  const { seed, count, from = 0, target } = options
  const failure = await playCases(drawAll(target, seed, from, from + count), options)
  let left = failure?.cases ?? []
  let alone: Failure | undefined
  // Halves the cases in question until one is left.
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2))
    alone = await playCases(half, { ...options, onCase: undefined })
    left = alone === undefined ? left.slice(half.length) : half
  }
  return failure && { ...(alone ?? failure), cases: left }
}

/** The cases that fast-check draws from a seed, beginning with the one of this number. */
function draw(target: FuzzTarget, seed: number, from: number, count: number): readonly Drawn[] {
  const cases = fc.sample(target.cases, { seed, path: String(from), numRuns: count })
  return cases.map((drawn, at) => ({ ...drawn, number: from + at }))
}

function* drawAll(target: FuzzTarget, seed: number, from: number, end: number): Generator<Drawn> {
  // Not all at once, because some have a body of a megabyte.
  for (let at = from; at < end; at += mostAtOnce) yield* draw(target, seed, at, Math.min(mostAtOnce, end - at))
}

async function playCases(
  cases: Iterable<Drawn>,
  { target, serverFile = target.serverFile, onCase, mostMilliseconds = 5000 }: FuzzOptions,
): Promise<Failure | undefined> {
  const server = await startFuzzed(serverFile)
  const onTheirWay = new Set<Drawn>()
  const justPlayed: Drawn[] = []
  const problems: Omit<Failure, 'serverErrors'>[] = []
  const left = cases[Symbol.iterator]()
  let done = 0

  async function checkGoodCall(): Promise<void> {
    const { bytes, isWell } = target.goodCall()
    const { received } = await exchange(server.port, { steps: [bytes], ending: 'wait' }, mostMilliseconds)
    if (!isWell(received)) problems.push({ problem: 'a good call got no good reply', received, cases: [...onTheirWay] })
  }

  async function playOne(played: Drawn): Promise<void> {
    onTheirWay.add(played)
    const went = await exchange(server.port, played, mostMilliseconds)
    const problem = target.judge(played, went, mostMilliseconds)
    if (problem !== undefined) problems.push({ problem, cases: [played], received: went.received })
    if (problems.length === 0 && ++done % target.goodCallInterval === 0) await checkGoodCall()
    if (problems.length > 0 || server.ending() !== undefined) return
    onTheirWay.delete(played)
    justPlayed.push(played)
    if (justPlayed.length > mostSuspects) justPlayed.shift()
    onCase?.(played)
  }

  async function playOn(): Promise<void> {
    for (let next = left.next(); !next.done; next = left.next()) {
      await playOne(next.value)
      if (problems.length > 0 || server.ending() !== undefined) return
    }
  }

  await Promise.all(Array.from({ length: mostAtOnce }, playOn))
  if (problems.length === 0 && server.ending() === undefined) await checkGoodCall()
  if (problems.length > 0) await server.seeEnd(endingMilliseconds)
  const hasStopped = await server.stop(mostMilliseconds)
  const [ending, serverErrors] = [server.ending(), server.errors()]
  const suspects = [...onTheirWay, ...justPlayed]
  const nothing = { received: Buffer.alloc(0), serverErrors }
  if (hasStopped && ending !== 'code 0')
    return { ...nothing, problem: `the server ended with ${ending}`, cases: suspects }
  if (problems[0] !== undefined) return { ...problems[0], serverErrors }
  if (serverErrors !== '') return { ...nothing, problem: 'the server wrote to its error output', cases: suspects }
  if (hasStopped) return undefined
  return { ...nothing, problem: `the server did not stop within ${mostMilliseconds / 1000} seconds`, cases: [] }
}
