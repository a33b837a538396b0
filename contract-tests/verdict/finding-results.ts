import { type ClauseId, type Mask, clauses, decodeUtf8 } from '../../spec/index.ts'
import type { Seen } from '../exchange/question.ts'
import { curlOf, requestLine } from '../exchange/curl.ts'
import { withCauses } from './causes.ts'
import type { ClauseState, ExchangeSummary, FindingResult, VerdictResult } from './result.ts'
import { type Finding, type Verdict, worstState, levelOf } from './verdict.ts'

/** Verdicts without what they found. */
export function verdictResults(verdicts: readonly Verdict[]): readonly VerdictResult[] {
  return verdicts.map(({ findings: _findings, ...verdict }) => verdict)
}

/** What a run knows beyond its verdicts. */
interface FromRun {
  /** The random sequences that lead to findings, by clause and operation. */
  readonly sequences: ReadonlyMap<string, readonly string[]>
  readonly unstable: readonly Finding[]
  /** The exchanges that findings name by their numbers. */
  readonly log: readonly Seen[]
}

/**
 * One result for each level, clause and operation, in that order.
 * @param mask masks keys in the curl commands, before these are quoted for a shell
 */
export function findingResults(
  verdicts: readonly Verdict[],
  mask: Mask,
  { sequences = new Map(), unstable = [], log = [] }: Partial<FromRun> = {},
): readonly FindingResult[] {
  const all = verdicts.flatMap(({ id, findings }) => findings.map((finding) => ({ ...finding, foundBy: id })))
  const results = clauses.flatMap(({ id }) => {
    const about = all.filter(({ clause }) => clause === id)
    const groups = Map.groupBy(
      about,
      ({ seen, reading, doubt }) => `${seen.question.operation} ${reading ?? ''} ${doubt === undefined}`,
    )
    return [...groups.values()].flatMap((found) =>
      found.slice(0, 1).map((finding): FindingResult => ({
        ...findingResult(finding, found.slice(1), finding.foundBy, mask),
        sequence: sequences.get(`${id} ${finding.seen.question.operation}`) ?? sequenceOf(finding, log),
      })),
    )
  })
  const { broken = [], open = [], warning = [] } = Object.groupBy(results, ({ level }) => level)
  const passing = unstable.map((each) => findingResult(each, [], '', mask))
  return [...withCauses(broken), ...open, ...warning, ...passing]
}

/** The exchange that a finding names by its number, and its own. */
function sequenceOf({ expected, seen }: Finding, log: readonly Seen[]): readonly string[] {
  const named = log.find(({ number }) => number === expected.as)
  return named === undefined ? [] : [named, seen].map(requestLine)
}

/** The result of findings that are alike: the first one, and how often it was seen. */
export function findingResult(first: Finding, others: readonly Finding[], foundBy: string, mask: Mask): FindingResult {
  const { seen, ...finding } = first
  const { section = '', text = '' } = clauses.find(({ id }) => id === finding.clause) ?? {}
  return {
    ...finding,
    level: levelOf(finding),
    section,
    clauseText: text,
    operation: seen.question.operation,
    foundBy,
    exchange: exchangeSummary(seen),
    curl: curlOf(seen, mask),
    only: seen.probe,
    sequence: [],
    times: [first, ...others].reduce((sum, { times = 1 }) => sum + times, 0),
  }
}

function exchangeSummary({ number, exchange }: Seen): ExchangeSummary {
  const { request, response, problem, tookMilliseconds } = exchange
  const { bytes = new Uint8Array(), headers = new Map<string, readonly string[]>() } = response ?? {}
  return {
    number,
    method: request.method,
    path: request.path,
    url: request.url,
    requestBody: request.body,
    status: response?.status,
    responseHeaders: Object.fromEntries([...headers].map(([name, values]) => [name, values.join(', ')])),
    responseBody: decodeUtf8(bytes) ?? Buffer.from(bytes).toString('latin1'),
    problem: problem?.message,
    tookMilliseconds: Math.round(tookMilliseconds),
  }
}

/** What the verdicts say of a clause; `undefined` where they say nothing. */
export function judgedState(id: ClauseId, verdicts: readonly Verdict[]): ClauseState | undefined {
  const findings = verdicts.flatMap((verdict) => verdict.findings)
  const named = findings.filter(({ clause, also }) => clause === id || also.includes(id))
  const state = worstState(named)
  const isHeld = verdicts.some(({ held }) => held.includes(id))
  return state === undefined && !isHeld ? undefined : { state: state ?? 'held', reason: undefined }
}
