import { counted, printable } from '../../../spec/index.ts'
import { wrapped } from '../../report/lines.ts'
import type { ClauseDrift, Drift, Letter } from './drift.ts'
import type { FindingResult } from '../../verdict/result.ts'
import { told } from '../../verdict/sentences.ts'

/**
 * A comparison in words that a person can act on, for a terminal.
 * @param width how many characters a line may have; `undefined` for any number
 */
export function driftText(drift: Drift, width?: number): string {
  const { clauses, choices, same, onlyOne, problems, exitCode } = drift
  const lines = [
    ...clauses.flatMap((clause) => [...clauseLines(clause), '']),
    ...choices.flatMap(({ id, question, a, b }) => [`✗ ${id}: A ${a}, B ${b}`, `  question  ${question}`, '']),
    ...problems.map(({ of, problem }) => `The run of ${of.toUpperCase()} told too little: ${problem}`),
    ...onlyBy(onlyOne, 'a'),
    ...onlyBy(onlyOne, 'b'),
    `The same in both: ${counted(same.clauses, 'clause')} and ${counted(same.choices, 'choice')}.`,
    exitCode === 1
      ? `Drift: ${counted(clauses.length, 'clause')} and ${counted(choices.length, 'choice')}.`
      : exitCode === 0
        ? 'No drift.'
        : 'Inconclusive.',
  ]
  return `${lines.flatMap((line) => fitted(printable(line), width)).join('\n')}\n`
}

/** Further lines stand below the text of the first one, beside its label. */
function fitted(line: string, width: number | undefined): readonly string[] {
  const [first = '', label] = /^ {2}(\w+ +)?/.exec(line) ?? []
  // A command stays in one line, so that it can be copied.
  const isCommand = label?.startsWith('show') === true
  return wrapped(first, line.slice(first.length), Math.max(2, first.length), isCommand ? undefined : width)
}

const verbs: Readonly<Record<string, string>> = {
  held: 'keeps it',
  broken: 'breaks it',
  warning: 'departs from it, which a careful reader could defend',
}

function clauseLines({ id, text, a, b }: ClauseDrift): readonly string[] {
  const said =
    a.state === b.state
      ? `A and B both depart from it, but not in the same operations.`
      : `A ${verbs[a.state]}, B ${verbs[b.state]}.`
  const findings = [a, b].flatMap((side, at) => side.findings.flatMap((finding) => findingLines(finding, 'AB'[at])))
  return [`✗ ${id}  ${said}`, `  clause    ${text}`, ...findings]
}

function findingLines(finding: FindingResult, side = ''): readonly string[] {
  const { curl, operation } = finding
  const { expected, received } = told(finding)
  return [
    `  ${side}         by ${operation}`,
    `  expected  ${expected}`,
    `  received  ${received}`,
    ...(curl === '' ? [] : [`  show      ${curl}`]),
  ]
}

function onlyBy({ clauses, choices }: Drift['onlyOne'], side: Letter): readonly string[] {
  const only = side.toUpperCase()
  const judged = clauses.filter((clause) => clause.judged === side).map(({ id }) => id)
  const known = choices.filter((choice) => choice.known === side).map(({ id, choice }) => `${id}=${choice}`)
  return [
    ...(judged.length === 0 ? [] : [`Only ${only} could be judged by ${judged.join(', ')}.`]),
    ...(known.length === 0 ? [] : [`Only ${only} showed its choice: ${known.join(', ')}`]),
  ]
}
