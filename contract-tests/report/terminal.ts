import { styleText } from 'node:util'
import { printable } from '../../spec/index.ts'
import type { RunResult, ToldClause, ToldFinding } from '../run/result.ts'
import { bySection, chosen, countsOf } from './summary.ts'

/** How a report looks: in colour, and with which command it is repeated. */
export interface TerminalOptions {
  readonly hasColour: boolean
  /** The command that ran the suite, without `--only`. */
  readonly command: string
}

type Style = Parameters<typeof styleText>[0]

const colours = { held: 'green', broken: 'red', inconclusive: 'yellow', 'not applicable': 'dim' } as const

/** The report of a run for a terminal: sections, what is broken, what stays open, the profile, the cost. */
export function terminalReport(result: RunResult, { hasColour, command }: TerminalOptions): string {
  const paint = (style: Style, text: string): string =>
    hasColour ? styleText(style, text, { validateStream: false }) : text
  return [
    ...(result.clauses.some(({ state }) => state === 'held' || state === 'broken')
      ? [...sections(result.clauses, paint), '']
      : []),
    ...result.findings.flatMap((finding) => [...tellFinding(finding, command, paint), '']),
    ...inconclusive(result, paint),
    ...unstable(result, paint),
    ...profile(result, paint),
    ...(result.hint === undefined ? [] : [paint(['yellow', 'bold'], printable(result.hint)), '']),
    ...perhapsAdded(result, paint),
    ...cost(result),
    paint(result.exitCode === 0 ? 'green' : result.exitCode === 1 ? 'red' : 'yellow', lastLine(result)),
    '',
  ].join('\n')
}

type Paint = (style: Style, text: string) => string

function sections(clauses: readonly ToldClause[], paint: Paint): readonly string[] {
  return bySection(clauses).map(([section, of]) => {
    const counts = countsOf(of)
      .filter(([, count]) => count > 0)
      .map(([state, count]) => paint(colours[state], `${count} ${state}`))
    const sign = of.some(({ state }) => state === 'broken')
      ? paint('red', '✗')
      : of.some(({ state }) => state === 'inconclusive')
        ? paint('yellow', '?')
        : paint('green', '✓')
    return `${sign} section ${section.padEnd(4)} ${counts.join(', ')}`
  })
}

function tellFinding(finding: ToldFinding, command: string, paint: Paint): readonly string[] {
  const { clause, operation, section, clauseText, expected, received, exchange, curl, only, also, times } = finding
  const more = times === 1 ? '' : ` (and in ${times - 1} more)`
  const line = (name: string, text: string): string => `  ${paint('dim', name.padEnd(9))} ${printable(text)}`
  return [
    `${paint(['red', 'bold'], '✗ broken')}  ${paint('bold', clause)}  ${operation}  (section ${section})`,
    `  ${clauseText}`,
    line('expected', expected),
    line('received', received),
    line(
      'request',
      `${exchange.method} ${exchange.url} → ${exchange.status ?? exchange.problem ?? 'no response'}${more}`,
    ),
    ...(also.length === 0 ? [] : [line('also', also.join(', '))]),
    line('show', curl),
    line('again', `${command} --only ${only}`),
  ]
}

function inconclusive({ clauses, gaveUp }: RunResult, paint: Paint): readonly string[] {
  const unclear = clauses.filter(({ state }) => state === 'inconclusive')
  if (gaveUp !== undefined) return [paint('yellow', `The run stopped early: ${printable(gaveUp)}`), '']
  if (unclear.length === 0) return []
  const byReason = Map.groupBy(unclear, ({ reason }) => reason ?? '')
  return [
    paint('yellow', 'Inconclusive:'),
    ...[...byReason].map(([reason, of]) => `  ${of.map(({ id }) => id).join(', ')}: ${printable(reason)}`),
    '',
  ]
}

function unstable({ unstable: notes }: RunResult, paint: Paint): readonly string[] {
  if (notes.length === 0) return []
  return [paint('yellow', 'Unstable, and not counted as broken:'), ...notes.map((note) => `  ${printable(note)}`), '']
}

function profile(result: RunResult, paint: Paint): readonly string[] {
  const entries = chosen(result)
  if (entries.length === 0) return []
  const width = Math.max(...entries.map(({ id, choice }) => id.length + choice.length + 1))
  return [
    paint('bold', 'Where the interface is silent, this deployment chose:'),
    ...entries.map(
      ({ id, choice, question }) => `  ${printable(`${id}=${choice}`).padEnd(width)}  ${paint('dim', question)}`,
    ),
    '',
  ]
}

function perhapsAdded({ perhapsAdded: names }: RunResult, paint: Paint): readonly string[] {
  if (names.length === 0) return []
  return [
    paint('yellow', 'May have been added, though not answered with 201:'),
    ...names.map((name) => `  ${printable(name)}`),
    '',
  ]
}

function cost({
  requests,
  mostRequests,
  animals,
  perhapsAdded: others,
  tookMilliseconds,
}: RunResult): readonly string[] {
  // Every name of a run begins with the same two words.
  const [mark = ''] = animals.map(({ name }) => /contract-test \w+/.exec(name)?.[0] ?? '')
  const added =
    animals.length === 0
      ? others.length === 0
        ? 'no animals added'
        : 'no animal was answered with 201'
      : `${animals.length} ${animals.length === 1 ? 'animal' : 'animals'} added${mark === '' ? '' : `, named "${mark} …"`}: ${animals.map(({ id }) => id ?? '?').join(', ')}`
  return [`${requests} of at most ${mostRequests} requests in ${(tookMilliseconds / 1000).toFixed(1)} s; ${added}.`]
}

function lastLine({ exitCode, findings, clauses }: RunResult): string {
  if (exitCode === 3) return 'Could not tell.'
  const held = clauses.filter(({ state }) => state === 'held').length
  if (exitCode === 0) return `All ${held} clauses that were tested held.`
  const broken = clauses.filter(({ state }) => state === 'broken').length
  const shown = findings.length === 1 ? 'one finding' : `${findings.length} findings`
  return `${broken === 1 ? 'One clause is' : `${broken} clauses are`} broken, shown by ${shown}; ${held} held.`
}
