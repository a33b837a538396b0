import { styleText } from 'node:util'
import { printable } from '../../spec/index.ts'
import type { ClauseResult, FindingResult, RunResult } from '../run/result.ts'
import { bySection, chosen, countsOf, findingFacts, furtherLists } from './summary.ts'

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
  const block = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${printable(line)}`), '']
  const isTested = result.clauses.some(({ state }) => state === 'held' || state === 'broken')
  return [
    ...(isTested ? [...sections(result.clauses, paint), ''] : []),
    ...result.findings.flatMap((finding) => [...findingLines(finding, command, paint), '']),
    ...(result.gaveUp === undefined
      ? block(paint('yellow', 'Inconclusive:'), inconclusive(result))
      : [paint('yellow', `The run stopped early: ${printable(result.gaveUp)}`), '']),
    ...profile(result, paint),
    ...(result.hint === undefined ? [] : [paint(['yellow', 'bold'], printable(result.hint)), '']),
    // The last lines name the animals.
    ...furtherLists({ ...result, animals: [] }).flatMap(([title, lines]) => block(paint('yellow', `${title}:`), lines)),
    cost(result),
    paint(result.exitCode === 0 ? 'green' : result.exitCode === 1 ? 'red' : 'yellow', lastLine(result)),
    '',
  ].join('\n')
}

type Paint = (style: Style, text: string) => string

function sections(clauses: readonly ClauseResult[], paint: Paint): readonly string[] {
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

function findingLines(finding: FindingResult, command: string, paint: Paint): readonly string[] {
  const { clause, operation, section, clauseText, only } = finding
  const facts = [...findingFacts(finding), ['again', `${command} --only ${only}`] as const]
  return [
    `${paint(['red', 'bold'], '✗ broken')}  ${paint('bold', clause)}  ${operation}  (section ${section})`,
    `  ${clauseText}`,
    ...facts.map(([label, text]) => `  ${paint('dim', label.padEnd(9))} ${printable(text)}`),
  ]
}

/** The clauses that stay open, by the reason. */
function inconclusive({ clauses }: RunResult): readonly string[] {
  const unclear = clauses.filter(({ state }) => state === 'inconclusive')
  const byReason = Map.groupBy(unclear, ({ reason }) => reason ?? '')
  return [...byReason].map(([reason, of]) => `${of.map(({ id }) => id).join(', ')}: ${reason}`)
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

function cost({ requests, mostRequests, animals, perhapsAdded, tookMilliseconds }: RunResult): string {
  const spent = `${requests} of at most ${mostRequests} requests in ${(tookMilliseconds / 1000).toFixed(1)} s`
  if (animals.length === 0)
    return `${spent}; ${perhapsAdded.length === 0 ? 'no animals added' : 'no animal was answered with 201'}.`
  // Every name of a run begins with the same two words.
  const mark = /contract-test \w+/.exec(animals[0]?.name ?? '')?.[0]
  const named = mark === undefined ? '' : `, named "${mark} …"`
  const ids = animals.map(({ id }) => id ?? '?').join(', ')
  return `${spent}; ${animals.length} ${animals.length === 1 ? 'animal' : 'animals'} added${named}: ${ids}.`
}

function lastLine({ exitCode, findings, clauses }: RunResult): string {
  if (exitCode === 3) return 'Inconclusive.'
  const held = clauses.filter(({ state }) => state === 'held').length
  if (exitCode === 0) return `All ${held} clauses that were tested held.`
  const broken = clauses.filter(({ state }) => state === 'broken').length
  const shown = findings.length === 1 ? 'one finding' : `${findings.length} findings`
  return `${broken === 1 ? 'One clause is' : `${broken} clauses are`} broken, shown by ${shown}; ${held} held.`
}
