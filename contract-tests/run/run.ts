import { type Client, type ClientOptions, createClient } from '../client/index.ts'
import type { Int64, PlanName } from '../../spec/index.ts'
import { Catalogue } from './catalogue.ts'
import { kept } from './keep.ts'
import { realClock, type RunClock } from './pace.ts'
import type { Probe } from './probe.ts'
import type { Seen } from './question.ts'
import { probes } from '../probes/index.ts'
import { mostToExceed } from '../probes/rate-limit.ts'
import { type RunResult, resultOf } from './result.ts'
import { BudgetSpent, GaveUp, type RunEvent, Session } from './session.ts'
import type { Need, ProbeNote, Verdict } from './verdict.ts'
import { checks } from '../checks/index.ts'
import { didYouMean, requireExactJson } from '../../spec/index.ts'

/** The options of a run. */
export interface ContractOptions extends ClientOptions {
  /** Sent as the bearer token, and kept out of all results. */
  readonly apiKey: string
  /** The plan of the key, to compare with X-RateLimit-Limit. */
  readonly plan?: PlanName | undefined
  /** Exceeds the rate limit once, with as many requests as that takes. */
  readonly probeRateLimit?: boolean | undefined
  /** Asks a few things more, so that the profile of the deployment can be learnt: up to 10 requests and 2 animals. */
  readonly learn?: boolean | undefined
  /** A category that new animals may have, where the service knows its categories. */
  readonly category?: Int64 | undefined
  /** Ids of probes to run, or of checks to report. */
  readonly only?: readonly string[] | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. Default: now. */
  readonly todayMilliseconds?: number | undefined
  /** Default 60: what a Free key has in a minute. */
  readonly mostRequests?: number | undefined
  /** Default 12: what a run adds may stay in the deployment. */
  readonly mostAnimals?: number | undefined
  /** The longest wait for a window to reset. Default 120 s. */
  readonly maxWaitMilliseconds?: number | undefined
  readonly clock?: RunClock | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
}

/** An option is not valid; the message says what is allowed. */
export class ContractOptionsError extends Error {
  override readonly name = 'ContractOptionsError'
}

/** The requests of a run, where nothing else is set. */
export const defaultMostRequests = 60
// What learning may ask beyond a default run.
const learningRequests = 10
const defaultMostAnimals = 12
const defaultMaxWaitMilliseconds = 120_000
const maxRunMilliseconds = 105_000

/**
 * Runs the suite against a deployment: plan, probe, check, observe, report. Whatever the deployment does ends in the result.
 * @throws {BaseUrlError} when the address cannot be one of the service
 * @throws {ContractOptionsError} when the key cannot be sent, or a probe or check is unknown
 * @throws {InexactJsonError} where JavaScript is too old to keep an int64 exact
 */
export async function runContract(options: ContractOptions): Promise<RunResult> {
  const verdicts: Verdict[] = []
  const run = verify(options)
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value
    verdicts.push(next.value)
  }
}

/** Runs the suite and gives each verdict as soon as it is known: first those of the probes, then those of the checks. */
export async function* verify(options: ContractOptions): AsyncGenerator<Verdict, RunResult, void> {
  requireExactJson()
  checkKey(options.apiKey)
  const selected = select(options)
  // Each request is counted, so none is sent unseen.
  const client = createClient({ ...options, resendsStale: false })
  try {
    return yield* judge(options, selected, client)
  } finally {
    client.close()
  }
}

async function* judge(
  options: ContractOptions,
  selected: readonly Probe[],
  client: Client,
): AsyncGenerator<Verdict, RunResult, void> {
  const session = sessionOf(options, client)
  const catalogue = new Catalogue(session, options.category)
  const startedAtMilliseconds = session.options.clock.now()
  const { mostRequests, isReadOnly, mostAnimals } = session.options
  session.options.onEvent({
    kind: 'plan',
    requests: Math.min(
      mostRequests,
      selected.reduce((sum, { cost, writes = 0 }) => sum + cost - (isReadOnly ? writes : 0), 1),
    ),
    animals: selected.reduce((sum, { animals }) => sum + animals, 0),
    mostRequests: mostRequests + (options.probeRateLimit === true ? mostToExceed : 0),
    mostAnimals: isReadOnly ? 0 : mostAnimals,
  })
  const verdicts: Verdict[] = []
  let gaveUp: string | undefined
  for (const probe of selected) {
    const notes: ProbeOutcome = gaveUp === undefined ? await runProbe(probe, session, catalogue) : { notes: [], gaveUp }
    gaveUp = notes.gaveUp
    const breaches = probe.clauses.includes('8/within-limit') ? session.breaches : []
    const verdict = probeVerdict(probe, [...notes.notes, ...breaches], notes.spent ?? gaveUp)
    verdicts.push(verdict)
    yield verdict
  }
  for (const verdict of checkVerdicts(session, options.only)) {
    verdicts.push(verdict)
    yield verdict
  }
  return resultOf({ options, session, verdicts, gaveUp, startedAtMilliseconds })
}

function sessionOf(options: ContractOptions, client: Client): Session {
  const clock = options.clock ?? realClock
  return new Session({
    client,
    clock,
    apiKey: options.apiKey,
    plan: options.plan,
    todayMilliseconds: options.todayMilliseconds ?? clock.now(),
    mostRequests: (options.mostRequests ?? defaultMostRequests) + (options.learn === true ? learningRequests : 0),
    mostAnimals: options.mostAnimals ?? defaultMostAnimals,
    maxWaitMilliseconds: options.maxWaitMilliseconds ?? defaultMaxWaitMilliseconds,
    maxRunMilliseconds,
    isReadOnly: options.readOnly === true,
    onEvent: options.onEvent ?? (() => undefined),
  })
}

function maskedNote(note: ProbeNote, session: Session): ProbeNote {
  return note.state === 'broken'
    ? { ...note, finding: { ...session.masked(note.finding), seen: kept(note.finding.seen) } }
    : note
}

interface ProbeOutcome {
  readonly notes: readonly ProbeNote[]
  /** Why the probe stopped early. */
  readonly spent?: string
  readonly gaveUp?: string
}

async function runProbe(probe: Probe, session: Session, catalogue: Catalogue): Promise<ProbeOutcome> {
  session.probe = probe.id
  session.options.onEvent({ kind: 'probe', id: probe.id, title: probe.title })
  try {
    const notes = await probe.run(session, catalogue)
    return { notes: notes.map((note) => maskedNote(note, session)) }
  } catch (error) {
    if (error instanceof BudgetSpent) return { notes: [], spent: error.message }
    if (error instanceof GaveUp) return { notes: [], gaveUp: error.message }
    throw error
  }
}

function probeVerdict(
  { id, title, clauses, isExtra }: Probe,
  notes: readonly ProbeNote[],
  cutShort: string | undefined,
): Verdict {
  const findings = notes.flatMap((note) => (note.state === 'broken' ? [note.finding] : []))
  const held = notes.flatMap((note) => (note.state === 'held' ? [note.clause] : []))
  const [unclear] = notes.filter((note) => note.state === 'inconclusive')
  const reason = isExtra === true ? undefined : (cutShort ?? unclear?.reason)
  const isHeld = reason === undefined || (held.length > 0 && cutShort === undefined)
  const state = findings.length > 0 ? 'broken' : isHeld ? 'held' : 'inconclusive'
  return { id, kind: 'probe', title, clauses, state, reason, findings, held: [...new Set(held)] }
}

function checkVerdicts(session: Session, only: readonly string[] | undefined): readonly Verdict[] {
  const isWanted = (id: string): boolean => only === undefined || !only.some(isCheck) || only.includes(id)
  return session.tallies
    .filter(({ check: { id } }) => isWanted(id))
    .map(({ check: { id, title, clauses }, applied, held, findings: all }) => {
      const findings = session.hasBeenLetIn ? all : all.filter(({ seen }) => !isRefusedKey(seen))
      const state = findings.length > 0 ? 'broken' : applied === 0 ? 'not applicable' : 'held'
      const reason = applied === 0 ? 'No answer was of the kind that it looks at.' : undefined
      return { id, kind: 'check', title, clauses, state, reason, findings, held: [...held] }
    })
}

/** A key that is refused everywhere is the wrong one and shows nothing about the deployment. */
function isRefusedKey({ question, status }: Seen): boolean {
  return question.credential === 'valid' && status === 401
}

function isCheck(id: string): boolean {
  return checks.some((check) => check.id === id)
}

/** The probes of a run: those that are named, or all that its options allow. */
function select({ only, readOnly, probeRateLimit, learn }: ContractOptions): readonly Probe[] {
  const ids = [...probes, ...checks].map(({ id }) => id)
  for (const id of only ?? []) {
    if (ids.includes(id)) continue
    const hint = didYouMean(id, ids, `There are: ${ids.join(', ')}.`)
    throw new ContractOptionsError(`Cannot run "${id}" only: there is no such probe or check. ${hint}`)
  }
  const given: Readonly<Record<Need, boolean>> = {
    writing: readOnly !== true,
    'exceeding-limit': probeRateLimit === true,
    learning: learn === true,
  }
  const named = only?.filter((id) => !isCheck(id)) ?? []
  const wanted = named.length === 0 ? probes : probes.filter(({ id }) => named.includes(id))
  return wanted.filter(({ needs }) => needs.every((need) => given[need]))
}

/** A key that cannot stand in a header would fail at every request. */
function checkKey(apiKey: string): void {
  if (apiKey === '') throw new ContractOptionsError('Cannot run without an API key: it is empty.')
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ContractOptionsError(
      'Cannot send this API key: it holds a space or a character beyond ASCII. Was a line end read with it?',
    )
  }
}
