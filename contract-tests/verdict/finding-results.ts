import { type ClauseId, type Mask, clauses, counted, decodeUtf8 } from '../../spec/index.ts'
import { type Seen, asks } from '../exchange/question.ts'
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
      found.slice(0, 1).map((finding): FindingResult => {
        const sequence = sequences.get(`${id} ${finding.seen.question.operation}`)
        return {
          ...findingResult(finding, found.slice(1), finding.foundBy, mask),
          ...(sequence === undefined ? afterAdding(finding, log, mask) : { sequence }),
        }
      }),
    )
  })
  const { broken = [], open = [], warning = [] } = Object.groupBy(results, ({ level }) => level)
  const passing = unstable.map((each) => findingResult(each, [], '', mask))
  return [...withCauses(broken), ...open, ...warning, ...passing]
}

/** What leads to a finding about an animal that the run added: the exchange that added it, and a command that does both. */
function afterAdding({ expected, seen }: Finding, log: readonly Seen[], mask: Mask): Partial<FindingResult> {
  const added = expected.isAdded === true ? log.find(({ number }) => number === expected.as) : undefined
  if (added === undefined) return {}
  const sequence = [added, seen].map(requestLine)
  if (!asks(seen, 'pet')) return { sequence }
  const newId = `${curlOf(added, mask)} | grep -o '"id": *-*[0-9]*' | grep -o '[-0-9]*$'`
  const show = curlOf(seen, mask).replace(/\/-?\d+('?)$/, (_, quote: string) => `/${quote}"$id"`)
  return { sequence, curl: `id=$(${newId}); ${show}` }
}

/** The result of findings that are alike: the first one, and how often it was seen. */
export function findingResult(first: Finding, others: readonly Finding[], foundBy: string, mask: Mask): FindingResult {
  const { seen, ...finding } = first
  const { section = '', text = '' } = clauses.find(({ id }) => id === finding.clause) ?? {}
  return {
    ...finding,
    level: levelOf(finding),
    doubt: doubtIn([first, ...others]),
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

/** The doubt of findings that are alike: over all the time in which one of them was seen. */
function doubtIn([first, ...others]: readonly Finding[]): Finding['doubt'] {
  const lasted = [first, ...others].map((finding) => finding?.doubt?.lastedMilliseconds ?? 0)
  return first?.doubt && { ...first.doubt, lastedMilliseconds: Math.max(...lasted) }
}

const mostHeaders = 100

/** The first headers, each of which is cut when it is masked, and how many more there are. */
function shownHeaders(all: readonly (readonly [name: string, value: string])[]): Readonly<Record<string, string>> {
  const rest = all.length - mostHeaders
  const more = rest <= 0 ? [] : [['…', `and ${counted(rest, 'more header')}`] as const]
  return Object.fromEntries([...all.slice(0, mostHeaders), ...more])
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
    responseHeaders: shownHeaders([...headers].map(([name, values]) => [name, values.join(', ')])),
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
