import { checks } from '../checks/index.ts'
import { randomInt } from 'node:crypto'
import {
  type Client,
  type ClientOptions,
  type RunClock,
  createClient,
  maskFor,
  masked,
  realClock,
} from '../client/index.ts'
import { type ClauseId, didYouMean, type Int64, type PlanName, requireExactJson } from '../../spec/index.ts'
import { Catalogue } from './catalogue.ts'
import { kept } from './keep.ts'
import type { Need, Probe, ProbeNote, Verdict } from './verdict.ts'
import { recognize } from './recognize.ts'
import type { Seen } from './question.ts'
import { probes } from '../probes/index.ts'
import { thorough } from '../thorough/index.ts'
import { mostToExceed } from '../probes/rate-limit.ts'
import { type RunResult, resultOf } from './result.ts'
import { withReadings } from './second-reading.ts'
import { BudgetSpent, GaveUp, type RunEvent, Session } from './session.ts'

/** What random sequences may cost, and what they are drawn from. */
export interface ThoroughOptions {
  /** How many requests they may send. Default 500. */
  readonly requests?: number | undefined
  /** How many animals they may add. Default 60. */
  readonly animals?: number | undefined
  /** From 0 to 2^31 - 1: the same seed draws the same sequences. Default: a random one. */
  readonly seed?: number | undefined
}

/** The options of a run. */
export interface ContractOptions extends ClientOptions {
  /** Sent as the bearer token, and kept out of all results. */
  readonly apiKey: string
  /** The plan of the key, to compare with X-RateLimit-Limit. */
  readonly plan?: PlanName | undefined
  /** Exceeds the rate limit once, with as many requests as that takes. */
  readonly probeRateLimit?: boolean | undefined
  /** Asks a few things more, so that the profile of the deployment can be learnt: up to 20 requests and 7 animals. */
  readonly learn?: boolean | undefined
  /** Sends random sequences of requests on top of the run. */
  readonly thorough?: ThoroughOptions | undefined
  /** A category that new animals may have, where the service knows its categories. */
  readonly category?: Int64 | undefined
  /** Ids of probes to run. */
  readonly only?: readonly string[] | undefined
  /** `complete`: a run that leaves anything open has told too little. */
  readonly require?: 'complete' | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. Default: now. */
  readonly todayMilliseconds?: number | undefined
  /** Default 60: what a Free key has in a minute. */
  readonly mostRequests?: number | undefined
  /** Default 12: what a run adds may stay in the deployment. */
  readonly mostAnimals?: number | undefined
  /** The longest wait for a window to reset. Default 120 s. */
  readonly maxWaitMilliseconds?: number | undefined
  /** Counts warnings as broken: departures that a careful reader could defend. */
  readonly strict?: boolean | undefined
  readonly clock?: RunClock | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Ends the run before the next request. The result has what was found until then. */
  readonly signal?: AbortSignal | undefined
  /** Puts something between the run and its client, such as what keeps every exchange, keys included. */
  readonly watch?: ((client: Client, clock: RunClock) => Client) | undefined
}

/** An option is not valid; the message says what is allowed. */
export class ContractOptionsError extends Error {
  override readonly name = 'ContractOptionsError'
}

export const defaultMostRequests = 60
// What learning may ask beyond a default run.
const learningRequests = 20

/** The options of a run, with what is left out filled in. */
export type Settings = ReturnType<typeof settingsOf>

function settingsOf(options: ContractOptions, client: Client) {
  const { clock = realClock, onEvent = () => undefined, thorough: asked, learn, readOnly } = options
  const mask = maskFor(options.apiKey)
  return {
    client,
    clock,
    apiKey: options.apiKey,
    mask,
    plan: options.plan,
    signal: options.signal,
    onEvent: (event: RunEvent) => onEvent(masked(event, mask)),
    todayMilliseconds: options.todayMilliseconds ?? clock.now(),
    mostRequests: (options.mostRequests ?? defaultMostRequests) + (learn === true ? learningRequests : 0),
    mostAnimals: options.mostAnimals ?? 12,
    /** The longest wait for a window to reset. */
    maxWaitMilliseconds: options.maxWaitMilliseconds ?? 120_000,
    /** The longest that a run takes, without its waits for the rate limit. */
    maxRunMilliseconds: 105_000,
    isReadOnly: readOnly === true,
    /** What random sequences may take beside the rest of the run, and the seed that they are drawn from. */
    thorough: {
      requests: asked?.requests ?? 500,
      animals: asked?.animals ?? 60,
      seed: asked?.seed ?? randomInt(2 ** 31),
    },
  }
}

/**
 * Runs the suite against a deployment: plan, probe, check, observe, report. Whatever the deployment does ends in the result.
 * @throws {BaseUrlError} when the address cannot be one of the service
 * @throws {ContractOptionsError} when the key cannot be sent, or a probe is unknown
 * @throws {InexactJsonError} where JavaScript is too old to keep an int64 exact
 */
export async function runContract(options: ContractOptions): Promise<RunResult> {
  requireExactJson()
  checkKey(options.apiKey)
  const selected = select(options)
  // Each request is counted, so none is sent unseen.
  const client = createClient({ ...options, resendsStale: false })
  return judge(options, selected, options.watch?.(client, options.clock ?? realClock) ?? client).finally(() =>
    client.close(),
  )
}

async function judge(options: ContractOptions, selected: readonly Probe[], client: Client): Promise<RunResult> {
  const session = new Session(settingsOf(options, client))
  const catalogue = new Catalogue(session, options.category)
  const { mostRequests, isReadOnly, mostAnimals, onEvent, clock } = session.options
  const startedAtMilliseconds = clock.now()
  const more = selected.includes(thorough) ? session.options.thorough : { requests: 0, animals: 0 }
  const requests = sum(selected.map(({ cost, writes = 0 }) => cost - (isReadOnly ? writes : 0)))
  onEvent({
    kind: 'plan',
    requests: Math.min(mostRequests, requests + 1) + more.requests,
    animals: sum(selected.map(({ animals = 0 }) => animals)) + (isReadOnly ? 0 : more.animals),
    mostRequests: mostRequests + more.requests + (options.probeRateLimit === true ? mostToExceed : 0),
    mostAnimals: isReadOnly ? 0 : mostAnimals + more.animals,
  })
  const verdicts: Verdict[] = []
  let gaveUp: string | undefined
  const attempt = async (step: () => Promise<readonly ProbeNote[]>) => {
    try {
      return { notes: gaveUp === undefined ? await step() : [], spent: gaveUp }
    } catch (error) {
      if (!(error instanceof GaveUp || error instanceof BudgetSpent)) throw error
      if (error instanceof GaveUp) gaveUp = error.message
      return { notes: [], spent: error.message }
    }
  }
  session.probe = selected[0]?.id ?? ''
  if (selected.length > 0) await attempt(() => recognize(session, catalogue))
  for (const probe of selected) {
    const { id, title } = probe
    const { notes, spent } = await attempt(() => {
      session.probe = id
      onEvent({ kind: 'probe', id, title })
      return probe.run(session, catalogue)
    })
    const departures = session.departures.flatMap(({ of, note }) => (of === id ? [note] : []))
    verdicts.push(probeVerdict(probe, [...notes, ...departures], spent))
  }
  verdicts.push(...checkVerdicts(session))
  const read = options.strict === true ? verdicts : verdicts.map((verdict) => withReadings(verdict, session.log))
  return masked(resultOf(session, options, read, gaveUp, startedAtMilliseconds), session.options.mask)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function probeVerdict(
  { id, title, clauses, isExtra }: Probe,
  notes: readonly ProbeNote[],
  cutShort: string | undefined,
): Verdict {
  const found = notes.flatMap((note) => (note.state === 'broken' ? [note.finding] : []))
  const findings = found.map((finding) => ({ ...finding, seen: kept(finding.seen) }))
  const isBroken = (clause: ClauseId): boolean => findings.some((finding) => finding.clause === clause)
  const held = notes.flatMap((note) => (note.state === 'held' && !isBroken(note.clause) ? [note.clause] : []))
  const unclear = notes.find(
    (note) => note.state === 'inconclusive' && note.clauses.some((clause) => !held.includes(clause)),
  )
  const reason =
    isExtra === true ? undefined : (cutShort ?? (unclear?.state === 'inconclusive' ? unclear.reason : undefined))
  const isHeld = reason === undefined || (held.length > 0 && cutShort === undefined)
  const state = findings.length > 0 ? 'broken' : isHeld ? 'held' : 'inconclusive'
  return { id, kind: 'probe', title, clauses, state, reason, findings, held: [...new Set(held)] }
}

function checkVerdicts(session: Session): readonly Verdict[] {
  // A key that is refused everywhere is the wrong one and shows nothing about the deployment.
  const isRefusedKey = ({ question: { credential }, status }: Seen): boolean =>
    !session.hasBeenLetIn && credential === 'valid' && status === 401
  // What another thing answers says nothing about the service.
  const tallies = session.isService ? session.tallies : []
  return tallies.map(({ check: { id, title, clauses }, applied, held, findings: all }) => {
    const findings = all.filter(({ seen }) => !isRefusedKey(seen))
    const state = findings.length > 0 ? 'broken' : applied === 0 ? 'not applicable' : 'held'
    const reason = applied === 0 ? 'No answer was of the kind that it looks at.' : undefined
    return { id, kind: 'check', title, clauses, state, reason, findings, held: [...held] }
  })
}

/** The probes of a run: those that are named, or all that its options allow. */
function select({ only, readOnly, probeRateLimit, learn, thorough: asked }: ContractOptions): readonly Probe[] {
  const ids = probes.map(({ id }) => id)
  const unknown = only?.find((id) => !ids.includes(id))
  if (unknown !== undefined) {
    const all = `There are: ${ids.join(', ')}.`
    if (checks.some(({ id }) => id === unknown)) {
      throw new ContractOptionsError(`Cannot run "${unknown}" only: it looks at every answer. Name probes. ${all}`)
    }
    throw new ContractOptionsError(
      `Cannot run "${unknown}" only: there is no such probe. ${didYouMean(unknown, ids, all)}`,
    )
  }
  const given: Readonly<Record<Need, boolean>> = {
    writing: readOnly !== true,
    'exceeding-limit': probeRateLimit === true,
    learning: learn === true,
    thorough: asked !== undefined,
  }
  return probes.filter(({ id, needs = [] }) => only?.includes(id) !== false && needs.every((need) => given[need]))
}

/** A key that cannot stand in a header would fail at every request. */
function checkKey(apiKey: string): void {
  if (apiKey === '') throw new ContractOptionsError('Cannot run without an API key: it is empty.')
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new ContractOptionsError(
      'Cannot send this API key: it holds a space or a character beyond ASCII. Was a line end read with it?',
    )
}
