import { type ClauseId, counted, shellLine, shown, silences } from '../../spec/index.ts'
import {
  type AddedAnimal,
  type ClauseResult,
  type FindingResult,
  type FindingId,
  type RunResult,
  ofLevel,
} from '../verdict/result.ts'
import type { Outcome, Level } from '../verdict/verdict.ts'
import type { Doubt } from '../verdict/facts.ts'
import { told, readingOf, settledBy } from '../verdict/sentences.ts'

/** What a report can know of how the suite was started. */
export interface ReportOptions {
  /** The command, without `--only`. */
  readonly command?: string | undefined
  /** Makes of a curl line one that works where the command does; `undefined` where the deployment has gone by then. */
  readonly typed?: ((curl: string) => string | undefined) | undefined
  /** The version of the suite. */
  readonly version?: string | undefined
}

/** Writes what a run found, as a text of some form. */
export type Report = (result: RunResult, options?: ReportOptions) => string

/** What every report says of a run, in words. */
export function summaryOf(result: RunResult) {
  const { clauses, profile, gaveUp, recording } = result
  const parts = verdictOf(result)
  return {
    /** The first part of the verdict; what comes after it can be counted elsewhere. */
    headline: parts[0],
    verdict: parts.join(', '),
    changes: changesOf(result),
    spent: spentOf(result),
    /** Why there may be more than was seen; `undefined` where everything was. */
    stopped: gaveUp === undefined || recording !== undefined ? gaveUp : `The run stopped early: ${gaveUp}`,
    sections: [...Map.groupBy(clauses, ({ section }) => section)],
    /** What the deployment chose where the interface is silent, in the order of the silences. */
    chosen: silences.flatMap(({ id, question, default: usual }) => {
      const choice = profile[id]
      return choice === undefined ? [] : [{ id, choice, question, isDefault: choice === usual }]
    }),
    lists: furtherLists(result),
  }
}

function verdictOf(result: RunResult): readonly [headline: string, ...rest: string[]] {
  const { clauses, exitCode, gaveUp, recording } = result
  const [findings, warnings] = [ofLevel(result, 'broken'), ofLevel(result, 'warning')]
  const unstable = ofLevel(result, 'unstable')
  const { held, broken, doubtful, warning, inconclusive, 'not applicable': idle } = countsOf(clauses)
  const warned = [
    ...(doubtful === 0 ? [] : [`${doubtful} ${doubtful === 1 ? 'is' : 'are'} in doubt`]),
    ...(warnings.length === 0 ? [] : [counted(warnings.length, 'warning')]),
    ...(unstable.length === 0 ? [] : [counted(unstable.length, 'unstable answer')]),
  ]
  const untold = recording !== undefined || inconclusive === 0 ? [] : [`${inconclusive} inconclusive`]
  const rest = [...untold, ...(idle === 0 ? [] : [`${idle} not applicable`]), ...warned]
  // Of all, so that every run has the same total.
  const ofAll = `of ${counted(clauses.length, 'clause')}`
  if (exitCode === 3 && doubtful > 0 && gaveUp === undefined) return [`Doubtful: ${held} ${ofAll} held`, ...rest]
  if (exitCode === 3) {
    const early = gaveUp === undefined || recording !== undefined ? '' : 'the run stopped early; '
    const isJudged = held + broken + doubtful + warning > 0
    const judged = isJudged ? `${counted(held, 'clause')} held` : 'nothing could be judged'
    return [`Inconclusive: ${early}${judged}`, ...untold, ...warned]
  }
  // One finding may break several clauses, and several findings the same one.
  if (broken > 0)
    return [`${counted(findings.length, 'finding')}: ${counted(broken, 'clause')} broken`, `${held} held`, ...rest]
  if (warned.length > 0) return [`${held} ${ofAll} held`, ...rest]
  return [`All ${counted(held, 'clause')} that ${held === 1 ? 'was' : 'were'} tested held`, ...rest]
}

/** All departures that were found, by their levels; each cause before what it causes. */
export function departuresIn(result: RunResult): readonly FindingResult[] {
  const causes = result.findings.filter(({ level, cause }) => level !== 'unstable' && cause === undefined)
  return causes.flatMap((cause) => [cause, ...effectsOf(cause, result)])
}

/** The findings that this one likely causes. */
export function effectsOf(finding: FindingResult, { findings }: RunResult): readonly FindingResult[] {
  return finding.level === 'broken' ? findings.filter(({ cause }) => isNamed(finding, cause)) : []
}

function isNamed({ clause, operation }: FindingId, known: FindingId | undefined): boolean {
  return known?.clause === clause && known.operation === operation
}

/** What each level is called, and the state that it gives to a clause. */
export const levelWords = {
  broken: { state: 'broken', name: '✗ broken', verb: 'is broken by' },
  open: { state: 'doubtful', name: '? doubtful', verb: 'is in doubt for' },
  warning: { state: 'warning', name: '! warning', verb: 'is a warning for' },
  unstable: { state: 'held', name: '✓ unstable', verb: 'is unstable for' },
} as const satisfies Readonly<Record<Level, { state: Outcome; name: string; verb: string }>>

function changesOf(result: RunResult): string | undefined {
  const { baseline } = result
  if (baseline === undefined) return undefined
  const all = departuresIn(result)
  const added = all.filter(({ isNew }) => isNew === true).length
  return `Since ${baseline.startedAt}: ${added} new, ${all.length - added} as before, ${baseline.mended.length} mended.`
}

/** Whether a finding is new, where the run is compared with an earlier one. */
export function newness({ isNew }: FindingResult): string {
  return isNew === undefined ? '' : isNew ? ', new' : ', as before'
}

/** What repeats a finding; `undefined` for one in a recording, which is always the same. */
export function againOf({ only }: FindingResult, { command = 'animal-store contract …' }: ReportOptions) {
  return only === '' ? undefined : shellLine([{ code: command }, '--only', only])
}

/** A command that shows a finding; `undefined` where the deployment has gone by then. */
export function curlOf({ curl }: FindingResult, { typed = (line) => line }: ReportOptions): string | undefined {
  return curl === '' ? undefined : typed(curl)
}

/** How many exchanges a report is about, in words. */
function spentOf({ requests, mostRequests, recording }: RunResult): string {
  if (recording === undefined) return `${requests} of at most ${counted(mostRequests, 'request')}`
  const { judged, withoutBody, leftOut } = recording
  const unrecorded = withoutBody === 0 ? '' : ` (${withoutBody} without a body that was not recorded)`
  const others = Object.entries(leftOut).map(([reason, count]) => `${count} ${reason}`)
  const notJudged = others.length === 0 ? '' : `, not judged: ${others.join(', ')}`
  return `${counted(judged, 'exchange')} judged${unrecorded}${notJudged}`
}

export function countsOf(clauses: readonly ClauseResult[]): Readonly<Record<Outcome, number>> {
  const counts = { held: 0, broken: 0, doubtful: 0, warning: 0, inconclusive: 0, 'not applicable': 0 }
  for (const { state } of clauses) counts[state]++
  return counts
}

export function statesOf(clauses: readonly ClauseResult[]): readonly (readonly [Outcome, number])[] {
  return (Object.entries(countsOf(clauses)) as [Outcome, number][]).filter(([, count]) => count > 0)
}

function animalLine({ id, name }: AddedAnimal): string {
  return `${id ?? '?'}: ${name.trim() === '' ? shown(name) : name}`
}

/** What a report says of a finding: a label and a text for each line. */
export function findingFacts(finding: FindingResult, options: ReportOptions = {}) {
  const { doubt, exchange, also, sequence, cause, times } = finding
  const { expected, received } = told(finding)
  const { method, url, status, problem, number } = exchange
  const [curl, again] = [curlOf(finding, options), againOf(finding, options)]
  const place = again === undefined ? `, exchange ${number}` : ''
  const more = `${place}${timesText(times)}`
  const facts: readonly (readonly [label: string, text: string | undefined])[] = [
    ['expected', expected],
    ['received', received],
    ...sequence.slice(0, -1).map((line) => ['after', line] as const),
    ['defended', readingOf(finding)],
    ['seen', doubt && overTime(times, doubt)],
    ['settled', doubt && `by ${settledBy(doubt)}`],
    ['request', `${method} ${url} → ${status ?? problem ?? 'no response'}${more}`],
    ['also', also.join(', ') || undefined],
    ['cause', cause && `likely ${cause.clause} of ${cause.operation}`],
    ['show', curl],
    ['again', again],
  ]
  return facts.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]))
}

/** That the exchange of a finding is one of several. */
export const timesText = (times: number) => (times === 1 ? '' : ` (one of ${times} that showed it)`)

/** How often something was seen, and over what time. */
export function overTime(times: number, { lastedMilliseconds }: Doubt): string {
  return times === 1 ? 'once' : `${times} times in ${(lastedMilliseconds / 1000).toFixed(1)} seconds`
}

/** The same as plain lines. */
export function factLines(finding: FindingResult, options?: ReportOptions): readonly string[] {
  return findingFacts(finding, options).map(([label, text]) => `${label.padEnd(9)} ${text}`)
}

/** Further lists of a report; only those with something in them. */
function furtherLists(result: RunResult) {
  const { animals, perhapsAdded, baseline } = result
  const { startedAt, mended = [] } = baseline ?? {}
  const lists: readonly (readonly [title: string, lines: readonly string[]])[] = [
    [`Mended since ${startedAt}`, mended.map(({ clause, operation }) => `${clause}  ${operation}`)],
    ['Unstable, and not counted as broken', ofLevel(result, 'unstable').map(unstableLine)],
    ['Animals added', animals.map(animalLine)],
    ['May have been added, though not answered with 201', perhapsAdded],
  ]
  return lists.filter(([, lines]) => lines.length > 0)
}

const notShown = 'No answer showed it.'

/** Why a clause is open, or does not apply; the findings say what is in doubt, or how it can be defended. */
export function reasonOf({ state, reason }: ClauseResult): string | undefined {
  return reason ?? (state === 'inconclusive' ? notShown : undefined)
}

function unstableLine({ exchange, received: { is, later } }: FindingResult): string {
  const first = is === later ? 'was not as documented' : `was ${is ?? exchange.problem}`
  return `${exchange.method} ${exchange.path} ${first}, and ${later} when it was asked again`
}

/** The clauses that stay open by the reason; none of a run that gave up, which has one reason for all. */
export function openClauses({ clauses, gaveUp }: RunResult): ReadonlyMap<string, readonly ClauseId[]> {
  const open = gaveUp === undefined ? clauses.filter(({ state }) => state === 'inconclusive') : []
  const byReason = Map.groupBy(open, (clause) => reasonOf(clause) ?? '')
  return new Map([...byReason].map(([reason, of]) => [reason, of.map(({ id }) => id)]))
}

/** The same in lines. */
export function openLines(result: RunResult): readonly string[] {
  return [...openClauses(result)].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`)
}

/** Why a run is inconclusive: what stopped it, else the clauses that stay open. */
export function whyInconclusive(result: RunResult): readonly string[] {
  if (result.gaveUp !== undefined) return [result.gaveUp]
  const doubts = ofLevel(result, 'open').map(
    (finding) => `${finding.clause} is in doubt for ${finding.operation}: received ${told(finding).received}`,
  )
  return [...doubts, ...openLines(result)]
}
