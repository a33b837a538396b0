import type { RunResult, ToldFinding } from '../run/result.ts'
import { printable } from './printable.ts'

/** A report for a pull request, an issue or the summary of a CI step. */
export function markdownReport(result: RunResult): string {
  const { baseUrl, startedAt, requests, animals, clauses, findings, gaveUp, hint, unstable, profile, perhapsAdded } =
    result
  const count = (state: string): number => clauses.filter((clause) => clause.state === state).length
  const verdict = { 0: 'All held', 1: 'Something is broken', 3: 'Could not tell' }[result.exitCode]
  return [
    `# Contract run: ${verdict}`,
    '',
    `${code(baseUrl)}, ${startedAt}: ${requests} requests, ${animals.length} animals added.`,
    '',
    `Clauses: ${count('held')} held, ${count('broken')} broken, ${count('inconclusive')} inconclusive, ${count('not applicable')} not applicable.`,
    '',
    ...(gaveUp === undefined ? [] : [`The run was ended: ${code(gaveUp)}`, '']),
    ...(hint === undefined ? [] : [code(hint), '']),
    ...findings.flatMap(tellFinding),
    ...(unstable.length === 0 ? [] : ['## Unstable', '', ...unstable.map((note) => `- ${code(note)}`), '']),
    '## Where the interface is silent',
    '',
    ...Object.entries(profile).map(([id, choice]) => `- ${id}: ${code(choice)}`),
    '',
    ...(animals.length === 0
      ? []
      : ['## Animals that were added', '', ...animals.map(({ id, name }) => `- ${id ?? '?'}: ${code(name)}`), '']),
    ...(perhapsAdded.length === 0
      ? []
      : ['## Animals that may have been added', '', ...perhapsAdded.map((name) => `- ${code(name)}`), '']),
  ].join('\n')
}

function tellFinding({
  clause,
  section,
  operation,
  clauseText,
  expected,
  received,
  exchange,
  curl,
  also,
}: ToldFinding): readonly string[] {
  return [
    `## ${clause} is broken by ${operation}`,
    '',
    `Section ${section}: ${clauseText}`,
    '',
    `- expected: ${code(expected)}`,
    `- received: ${code(received)}`,
    `- request: ${code(`${exchange.method} ${exchange.url}`)}`,
    ...(also.length === 0 ? [] : [`- also broken: ${also.join(', ')}`]),
    `- shown by: ${code(curl)}`,
    '',
  ]
}

/** Text that nothing is made of: between more backticks than it has in a row. */
function code(text: string): string {
  const line = printable(text)
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${fence}${line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line}${fence}`
}
