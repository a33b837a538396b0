import { silences } from '../../spec/index.ts'
import type { RunResult, ToldAnimal, ToldClause } from '../run/result.ts'
import type { State } from '../run/verdict.ts'

/** How a run ended, by its exit code. */
export const endings = { 0: 'All held', 1: 'Something is broken', 3: 'Could not tell' } as const

const states: readonly State[] = ['held', 'broken', 'inconclusive', 'not applicable']

/** How many clauses are in each state. */
export function countsOf(clauses: readonly ToldClause[]): readonly (readonly [State, number])[] {
  return states.map((state) => [state, clauses.filter((clause) => clause.state === state).length])
}

/** The same in one sentence. */
export function countsLine({ clauses }: RunResult): string {
  return `Clauses: ${countsOf(clauses)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')}.`
}

/** The clauses of each section. */
export function bySection(clauses: readonly ToldClause[]): readonly (readonly [string, readonly ToldClause[]])[] {
  return [...Map.groupBy(clauses, ({ section }) => section)]
}

/** What the deployment chose where the interface is silent, in the order of the silences. */
export function chosen({ profile }: RunResult) {
  return silences.flatMap(({ id, question }) =>
    profile[id] === undefined ? [] : [{ id, choice: profile[id], question }],
  )
}

/** An animal that a run added. */
export function animalLine({ id, name }: ToldAnimal): string {
  return `${id ?? '?'}: ${name}`
}
