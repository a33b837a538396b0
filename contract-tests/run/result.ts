import {
  type Clause,
  type ClauseId,
  type Int64,
  type OperationId,
  clauses,
  decodeUtf8,
  isObject,
  readJson,
} from '../../spec/index.ts'
import type { Mask } from '../client/index.ts'
import { addsAnimals } from '../checks/documented.ts'
import { petOf } from '../checks/pets.ts'
import { curlOf } from './curl.ts'
import { hintOf } from './hint.ts'
import type { Seen } from './question.ts'
import type { ContractOptions } from './run.ts'
import { mostToExceed } from '../probes/rate-limit.ts'
import { type Observed, observations } from './observations.ts'
import { type Session, mayHaveAdded } from './session.ts'
import { type Finding, type State, type Verdict } from './verdict.ts'

/** A request and its answer as people read it: short, and without the key. */
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

/** A broken clause, told once per operation. */
export interface FindingResult {
  readonly clause: ClauseId
  readonly section: string
  readonly clauseText: string
  readonly also: readonly ClauseId[]
  readonly operation: OperationId
  /** The check or probe that found it. */
  readonly foundBy: string
  readonly expected: string
  readonly received: string
  readonly exchange: ExchangeSummary
  /** A command for a shell that shows it; the key is `$API_KEY`. */
  readonly curl: string
  /** The probe that repeats it, for `--only`. */
  readonly only: string
  /** In how many exchanges it was found. */
  readonly times: number
}

/** What a run says of a clause. */
export interface ClauseResult {
  readonly id: ClauseId
  readonly section: string
  readonly text: string
  readonly state: State
  readonly reason: string | undefined
}

/** What a run says of a check or probe. */
export type VerdictResult = Omit<Verdict, 'findings'>

/** An animal that a run added. */
export interface AddedAnimal {
  readonly id: Int64 | undefined
  readonly name: string
}

/** A run, as plain data. The key is nowhere in it. */
export interface RunResult {
  readonly baseUrl: string
  readonly startedAt: string
  readonly tookMilliseconds: number
  readonly requests: number
  readonly mostRequests: number
  readonly animals: readonly AddedAnimal[]
  /** Names of animals that may have been added: the request was neither answered with 201 nor clearly refused. */
  readonly perhapsAdded: readonly string[]
  readonly verdicts: readonly VerdictResult[]
  readonly clauses: readonly ClauseResult[]
  readonly findings: readonly FindingResult[]
  /** What the deployment chose where the interface is silent, as far as it could be seen. */
  readonly profile: Observed
  /** What came differently when it was asked again. */
  readonly unstable: readonly string[]
  /** Why the run did not come to its end. */
  readonly gaveUp: string | undefined
  /** What may be wrong with the address or the key, where nothing that was answered looks like the service. */
  readonly hint: string | undefined
  /** 0 all held, 1 something is broken, 3 could not tell. */
  readonly exitCode: 0 | 1 | 3
}

/** What a result is made from. */
export interface RunParts {
  readonly options: ContractOptions
  readonly session: Session
  readonly verdicts: readonly Verdict[]
  readonly gaveUp: string | undefined
  readonly startedAtMilliseconds: number
}

/** Makes the result of a run. */
export function resultOf(parts: RunParts): RunResult {
  const { options, session, verdicts, gaveUp, startedAtMilliseconds } = parts
  const { mask } = session
  const findings = tellFindings(verdicts, mask)
  const told = tellClauses(verdicts, parts)
  return {
    baseUrl: mask(options.baseUrl),
    startedAt: new Date(startedAtMilliseconds).toISOString(),
    tookMilliseconds: Math.round(session.options.clock.now() - startedAtMilliseconds),
    requests: session.requests,
    mostRequests: session.options.mostRequests + (options.probeRateLimit === true ? mostToExceed : 0),
    animals: addedAnimals(session.log, mask),
    perhapsAdded: session.log.filter(mayHaveAdded).flatMap((seen) => perhapsAdded(seen, mask)),
    verdicts: verdicts.map((verdict) => tellVerdict(verdict, mask)),
    clauses: told,
    findings,
    profile: maskAll(observations(session.log, session.options.todayMilliseconds), mask),
    unstable: session.unstable.map(({ seen, later }) => mask(tellUnstable(seen, later))),
    gaveUp: gaveUp && mask(gaveUp, mostOfBody),
    hint: hintFor(session.log, mask),
    exitCode: findings.length > 0 ? 1 : gaveUp !== undefined || !hasTold(told, parts) ? 3 : 0,
  }
}

function maskAll(observed: Observed, mask: Mask): Observed {
  return Object.fromEntries(Object.entries(observed).map(([id, choice]) => [id, mask(choice)]))
}

function tellVerdict({ id, kind, title, clauses: about, state, reason, held }: Verdict, mask: Mask): VerdictResult {
  return { id, kind, title, clauses: about, state, reason: reason && mask(reason), held }
}

/** Every animal that was answered with 201, those that should have been refused among them. */
function addedAnimals(log: readonly Seen[], mask: Mask): readonly AddedAnimal[] {
  return log
    .filter(({ question, status }) => addsAnimals(question.operation) && status === 201)
    .map(({ question, json }) => ({
      id: petOf(json)?.id,
      name: mask(petOf(json)?.name ?? (question.asks === 'create' ? question.animal.name : ''), mostOfName),
    }))
}

function hintFor(log: readonly Seen[], mask: Mask): string | undefined {
  const hint = hintOf(log)
  return hint && mask(hint, mostOfBody)
}

/** The name that was sent where nobody knows what became of it. */
function perhapsAdded({ question, status, exchange }: Seen, mask: Mask): readonly string[] {
  const sent = readJson(question.body ?? '')
  if (status === 201 && exchange.problem === undefined) return []
  const name =
    question.asks === 'create' ? question.animal.name : sent.ok && isObject(sent.value) ? sent.value['name'] : undefined
  return [typeof name === 'string' ? mask(name, mostOfName) : '(without a name)']
}

/** Whether every operation that was tried was brought to the test. */
function hasTold(told: readonly ClauseResult[], { options, session }: RunParts): boolean {
  const isUnclear = (id: ClauseId): boolean => told.find((clause) => clause.id === id)?.state === 'inconclusive'
  if (told.every(({ state }) => state !== 'held')) return false
  return (
    options.readOnly === true || options.only !== undefined || session.requests === 0 || !isUnclear('4.2/answers-pet')
  )
}

function tellUnstable(seen: Seen, later: Seen): string {
  const { method } = seen.exchange.request
  const first =
    seen.status === later.status ? 'was not as documented' : `was ${seen.status ?? seen.exchange.problem?.kind}`
  return `${method} ${seen.question.path} ${first}, and ${later.status ?? later.exchange.problem?.kind} when it was asked again`
}

function tellFindings(verdicts: readonly Verdict[], mask: Mask): readonly FindingResult[] {
  const all = verdicts.flatMap(({ id, findings }) => findings.map((finding) => ({ finding, foundBy: id })))
  const groups = Map.groupBy(all, ({ finding }) => `${finding.clause} ${finding.seen.question.operation}`)
  const order = clauses.map(({ id }): ClauseId => id)
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      return first === undefined ? [] : [tellFinding(first.finding, first.foundBy, group.length, mask)]
    })
    .toSorted((one, other) => order.indexOf(one.clause) - order.indexOf(other.clause))
}

function tellFinding(finding: Finding, foundBy: string, times: number, mask: Mask): FindingResult {
  const clause = clauseOf(finding.clause)
  return {
    clause: finding.clause,
    section: clause.section,
    clauseText: clause.text,
    also: finding.also,
    operation: finding.seen.question.operation,
    foundBy,
    expected: finding.expected,
    received: finding.received,
    exchange: tellExchange(finding.seen, mask),
    curl: mask(curlOf(finding.seen)),
    only: finding.seen.probe,
    times,
  }
}

function clauseOf(id: ClauseId): Clause {
  const found = clauses.find((clause) => clause.id === id)
  if (found === undefined) throw new TypeError(`There is no clause "${id}".`)
  return found
}

// So many characters of what a deployment sent are told.
const mostOfBody = 600
const mostOfName = 200

function tellExchange({ number, exchange }: Seen, mask: Mask): ExchangeSummary {
  const { request, response, problem, tookMilliseconds } = exchange
  const text =
    response === undefined ? '' : (decodeUtf8(response.bytes) ?? Buffer.from(response.bytes).toString('latin1'))
  const headers = [...(response?.headers ?? new Map<string, readonly string[]>())]
  return {
    number,
    method: request.method,
    url: mask(request.url),
    requestBody: request.body && mask(request.body, mostOfBody),
    status: response?.status,
    responseHeaders: Object.fromEntries(
      headers.map(([name, values]) => [mask(name), mask(values.join(', '), mostOfBody)]),
    ),
    responseBody: mask(text, mostOfBody),
    problem: problem && mask(problem.message, mostOfBody),
    tookMilliseconds: Math.round(tookMilliseconds),
  }
}

function tellClauses(verdicts: readonly Verdict[], { options }: RunParts): readonly ClauseResult[] {
  return clauses.map((clause) => ({
    id: clause.id,
    section: clause.section,
    text: clause.text,
    ...stateOf(clause, verdicts, options),
  }))
}

function stateOf(
  clause: Clause,
  verdicts: readonly Verdict[],
  options: ContractOptions,
): Pick<ClauseResult, 'state' | 'reason'> {
  const id = clause.id
  if (clause.binds === 'client') return { state: 'not applicable', reason: 'It binds clients.' }
  if (clause.seen === 'not-from-outside') return { state: 'not applicable', reason: 'It cannot be seen from outside.' }
  const isNamed = ({ clause: found, also }: Finding): boolean => found === id || also.includes(id)
  if (verdicts.some(({ findings }) => findings.some(isNamed))) return { state: 'broken', reason: undefined }
  if (verdicts.some(({ held }) => held.includes(id))) return { state: 'held', reason: undefined }
  const about = verdicts.filter((verdict) => verdict.clauses.includes(id))
  const reason = about.find((verdict) => verdict.reason !== undefined)?.reason
  // What a part of the suite did not ask for is no open question.
  if (options.only !== undefined && about.every(({ kind }) => kind === 'check'))
    return { state: 'not applicable', reason: 'It is not in what --only names.' }
  const isOfPlan = /^8\/(?:free|pro|business)-/.test(id)
  if (about.every(({ state }) => state === 'not applicable') || (options.plan === undefined && isOfPlan)) {
    return { state: 'not applicable', reason: needOf(id, options) }
  }
  return { state: 'inconclusive', reason: reason ?? 'There was nothing by which to tell.' }
}

function needOf(id: ClauseId, { plan, readOnly, probeRateLimit }: ContractOptions): string {
  if (/^8\/(?:free|pro|business)-/.test(id)) {
    return plan === undefined
      ? 'It is known with --plan only.'
      : 'The key is of another plan, or the other window was told.'
  }
  if (readOnly === true && /^(?:1\/added|2\/pet-id-a|3\/|4\.2\/)/.test(id)) return 'It needs writing.'
  return id.startsWith('8/') && probeRateLimit !== true ? 'It needs --probe-rate-limit.' : 'No answer was of that kind.'
}
