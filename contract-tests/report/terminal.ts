import { styleText } from 'node:util'
import { counted, printable } from '../../spec/index.ts'
import type { ClauseResult, FindingResult, RunResult } from '../verdict/result.ts'
import {
  type ReportOptions,
  departuresIn,
  effectsOf,
  findingFacts,
  levels,
  newness,
  openClauses,
  statesOf,
  summaryOf,
  waitingFor,
} from './summary.ts'
import { departureOf } from '../verdict/verdict.ts'

/** How a report looks: in colour or not. */
export interface TerminalOptions extends ReportOptions {
  readonly hasColour: boolean
}

type Style = Parameters<typeof styleText>[0]

const colours = {
  held: 'green',
  broken: 'red',
  doubtful: 'yellow',
  warning: 'yellow',
  inconclusive: 'yellow',
  'not applicable': 'dim',
} as const

/** The report of a run for a terminal: sections, what is broken, what stays open, the profile, the cost. */
export function terminalReport(result: RunResult, options: TerminalOptions): string {
  const paint = (style: Style, text: string): string =>
    options.hasColour ? styleText(style, text, { validateStream: false }) : text
  const block = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${printable(line)}`), '']
  const isTested = result.clauses.some(({ state }) => state === 'held' || state === 'broken' || state === 'doubtful')
  // The last lines name the animals.
  const { verdict, first, changes, stopped, spent, sections, chosen, lists } = summaryOf({ ...result, animals: [] })
  return [
    ...(isTested ? [...sections.map(([section, clauses]) => sectionLine(section, clauses, paint)), ''] : []),
    ...departuresIn(result)
      .filter(({ cause }) => cause === undefined)
      .flatMap((finding) => [...findingLines(finding, options, paint), ...followingLines(finding, result, paint), '']),
    ...(result.gaveUp === undefined
      ? block(paint('yellow', 'Inconclusive:'), openClauses(result))
      : [paint('yellow', printable(stopped ?? '')), '']),
    ...profileLines(chosen, paint),
    ...lists.flatMap(([title, lines]) => block(paint('yellow', `${title}:`), lines)),
    ...(changes === undefined ? [] : [changes]),
    costOf(result, spent),
    ...(first === undefined ? [] : [first]),
    paint(result.exitCode === 0 ? 'green' : result.exitCode === 1 ? 'red' : 'yellow', verdict),
    '',
  ].join('\n')
}

type Paint = (style: Style, text: string) => string

const signs = [
  ['✗', 'broken'],
  ['?', 'doubtful'],
  ['!', 'warning'],
  ['?', 'inconclusive'],
  ['✓', 'held'],
  ['·', 'not applicable'],
] as const

function sectionLine(section: string, clauses: readonly ClauseResult[], paint: Paint): string {
  const counts = statesOf(clauses).map(([state, count]) => paint(colours[state], `${count} ${state}`))
  // No tick where nothing held.
  const [sign, state] = signs.find(([, wanted]) => clauses.some((clause) => clause.state === wanted)) ?? signs[4]
  return `${paint(colours[state], sign)} section ${section.padEnd(4)} ${counts.join(', ')}`
}

function findingLines(finding: FindingResult, options: ReportOptions, paint: Paint): readonly string[] {
  const { clause, operation, section, clauseText } = finding
  const state = departureOf(finding)
  const head = paint([colours[state], 'bold'], `${levels[state].level}${newness(finding)}`)
  return [
    `${head}  ${paint('bold', clause)}  ${operation}  (section ${section})`,
    `  ${clauseText}`,
    ...findingFacts(finding, options).map(([label, text]) => `  ${paint('dim', label.padEnd(9))} ${printable(text)}`),
  ]
}

/** What likely follows from a finding, in a line each. The other reports have all of it. */
function followingLines(finding: FindingResult, result: RunResult, paint: Paint): readonly string[] {
  const effects = effectsOf(finding, result).map((effect) => {
    const { clause, operation, received } = effect
    const head = `${paint(colours.broken, '✗')} ${paint('bold', clause)}  ${operation}${newness(effect)}`
    return `    ${head}  ${paint('dim', printable(`received ${received}`))}`
  })
  const waiting = waitingFor(finding, result).map(({ id }) => id)
  return [
    ...(effects.length === 0 ? [] : ['  likely the same cause:', ...effects]),
    ...(waiting.length === 0
      ? []
      : [`  ${counted(waiting.length, 'clause')} cannot be told until then: ${waiting.join(', ')}`]),
  ]
}

function profileLines(entries: ReturnType<typeof summaryOf>['chosen'], paint: Paint): readonly string[] {
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

function costOf(result: RunResult, judged: string): string {
  const { seed, animals, perhapsAdded, tookMilliseconds, recording } = result
  if (recording !== undefined) return `${judged}.`
  const spent = `${judged} in ${(tookMilliseconds / 1000).toFixed(1)} s${seed === undefined ? '' : `, seed ${seed}`}`
  if (animals.length === 0)
    return `${spent}; ${perhapsAdded.length === 0 ? 'no animals added' : 'no animal was answered with 201'}.`
  // Every name of a run begins with the same two words.
  const mark = /contract-test \w+/.exec(animals[0]?.name ?? '')?.[0]
  const named = mark === undefined ? '' : `, named "${mark} …"`
  const ids = animals.map(({ id }) => id ?? '?').join(', ')
  return `${spent}; ${counted(animals.length, 'animal')} added${named}: ${ids}.`
}
