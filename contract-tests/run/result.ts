import {
  type Clause,
  type ClauseId,
  type Int64,
  type OperationId,
  type PlanName,
  clauses,
  decodeUtf8,
  isObject,
  operationIds,
  operations,
  readJson,
} from '../../spec/index.ts'
import type { Mask, Masked } from '../client/index.ts'
import { petOf } from '../checks/pets.ts'
import { curlOf } from './credentials.ts'
import type { Seen } from './question.ts'
import type { ContractOptions } from './run.ts'
import { probes } from '../probes/index.ts'
import { mostToExceed } from '../probes/rate-limit.ts'
import { thorough } from '../thorough/index.ts'
import type { Comparison } from '../report/baseline.ts'
import { departureIn } from './second-reading.ts'
import { type Observed, observations } from '../learn/observations.ts'
import { type Session, type Unstable, isRemovedSince, mayHaveAdded } from './session.ts'
import type { Finding, State, Verdict } from './verdict.ts'

/** A request and its answer as people read it. */
export interface ExchangeSummary {
  readonly number: number
  readonly method: string
  readonly url: string
  readonly requestBody: string | undefined
  readonly status: number | undefined
  readonly responseHeaders: Readonly<Record<string, string>>
  /** The beginning of the body. */
  readonly responseBody: string
  /** Why no whole answer came. */
  readonly problem: string | undefined
  readonly tookMilliseconds: number
}

/** A departure from a clause, once for each operation. */
export interface FindingResult extends Omit<Finding, 'seen'> {
  readonly section: string
  readonly clauseText: string
  readonly operation: OperationId
  /** The check or probe that found it. */
  readonly foundBy: string
  readonly exchange: ExchangeSummary
  /** A command for a shell that shows it; the key is `$API_KEY`. */
  readonly curl: string
  /** The probe that repeats it, for `--only`. */
  readonly only: string
  /** The shortest sequence of requests that shows it; empty where one request does. */
  readonly sequence: readonly string[]
  /** How many exchanges showed it. */
  readonly times: number
  /** Whether an earlier run that this one is compared with did not show it. */
  readonly isNew?: boolean
}

/** What became of a clause. */
export interface ClauseResult {
  readonly id: ClauseId
  readonly section: Clause['section']
  readonly text: string
  readonly state: State
  readonly reason: string | undefined
}

/** What became of a check or probe. */
export type VerdictResult = Omit<Verdict, 'findings'>

/** An animal that a run added. */
export interface AddedAnimal {
  readonly id: Int64 | undefined
  readonly name: string
}

/** How many exchanges of a recording were judged, and how many were not, by the reason. */
export interface RecordingRead {
  readonly judged: number
  readonly leftOut: Readonly<Record<string, number>>
}

/** A run as plain data, without the key. */
export type RunResult = Masked<RunFacts>

/** The same as it was found, so that nobody may see it yet. */
export interface RunFacts {
  readonly baseUrl: string
  /** The plan of the key, where it was named. */
  readonly plan: PlanName | undefined
  /** What was asked for beyond a default run, such as `read-only`. */
  readonly options: readonly string[]
  readonly startedAt: string
  readonly tookMilliseconds: number
  readonly requests: number
  readonly mostRequests: number
  /** What random sequences were drawn from; `undefined` without them. */
  readonly seed: number | undefined
  readonly animals: readonly AddedAnimal[]
  /** Names of animals that may have been added: the request was neither answered with 201 nor clearly refused. */
  readonly perhapsAdded: readonly string[]
  readonly verdicts: readonly VerdictResult[]
  readonly clauses: readonly ClauseResult[]
  readonly findings: readonly FindingResult[]
  /** Departures that a careful reader could defend; none in a strict run. */
  readonly warnings: readonly FindingResult[]
  /** The choices that the deployment showed where the interface is silent. */
  readonly profile: Observed
  /** Answers that were different when the request was sent again. */
  readonly unstable: readonly string[]
  /** Why the run stopped early. */
  readonly gaveUp: string | undefined
  /** What was read of a recording, where nothing was sent. */
  readonly recording?: RecordingRead
  /** How the run compares with an earlier one. */
  readonly baseline?: Comparison
  /** Whether enough was seen to judge the deployment. */
  readonly isConclusive: boolean
  /** 0 all held, 1 something is broken, 3 inconclusive. */
  readonly exitCode: 0 | 1 | 3
}

export function resultOf(
  session: Session,
  options: ContractOptions,
  verdicts: readonly Verdict[],
  gaveUp: string | undefined,
  startedAtMilliseconds: number,
): RunFacts {
  const { log } = session
  const { findings, warnings } = findingResults(verdicts, session.options.mask, session.sequences)
  const results = clauses.map((clause): ClauseResult => {
    const { id, section, text } = clause
    return { id, section, text, ...stateOf(clause, verdicts, options) }
  })
  const isComplete = gaveUp === undefined && isConclusive(results, options, session)
  return {
    baseUrl: options.baseUrl,
    plan: options.plan,
    options: optionsInWords(options),
    startedAt: new Date(startedAtMilliseconds).toISOString(),
    tookMilliseconds: Math.round(session.options.clock.now() - startedAtMilliseconds),
    requests: session.requests,
    mostRequests: session.mostRequests + (options.probeRateLimit === true ? mostToExceed : 0),
    seed: options.thorough && session.options.thorough.seed,
    animals: addedAnimals(log),
    perhapsAdded: log.filter(mayHaveAdded).flatMap(perhapsAdded),
    verdicts: verdictResults(verdicts),
    clauses: results,
    findings,
    warnings,
    profile: session.isService ? profileOf(session, findings) : {},
    unstable: session.unstable.map(unstableLine),
    gaveUp,
    isConclusive: isComplete,
    exitCode: findings.length > 0 ? 1 : isComplete ? 0 : 3,
  }
}

/** Verdicts without what they found. */
export function verdictResults(verdicts: readonly Verdict[]): readonly VerdictResult[] {
  return verdicts.map(({ findings: _findings, ...verdict }) => verdict)
}

function optionsInWords(options: ContractOptions): readonly string[] {
  const { readOnly, probeRateLimit, learn, strict, category, only } = options
  const switches = { 'read-only': readOnly, 'probe-rate-limit': probeRateLimit, learn, strict }
  return [
    ...Object.entries(switches).flatMap(([name, isOn]) => (isOn === true ? [name] : [])),
    ...(category === undefined ? [] : [`category ${category}`]),
    ...(only === undefined ? [] : [`only ${only.join(', ')}`]),
  ]
}

/** What answers show that break these clauses is no choice for a silence. */
const spoiledBy: Partial<Record<string, RegExp>> = { 'page-cap': /^4\.1\/limit-/, 'window-start': /^8\/reset-/ }

function profileOf({ log, options }: Session, findings: readonly FindingResult[]): Observed {
  const broken = findings.flatMap(({ clause, also }) => [clause, ...also])
  const choices = Object.entries(observations(log, options.todayMilliseconds))
  const unspoiled = choices.filter(([id]) => !broken.some((clause) => spoiledBy[id]?.test(clause)))
  return Object.fromEntries(unspoiled)
}

function isAnimalAdded(operation: OperationId): boolean {
  const { resource, role } = operations[operation]
  return resource === 'Pet' && role === 'create'
}

/** Every animal that was answered with 201, even when it should have been refused, unless the run removed it again. */
export function addedAnimals(log: readonly Seen[]): readonly AddedAnimal[] {
  return log
    .filter(({ question, status }) => status === 201 && isAnimalAdded(question.operation))
    .filter((seen) => !isRemovedSince(seen, petOf(seen.json)?.id, log))
    .map(({ question, json }) => ({
      id: petOf(json)?.id,
      name: petOf(json)?.name ?? (question.asks === 'create' ? question.animal.name : ''),
    }))
}

/** The name that was sent when it is unknown whether the animal was added. */
function perhapsAdded({ question, status, exchange }: Seen): readonly string[] {
  const sent = readJson(question.body ?? '')
  if (status === 201 && exchange.problem === undefined) return []
  const name =
    question.asks === 'create' ? question.animal.name : sent.ok && isObject(sent.value) ? sent.value['name'] : undefined
  return [typeof name === 'string' ? name : '(without a name)']
}

/**
 * Whether something held and, unless the run was a part of the suite, an animal could be added; where all is required,
 * whether nothing stays open.
 */
function isConclusive(results: readonly ClauseResult[], options: ContractOptions, session: Session): boolean {
  if (results.every(({ state }) => state !== 'held')) return false
  if (options.require === 'complete') return results.every(({ state }) => state !== 'inconclusive')
  if (options.readOnly === true || options.only !== undefined || session.requests === 0) return true
  return results.find(({ id }) => id === '4.2/answers-pet')?.state !== 'inconclusive'
}

function unstableLine({ seen, later }: Unstable): string {
  const outcomeOf = ({ status, exchange }: Seen): string => `${status ?? exchange.problem?.kind}`
  const first = seen.status === later.status ? 'was not as documented' : `was ${outcomeOf(seen)}`
  return `${seen.exchange.request.method} ${seen.question.path} ${first}, and ${outcomeOf(later)} when it was asked again`
}

/**
 * One result for each clause and operation, in the order of the clauses; those that can be defended apart.
 * @param mask for the commands, in which a shell needs another quoting than a mask reads
 */
export function findingResults(verdicts: readonly Verdict[], mask: Mask, sequences: Session['sequences'] = new Map()) {
  const all = verdicts.flatMap(({ id, findings }) => findings.map((finding) => ({ ...finding, foundBy: id })))
  const results = clauses.flatMap(({ id, section, text }) => {
    const about = all.filter(({ clause }) => clause === id)
    const groups = Map.groupBy(about, ({ seen, reading }) => `${seen.question.operation} ${reading ?? ''}`)
    return [...groups.values()].flatMap((found) =>
      found.slice(0, 1).map(({ seen, ...finding }): FindingResult => ({
        ...finding,
        section,
        clauseText: text,
        operation: seen.question.operation,
        exchange: exchangeSummary(seen),
        curl: curlOf(seen, mask),
        only: seen.probe,
        sequence: sequences.get(`${id} ${seen.question.operation}`) ?? [],
        times: found.reduce((sum, { times = 1 }) => sum + times, 0),
      })),
    )
  })
  return {
    findings: results.filter(({ reading }) => reading === undefined),
    warnings: results.filter(({ reading }) => reading !== undefined),
  }
}

const mostHeaders = 100

function exchangeSummary({ number, exchange }: Seen): ExchangeSummary {
  const { request, response, problem, tookMilliseconds } = exchange
  const { bytes = new Uint8Array(), headers = new Map<string, readonly string[]>() } = response ?? {}
  return {
    number,
    method: request.method,
    url: request.url,
    requestBody: request.body,
    status: response?.status,
    responseHeaders: Object.fromEntries([
      ...[...headers].slice(0, mostHeaders).map(([name, values]) => [name, values.join(', ')] as const),
      ...(headers.size > mostHeaders ? [['…', `and ${headers.size - mostHeaders} more headers`] as const] : []),
    ]),
    responseBody: decodeUtf8(bytes) ?? Buffer.from(bytes).toString('latin1'),
    problem: problem?.message,
    tookMilliseconds: Math.round(tookMilliseconds),
  }
}

type ClauseState = Pick<ClauseResult, 'state' | 'reason'>

function stateOf({ id, binds, seen }: Clause, verdicts: readonly Verdict[], options: ContractOptions): ClauseState {
  const idle = (reason: string): ClauseState => ({ state: 'not applicable', reason })
  if (binds === 'client') return idle('It binds clients.')
  if (seen === 'not-from-outside') return idle('It cannot be seen from outside.')
  if (id === '1/path-prefix' && !/\/v1\/*$/.test(options.baseUrl)) return idle('It needs an address that ends in /v1.')
  const judged = judgedState(id, verdicts)
  if (judged !== undefined) return judged
  const about = verdicts.filter((verdict) => verdict.clauses.includes(id))
  // What --only leaves out is not open.
  if (options.only !== undefined && about.every(({ kind }) => kind === 'check'))
    return idle('It is not in what --only names.')
  const isOutside = planClause.test(id) || (options.readOnly === true && needsWriting(id))
  if (isOutside || about.every(({ state }) => state === 'not applicable')) return idle(needOf(id, options))
  const reason = about.find((verdict) => verdict.reason !== undefined)?.reason
  return { state: 'inconclusive', reason: reason ?? 'No answer showed it.' }
}

/** What the verdicts say of a clause; `undefined` where they say nothing. */
export function judgedState(id: ClauseId, verdicts: readonly Verdict[]): ClauseState | undefined {
  const findings = verdicts.flatMap((verdict) => verdict.findings)
  const named = findings.filter(({ clause, also }) => clause === id || also.includes(id))
  const state = departureIn(named)
  if (state !== undefined) return { state, reason: state === 'warning' ? named[0]?.reading : undefined }
  return verdicts.some(({ held }) => held.includes(id)) ? { state: 'held', reason: undefined } : undefined
}

const planClause = /^8\/(?:free|pro|business)-/

/** Whether a clause is about an operation that writes, or judged by probes that write alone; random sequences need not. */
function needsWriting(id: ClauseId): boolean {
  const isOfWriting = operationIds.some(
    (of) => operations[of].method !== 'GET' && id.startsWith(`${operations[of].section}/`),
  )
  const about = probes.filter((probe) => probe !== thorough && probe.clauses.includes(id))
  return isOfWriting || (about.length > 0 && about.every(({ needs }) => needs?.includes('writing')))
}

function needOf(id: ClauseId, { plan, readOnly, probeRateLimit }: ContractOptions): string {
  if (planClause.test(id))
    return plan === undefined ? 'It needs --plan.' : 'The key has another plan, or the answers showed the other window.'
  if (readOnly === true && needsWriting(id)) return 'It needs writing.'
  return id.startsWith('8/') && probeRateLimit !== true ? 'It needs --probe-rate-limit.' : 'No answer was of that kind.'
}
