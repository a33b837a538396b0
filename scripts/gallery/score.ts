import { median } from '../bench/load.ts'

/** What a tool came to on one server. */
export interface Outcome {
  readonly server: string
  readonly kind: 'broken' | 'conforming'
  /** What it complained of, run by run; `undefined` where it came to no result. */
  readonly complaints: readonly (readonly string[] | undefined)[]
  readonly requests: number
  readonly animals: number
  readonly seconds: number
}

/**
 * Counts what a tool found. What it complains of on the plain server says nothing of a broken one; any complaint about a
 * conforming server, the plain one included, blames it falsely.
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
    /** Servers on which it came to no result. */
    noResult: namesOf(outcomes.filter(({ complaints }) => complaints.includes(undefined))),
    /** Servers on which two runs came to different results. */
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
