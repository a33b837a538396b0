import { counted, printable } from '../../spec/index.ts'
import type { FindingResult, RunResult } from '../verdict/result.ts'
import { type LineStyle, painter, wrapped } from './lines.ts'
import {
  type ReportOptions,
  departuresIn,
  effectsOf,
  findingFacts,
  levelWords,
  newness,
  openLines,
  summaryOf,
} from './summary.ts'
import { told } from '../verdict/sentences.ts'

/** How a report looks, and how much it says. */
export interface TerminalOptions extends ReportOptions, LineStyle {}

type Summary = ReturnType<typeof summaryOf>

const colours = {
  held: 'green',
  broken: 'red',
  doubtful: 'yellow',
  warning: 'yellow',
} as const

/** The report of a run for a terminal: what is broken, what stays open, the profile, the cost. */
export function terminalReport(result: RunResult, options: TerminalOptions): string {
  const paint = painter(options)
  const plain = (text: string): readonly string[] => wrapped('', printable(text), 2, options.width)
  const block = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0
      ? []
      : [paint('bold', `${title}:`), ...lines.flatMap((line) => wrapped('  ', printable(line), 4, options.width)), '']
  // The last lines name the animals.
  const { verdict, changes, stopped, spent, chosen, lists } = summaryOf({ ...result, animals: [] })
  return [
    ...departuresIn(result)
      .filter(({ cause }) => cause === undefined)
      .flatMap((finding) => [...findingLines(finding, options), ...followingLines(finding, result, options), '']),
    ...block('Inconclusive', openLines(result)),
    ...(stopped === undefined ? [] : [...plain(stopped).map((line) => paint('yellow', line)), '']),
    ...profileLines(chosen, options),
    ...lists.flatMap(([title, lines]) => block(title, lines)),
    ...[changes, costOf(result, spent)].flatMap((line) => (line === undefined ? [] : plain(line))),
    ...verdictLines(verdict, result, options),
    '',
  ].join('\n')
}

const verdictSigns = { 0: ['✓', 'green'], 1: ['✗', 'red'], 3: ['?', 'yellow'] } as const

function verdictLines(verdict: string, { exitCode }: RunResult, options: TerminalOptions): readonly string[] {
  const [sign, colour] = verdictSigns[exitCode]
  return wrapped(`${sign} `, verdict, 2, options.width).map((line) => painter(options)([colour, 'bold'], line))
}

function findingLines(finding: FindingResult, options: TerminalOptions): readonly string[] {
  const paint = painter(options)
  const { clause, operation, section, clauseText } = finding
  const { state, name } = levelWords[finding.level]
  const head = paint([colours[state], 'bold'], `${name}${newness(finding)}`)
  return [
    `${head}  ${paint('bold', clause)}  ${operation}  (section ${section})`,
    ...wrapped('  ', clauseText, 2, options.width),
    ...factLinesOf(finding, options),
  ]
}

// The width of the labels.
const indent = 12

function factLinesOf(finding: FindingResult, options: TerminalOptions): readonly string[] {
  const paint = painter(options)
  return findingFacts(finding, options).flatMap(([label, text]) => {
    // A command stays in one line, so that it can be copied.
    const width = label === 'show' || label === 'again' ? undefined : options.width
    const colour = { expected: colours.held, received: colours.broken }[label]
    const shown = colour === undefined ? printable(text) : paint(colour, printable(text))
    return wrapped(`  ${paint('dim', label.padEnd(9))} `, shown, indent, width)
  })
}

/** What likely follows from a finding, in a line each. The other reports have all of it. */
function followingLines(finding: FindingResult, result: RunResult, options: TerminalOptions): readonly string[] {
  const paint = painter(options)
  const effects = effectsOf(finding, result).flatMap((effect) => {
    const { clause, operation } = effect
    const { received } = told(effect)
    const text = `${paint('bold', clause)}  ${operation}${newness(effect)}  received ${printable(received)}`
    return wrapped(`    ${paint(colours.broken, '✗')} `, text, 6, options.width)
  })
  return effects.length === 0 ? [] : ['  likely the same cause:', ...effects]
}

/** The choices that differ from the default: each question, and the choice below it. */
function profileLines(chosen: Summary['chosen'], options: TerminalOptions): readonly string[] {
  const paint = painter(options)
  const shown = chosen.filter(({ isDefault }) => !isDefault)
  const rest = chosen.length - shown.length
  const asUsual = `${shown.length === 0 ? '' : 'and '}the default in ${counted(rest, 'question')}`
  if (chosen.length === 0) return []
  return [
    paint('bold', 'Where the interface is silent, this deployment chose:'),
    ...shown.flatMap(({ id, choice, question }) => [
      ...wrapped('  ', question, 2, options.width),
      ...wrapped('    ', printable(`${id}=${choice}`), 6, options.width).map((line) => paint('cyan', line)),
    ]),
    ...(rest === 0 ? [] : wrapped('  ', asUsual, 2, options.width)),
    '',
  ]
}

function costOf(result: RunResult, judged: string): string {
  const { seed, animals, perhapsAdded, tookMilliseconds, recording } = result
  if (recording !== undefined) return `${judged}.`
  const spent = `${judged} in ${(tookMilliseconds / 1000).toFixed(1)} s${seed === undefined ? '' : `, seed ${seed}`}`
  if (animals.length === 0)
    return `${spent}; ${perhapsAdded.length === 0 ? 'no animals added' : 'no animal was answered with 201'}.`
  const ids = animals.map(({ id }) => id ?? '?').join(', ')
  return `${spent}; ${counted(animals.length, 'animal')} added: ${ids}.`
}
