import { styleText } from 'node:util'
import { counted, printable } from '../../spec/index.ts'
import type { Replay, Replayed } from './replay.ts'
import { type ReportOptions, findingFacts } from '../report/summary.ts'

const looks = {
  mended: ['✓', 'green'],
  'still broken': ['✗', 'red'],
  unstable: ['?', 'yellow'],
  'not tested': ['·', 'dim'],
} as const

/** What became of the findings of an earlier run, for a terminal. */
export function replayText(replay: Replay, options: ReportOptions & { readonly hasColour: boolean }): string {
  const { startedAt, findings, requests, animals } = replay
  const counts = Object.entries(Object.groupBy(findings, ({ state }) => state)).map(
    ([state, of]) => `${of.length} ${state}`,
  )
  const total = `Of ${counted(findings.length, 'finding')} of ${printable(startedAt)}: ${counts.join(', ') || 'nothing to ask'}.`
  return [
    ...findings.flatMap((each) => linesOf(each, options)),
    `${counted(requests, 'request')}; ${counted(animals, 'animal')} added.`,
    options.hasColour ? styleText(replay.exitCode === 0 ? 'green' : 'red', total, { validateStream: false }) : total,
    '',
  ].join('\n')
}

function linesOf(
  { clause, operation, state, tries, broken, finding, reason }: Replayed,
  options: ReportOptions & { readonly hasColour: boolean },
): readonly string[] {
  const [sign, colour] = looks[state]
  const head = `${sign} ${state}`.padEnd(14)
  const painted = options.hasColour ? styleText(colour, head, { validateStream: false }) : head
  const inTries = state === 'mended' ? `held in ${tries} of ${tries}` : `broken in ${broken} of ${tries}`
  const told = reason ?? `${inTries} ${tries === 1 ? 'try' : 'tries'}`
  const facts = finding === undefined ? [] : findingFacts({ ...finding, cause: undefined }, options)
  return [
    `${painted}  ${clause}  ${operation}  ${printable(told)}`,
    ...(finding === undefined ? [] : [`  ${finding.clauseText}`]),
    ...facts.map(([label, text]) => `  ${label.padEnd(9)} ${printable(text)}`),
    ...(facts.length === 0 ? [] : ['']),
  ]
}
