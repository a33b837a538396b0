import { silences } from '../../spec/index.ts'
import type { AddedAnimal, ClauseResult, FindingResult, RunResult } from '../run/result.ts'
import type { State } from '../run/verdict.ts'

/** How a run ended, by its exit code. */
export const endings = { 0: 'All held', 1: 'Something is broken', 3: 'Inconclusive' } as const

const states: readonly State[] = ['held', 'broken', 'warning', 'inconclusive', 'not applicable']

/** How many clauses are in each state. */
export function countsOf(clauses: readonly ClauseResult[]): readonly (readonly [State, number])[] {
  return states.map((state) => [state, clauses.filter((clause) => clause.state === state).length])
}

/** The same in one sentence. */
export function countsLine({ clauses }: RunResult): string {
  return `Clauses: ${countsOf(clauses)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')}.`
}

/** The clauses of each section. */
export function bySection(clauses: readonly ClauseResult[]): readonly (readonly [string, readonly ClauseResult[]])[] {
  return [...Map.groupBy(clauses, ({ section }) => section)]
}

/** What the deployment chose where the interface is silent, in the order of the silences. */
export function chosen({ profile }: RunResult) {
  return silences.flatMap(({ id, question }) =>
    profile[id] === undefined ? [] : [{ id, choice: profile[id], question }],
  )
}

/** An animal that a run added. */
export function animalLine({ id, name }: AddedAnimal): string {
  return `${id ?? '?'}: ${name}`
}

/** What a report says of a finding: a label and a text for each line. */
export function findingFacts(finding: FindingResult): readonly (readonly [label: string, text: string])[] {
  const { expected, received, reading, exchange, also, curl, times } = finding
  const { method, url, status, problem } = exchange
  const more = times === 1 ? '' : ` (and in ${times - 1} more)`
  return [
    ['expected', expected],
    ['received', received],
    ...(reading === undefined ? [] : [['defended', reading] as const]),
    ['request', `${method} ${url} → ${status ?? problem ?? 'no response'}${more}`],
    ...(also.length === 0 ? [] : [['also', also.join(', ')] as const]),
    ['show', curl],
  ]
}

/** The same as plain lines. */
export function factLines(finding: FindingResult): readonly string[] {
  return findingFacts(finding).map(([label, text]) => `${label.padEnd(9)} ${text}`)
}

/** Further lists of a report; only those with something in them. */
export function furtherLists({ unstable, animals, perhapsAdded }: RunResult) {
  const lists: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Unstable, and not counted as broken', unstable],
    ['Animals added', animals.map(animalLine)],
    ['May have been added, though not answered with 201', perhapsAdded],
  ]
  return lists.filter(([, lines]) => lines.length > 0)
}

/** A number of things in words, such as `1 request`. */
export function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}

/** The clauses that stay open, by the reason. */
export function openClauses({ clauses }: RunResult): readonly string[] {
  const open = clauses.filter(({ state }) => state === 'inconclusive')
  const byReason = Map.groupBy(open, ({ reason }) => reason ?? '')
  return [...byReason].map(([reason, of]) => `${of.map(({ id }) => id).join(', ')}: ${reason}`)
}

/** Why a run could not tell: what stopped it, and what the address may be; else the clauses that stay open. */
export function whyInconclusive(result: RunResult): readonly string[] {
  const reasons = [result.gaveUp, result.hint].filter((reason) => reason !== undefined)
  return reasons.length > 0 ? reasons : openClauses(result)
}
