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

/** How a tool did on all servers. */
export interface Score {
  readonly found: number
  readonly broken: number
  readonly blamed: number
  readonly conforming: number
  /** Servers on which it came to no result. */
  readonly noResult: readonly string[]
  /** Servers on which two runs came to different results. */
  readonly unstable: readonly string[]
  /** Medians of a run. */
  readonly requests: number
  readonly animals: number
  readonly seconds: number
}

/**
 * Counts what a tool found. What it complains of on the plain server says nothing of a broken one; any complaint about a
 * conforming server, the plain one included, blames it falsely.
 */
export function scoreOf(outcomes: readonly Outcome[], plain: readonly string[]): Score {
  const usual = new Set(plain)
  const of = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind)
  const first = ({ complaints }: Outcome) => complaints[0] ?? []
  const namesOf = (some: readonly Outcome[]) => some.map(({ server }) => server)
  return {
    found: of('broken').filter((outcome) => first(outcome).some((complaint) => !usual.has(complaint))).length,
    broken: of('broken').length,
    blamed: of('conforming').filter((outcome) => first(outcome).length > 0).length,
    conforming: of('conforming').length,
    noResult: namesOf(outcomes.filter(({ complaints }) => complaints.includes(undefined))),
    unstable: namesOf(outcomes.filter(({ complaints }) => new Set(complaints.map(asText)).size > 1)),
    requests: median(outcomes.map(({ requests }) => requests)),
    animals: median(outcomes.map(({ animals }) => animals)),
    seconds: median(outcomes.map(({ seconds }) => seconds)),
  }
}

function asText(complaints: readonly string[] | undefined): string {
  return JSON.stringify(complaints ?? 'no result')
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}

/** A row of the table. */
export function row(name: string, runs: number, day: string, score: Score): string {
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

const heading = [
  '| tool | finds, of broken servers | blames, of conforming servers | requests | animals left | seconds | twice alike | day |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
]

/**
 * The table of a page, with new rows in place of those of the same tools; the others stay.
 * @param page a page with a table between two comments
 */
export function withRows(page: string, rows: readonly string[]): string {
  return page.replace(
    /(<!-- made by [^>]*-->\n)([^]*?)(<!-- end -->)/,
    (_whole, start: string, table: string, end: string) => {
      const nameOf = (line: string) => line.split(' | ')[0]
      const before = table.split('\n').filter((line) => line.startsWith('| ') && !heading.includes(line))
      const all = new Map([...before, ...rows].map((line) => [nameOf(line), line]))
      return `${start}\n${[...heading, ...all.values()].join('\n')}\n\n${end}`
    },
  )
}
