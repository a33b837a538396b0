import {
  type Clause,
  type ClauseId,
  type Operation,
  choicesOf,
  clauses,
  isObject,
  operationIds,
  operations,
  readJson,
  shapes,
  silenceIds,
} from '../../spec/index.ts'
import { petOf } from '../checks/pets.ts'
import type { Question, Seen } from '../exchange/question.ts'
import type { Probe } from '../probes/probe.ts'
import { exceedLimit, mostToExceed } from '../probes/rate-limit.ts'
import type { ContractOptions } from '../session/options.ts'
import { mayHaveAdded } from '../session/sender.ts'
import type { Session } from '../session/session.ts'
import { findingResults, judgedState, verdictResults } from '../verdict/finding-results.ts'
import {
  type AddedAnimal,
  type ClauseResult,
  type ClauseState,
  type FindingResult,
  type Observed,
  type RunResult,
  ofLevel,
} from '../verdict/result.ts'
import { type Reason, reasonOf } from '../verdict/sentences.ts'
import type { Verdict } from '../verdict/verdict.ts'

/** What is run: its options, what was asked and seen, and all probes that there are. */
interface Run {
  readonly session: Session
  readonly options: ContractOptions
  readonly probes: readonly Probe[]
}

export function resultOf(
  { session, options, probes }: Run,
  verdicts: readonly Verdict[],
  gaveUp: Reason | undefined,
  startedAtMilliseconds: number,
): RunResult {
  const { log } = session
  const findings = findingResults(verdicts, session.options.mask, {
    sequences: session.sequences,
    log,
    unstable: session.unstable,
  })
  const results = clauses.map((clause): ClauseResult => {
    const { id, section, text } = clause
    const state = stateOf(clause, verdicts, options, probes)
    const reason = state.state === 'inconclusive' ? (state.reason ?? limitedIn(log)) : state.reason
    return { id, section, text, ...state, reason }
  })
  const stopped = gaveUp ?? session.leftOut
  const isComplete = gaveUp === undefined && isConclusive(results, options)
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
    profile: session.isService ? profileOf(session, findings, probes) : {},
    gaveUp: stopped && reasonOf(stopped),
    isConclusive: isComplete,
    exitCode: findings.some(({ level }) => level === 'broken') ? 1 : isComplete ? 0 : 3,
  }
}

/** Whether limits kept answers from coming, also limits of calls without a key. A probe that goes beyond a limit asks for it. */
function limitedIn(log: readonly Seen[]): string | undefined {
  const asked = log.filter(({ probe }) => probe !== exceedLimit.id)
  const refused = asked.filter(({ status }) => status === 429)
  return refused.length === 0 ? undefined : reasonOf({ id: 'limited', is: `${refused.length} of ${asked.length}` })
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

function profileOf({ log, options }: Session, findings: readonly FindingResult[], probes: readonly Probe[]): Observed {
  const broken = ofLevel({ findings }, 'broken').flatMap(({ clause, also }) => [clause, ...also])
  const choices = probes.flatMap(({ learns }) => Object.entries(learns?.(log, options.todayMilliseconds, broken) ?? {}))
  // A code of the deployment may hold the key. A profile with a mask in it would be one of another deployment.
  const isShown = ([id, choice]: readonly [string, string]): boolean =>
    silenceIds.some((known) => known === id && choicesOf(known).includes(choice)) || options.mask(choice) === choice
  return Object.fromEntries(choices.filter(isShown))
}

/** What was added, even if it should have been refused. */
function addedAnimals(log: readonly Seen[]): readonly AddedAnimal[] {
  return log
    .filter(({ question, status }) => status === 201 && operations[question.operation].role === 'create')
    .map(({ question, json }) => ({
      resource: operations[question.operation].resource,
      id: petOf(json)?.id,
      name: petOf(json)?.name ?? nameSent(question),
    }))
}

/** What may have been added, by what was sent. */
function perhapsAdded({ question, status, exchange }: Seen): readonly string[] {
  return status === 201 && exchange.problem === undefined ? [] : [nameSent(question)]
}

/** The name that was sent, or all that was sent if the resource has no names. */
function nameSent(question: Question): string {
  const { request, resource }: Operation = operations[question.operation]
  const isNamed = request !== null && shapes[request].members.some(({ name }) => name === 'name')
  if (!isNamed) return `${resource} ${question.body ?? ''}`.trimEnd()
  const sent = readJson(question.body ?? '')
  const name = sent.ok && isObject(sent.value) ? sent.value['name'] : undefined
  return typeof name === 'string' ? name : '(without a name)'
}

/**
 * Whether the run saw enough: something held and, in a whole run, an animal could be added. With `require: 'complete'`, no
 * clause may stay open.
 */
function isConclusive(results: readonly ClauseResult[], options: ContractOptions): boolean {
  if (results.every(({ state }) => state !== 'held')) return false
  if (options.require === 'complete') return results.every(({ state }) => state !== 'inconclusive')
  if (options.readOnly === true || options.only !== undefined) return true
  return results.find(({ id }) => id === '4.2/answers-pet')?.state !== 'inconclusive'
}

function stateOf(
  { id, binds, seen }: Clause,
  verdicts: readonly Verdict[],
  options: ContractOptions,
  probes: readonly Probe[],
): ClauseState {
  const idle = (reason: string): ClauseState => ({ state: 'not applicable', reason })
  if (binds === 'client') return idle('It binds clients.')
  if (seen === 'not-from-outside') return idle('It cannot be seen from outside.')
  if (id === '1/path-prefix' && !/\/v1\/*$/.test(options.baseUrl)) return idle('It needs an address that ends in /v1.')
  const judged = judgedState(id, verdicts)
  if (judged !== undefined) return judged
  const about = verdicts.filter((verdict) => verdict.clauses.includes(id))
  // A clause that --only leaves out is not open.
  if (options.only !== undefined && about.every(({ kind }) => kind === 'check'))
    return idle('It is not in what --only names.')
  const isOutside = planClause.test(id) || (options.readOnly === true && needsWriting(id, probes))
  if (isOutside || about.every(({ state }) => state === 'not applicable')) return idle(needOf(id, options, probes))
  const reason = about.find((verdict) => verdict.reason !== undefined)?.reason
  return { state: 'inconclusive', reason }
}

/** Clauses about the plan of a key. */
const planClause = /^8\/(?:free|pro|business)-/

/** What it takes to judge a clause that a run with these options did not judge. */
function needOf(id: ClauseId, { plan, readOnly, probeRateLimit }: ContractOptions, probes: readonly Probe[]) {
  if (planClause.test(id))
    return plan === undefined ? 'It needs --plan.' : 'The key has another plan, or the answers showed the other window.'
  if (readOnly === true && needsWriting(id, probes)) return 'It needs writing.'
  return id.startsWith('8/') && probeRateLimit !== true ? 'It needs --probe-rate-limit.' : 'No answer was of that kind.'
}

/** Whether a clause is about an operation that writes, or is judged only by probes that write. */
function needsWriting(id: ClauseId, probes: readonly Probe[]): boolean {
  const isOfWriting = operationIds.some(
    (of) => operations[of].method !== 'GET' && id.startsWith(`${operations[of].section}/`),
  )
  const about = probes.filter((probe) => !probe.needs?.includes('thorough') && probe.clauses.includes(id))
  return isOfWriting || (about.length > 0 && about.every(({ needs }) => needs?.includes('writing')))
}
