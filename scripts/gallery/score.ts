import { median } from '../bench/load.ts'

/** The outcome of a tool on one server. */
export interface Outcome {
  readonly server: string
  readonly kind: 'broken' | 'conforming'
  /** Its complaints, run by run; `undefined` for a run without a result. */
  readonly complaints: readonly (readonly string[] | undefined)[]
  readonly requests: number
  readonly animals: number
  readonly seconds: number
}

/**
 * Counts what a tool found. Complaints that it makes about the plain server, too, do not count as found. Any complaint about
 * a conforming server, the plain one included, is false.
 */
export function scoreOf(outcomes: readonly Outcome[], plain: readonly string[]) {
  const usual = new Set(plain)
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const first = ({ complaints }: Outcome) => complaints[0] ?? []
  const namesOf = (some: readonly Outcome[]) => some.map(({ server }) => server)
  return {
    found: of('broken').filter((outcome) => first(outcome).some((complaint) => !usual.has(complaint))).length,
    broken: of('broken').length,
    blamed: of('conforming').filter((outcome) => first(outcome).length > 0).length,
    conforming: of('conforming').length,
    /** Servers on which it gave no result. */
    noResult: namesOf(outcomes.filter(({ complaints }) => complaints.includes(undefined))),
    /** Servers on which two runs had different results. */
    unstable: namesOf(outcomes.filter(({ complaints }) => new Set(complaints.map((one) => one?.join('\n'))).size > 1)),
    requests: median(outcomes.map(({ requests }) => requests)),
    animals: median(outcomes.map(({ animals }) => animals)),
    seconds: median(outcomes.map(({ seconds }) => seconds)),
  }
}

/** A row of the table. */
export function row(name: string, runs: number, day: string, score: ReturnType<typeof scoreOf>): string {
  const { found, broken, blamed, conforming, noResult, unstable, requests, animals, seconds } = score
  const cells = [
    name,
    `${found} of ${broken}${noResult.length === 0 ? '' : `; no result on ${noResult.length}`}`,
    `${blamed} of ${conforming}`,
    requests,
    animals,
    seconds < 0.1 ? 'under 0.1' : seconds.toFixed(1),
    runs < 2 ? 'not tried' : unstable.length === 0 ? 'yes' : `no, on ${unstable.length}`,
    day,
  ]
  return `| ${cells.join(' | ')} |`
}
