import fc from 'fast-check'
import { readJsonBytes, validatePets } from '../../spec/index.ts'
import { type FuzzCase, exchange } from './exchange.ts'
import { fuzzCase } from './fuzz-case.ts'
import { startFuzzed } from './fuzzed-server.ts'
import { judge } from './judge.ts'
import { ReplyError, readReplies } from '../../mocks/testing/read-replies.ts'

/** What to send, and to which server. */
export interface FuzzOptions {
  /** What fast-check draws the cases from: a whole number from 0 up to 2^31 - 1. */
  readonly seed: number
  /** How many cases to play. */
  readonly count: number
  /** The one case to play instead, as an earlier failure named it. */
  readonly path?: string | undefined
  /** The module that serves the mock and sends its port to its parent. Default: the HTTP adapter with all it has. */
  readonly serverFile?: URL | undefined
  /** Called for each case that went well. */
  readonly onCase?: ((played: FuzzCase) => void) | undefined
  /** How long to look for a smaller case that fails, too. Default: 20,000. */
  readonly shrinkMilliseconds?: number | undefined
  /** How long the server may take to close a connection whose client waits for that. Default: 5,000. */
  readonly mostMilliseconds?: number | undefined
}

/** A case, and the path by which fast-check draws it again. */
export interface Drawn {
  readonly path: string
  readonly drawn: FuzzCase
}

/** How the server misbehaved. */
export interface Failure {
  readonly problem: string
  /** The case that caused it, as small as it gets; several where any of them may have, none where all may. */
  readonly cases: readonly Drawn[]
  /** What the offending connection received. */
  readonly received: Buffer
  /** What the server wrote to its error output. */
  readonly serverErrors: string
}

type Play = (cases: readonly Drawn[]) => Promise<Failure | undefined>

/** How many cases are played at a time. Many of them only wait for a deadline of the server. */
const mostAtOnce = 64

/** After how many cases a good call must be answered. */
const goodCallInterval = 100

/** How many of the cases that went well may yet have been what ended the server. */
const mostSuspects = 100

/** How long a server that ends may take to be seen ending, once a connection went wrong. */
const endingMilliseconds = 300

/** Plays cases against a server until one goes wrong or all went well: spec/decisions/0106-who-plays-the-fuzzed-cases.md. */
export async function runFuzz(options: FuzzOptions): Promise<Failure | undefined> {
  const { seed, count, path, shrinkMilliseconds = 20_000 } = options
  const play: Play = (cases) => playCases(cases, { ...options, onCase: undefined })
  if (path !== undefined) return playCases(draw(seed, path, 1), options)
  const failure = await playCases(drawAll(seed, count), options)
  const found = failure && (await findOne(failure.cases, play))
  const smallest = found && (await shrink(seed, found.path, play, performance.now() + shrinkMilliseconds))
  return smallest ?? failure
}

/** The cases that fast-check draws from a seed, beginning with the one at this path. */
export function draw(seed: number, path: string, count: number): readonly Drawn[] {
  const cases = fc.sample(fuzzCase, { seed, path, numRuns: count })
  return cases.map((drawn, at) => ({ drawn, path: at === 0 ? path : String(Number(path) + at) }))
}

function* drawAll(seed: number, count: number): Generator<Drawn> {
  // Not all at once, because some have a body of a megabyte.
  for (let at = 0; at < count; at += mostAtOnce) yield* draw(seed, String(at), Math.min(mostAtOnce, count - at))
}

/** The case that brings the failure about alone; halves them until one is left. */
async function findOne(cases: readonly Drawn[], play: Play): Promise<Drawn | undefined> {
  let left = cases
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2))
    left = (await play(half)) === undefined ? left.slice(half.length) : half
  }
  return left[0]
}

/** Plays a case alone, and lets fast-check shrink it as long as it fails; `undefined` if it does not fail at all. */
export async function shrink(seed: number, path: string, play: Play, until: number): Promise<Failure | undefined> {
  let smallest: { readonly failure: Failure; readonly drawn: FuzzCase } | undefined
  const fails = fc.asyncProperty(fuzzCase, async (drawn) => {
    if (smallest !== undefined && performance.now() > until) return true
    const failure = await play([{ drawn, path }])
    if (failure !== undefined) smallest = { failure, drawn }
    return failure === undefined
  })
  const { counterexamplePath } = await fc.check(fails, { seed, path, numRuns: 1 })
  return smallest && { ...smallest.failure, cases: [{ drawn: smallest.drawn, path: counterexamplePath ?? path }] }
}

async function playCases(
  cases: Iterable<Drawn>,
  {
    serverFile = new URL('./server.ts', import.meta.url),
    onCase,
    mostMilliseconds = 5000,
  }: Pick<FuzzOptions, 'serverFile' | 'onCase' | 'mostMilliseconds'>,
): Promise<Failure | undefined> {
  const server = await startFuzzed(serverFile)
  const onTheirWay = new Set<Drawn>()
  const justPlayed: Drawn[] = []
  const problems: Omit<Failure, 'serverErrors'>[] = []
  const left = cases[Symbol.iterator]()
  let done = 0

  async function checkGoodCall(): Promise<void> {
    const problem = await goodCallProblem(server.port, mostMilliseconds)
    if (problem !== undefined) problems.push({ ...problem, cases: [...onTheirWay] })
  }

  async function playOne(played: Drawn): Promise<void> {
    onTheirWay.add(played)
    const connections = Array.from({ length: played.drawn.connections }, () =>
      exchange(server.port, played.drawn, mostMilliseconds),
    )
    for (const went of await Promise.all(connections)) {
      const problem = judge(played.drawn, went, mostMilliseconds)
      if (problem !== undefined) problems.push({ problem, cases: [played], received: went.received })
    }
    if (problems.length === 0 && ++done % goodCallInterval === 0) await checkGoodCall()
    if (problems.length > 0 || server.ending() !== undefined) return
    onTheirWay.delete(played)
    justPlayed.push(played)
    if (justPlayed.length > mostSuspects) justPlayed.shift()
    onCase?.(played.drawn)
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

const goodCall = Buffer.from(
  'GET /v1/pets HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer test_enterprise.good\r\nConnection: close\r\n\r\n',
)

async function goodCallProblem(
  port: number,
  mostMilliseconds: number,
): Promise<Pick<Failure, 'problem' | 'received'> | undefined> {
  const steps = [{ bytes: goodCall, times: 1 }]
  const { received } = await exchange(port, { steps, ending: 'wait' }, mostMilliseconds)
  try {
    const [reply] = readReplies(received, false)
    const pets = reply?.status === 200 ? readJsonBytes(reply.body) : undefined
    if (pets?.ok === true && validatePets(pets.value)) return undefined
  } catch (error) {
    if (!(error instanceof ReplyError)) throw error
  }
  return { problem: 'a good call got no good reply', received }
}
