import { counted, printable } from '../../spec/index.ts'
import { type LineStyle, painter, wrapped } from '../report/lines.ts'
import type { ReportOptions } from '../report/summary.ts'
import { terminalFacts } from '../report/terminal-facts.ts'
import type { Replay, Replayed } from './replay.ts'

const looks = {
  mended: ['✓', 'green'],
  'still broken': ['✗', 'red'],
  unstable: ['?', 'yellow'],
  'not tested': ['·', 'dim'],
} as const

/** The outcome of each finding of an earlier run, for a terminal. */
export function replayText(replay: Replay, options: ReportOptions & LineStyle): string {
  const { startedAt, findings, requests, animals } = replay
  const counts = Object.entries(Object.groupBy(findings, ({ state }) => state)).map(
    ([state, of]) => `${of.length} ${state}`,
  )
  const total = `Of ${counted(findings.length, 'finding')} of ${printable(startedAt)}: ${counts.join(', ') || 'nothing to ask'}.`
  return [
    ...findings.flatMap((each) => linesOf(each, options)),
    `${counted(requests, 'request')}; ${counted(animals, 'animal')} added.`,
    painter(options)([replay.exitCode === 0 ? 'green' : 'red', 'bold'], total),
    '',
  ].join('\n')
}

function linesOf(
  { clause, operation, state, tries, broken, finding, reason }: Replayed,
  options: ReportOptions & LineStyle,
): readonly string[] {
  const [sign, colour] = looks[state]
  const head = `${sign} ${state}`.padEnd(14)
  const inTries = state === 'mended' ? `held in ${tries} of ${tries}` : `broken in ${broken} of ${tries}`
  const told = reason ?? `${inTries} ${tries === 1 ? 'try' : 'tries'}`
  const first = `${painter(options)(colour, head)}  `
  const title = wrapped(first, `${clause}  ${operation}  ${printable(told)}`, 16, options.width)
  if (finding === undefined) return title
  const facts = terminalFacts({ ...finding, cause: undefined }, options)
  return [...title, ...wrapped('  ', finding.clauseText, 2, options.width), ...facts, '']
}
