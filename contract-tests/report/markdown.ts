import type { RunResult, ToldFinding } from '../run/result.ts'
import { code } from './escape.ts'
import { animalLine, chosen, countsLine, endings } from './summary.ts'

/** A report for a pull request, an issue or the summary of a CI step. */
export function markdownReport(result: RunResult): string {
  const { baseUrl, startedAt, requests, animals, gaveUp, hint } = result
  return [
    `# Contract run: ${endings[result.exitCode]}`,
    '',
    `${code(baseUrl)}, ${startedAt}: ${requests} requests, ${animals.length} animals added.`,
    '',
    countsLine(result),
    '',
    ...(gaveUp === undefined ? [] : [`The run stopped early: ${code(gaveUp)}`, '']),
    ...(hint === undefined ? [] : [code(hint), '']),
    ...result.findings.flatMap(findingLines),
    ...list('Unstable', result.unstable.map(code)),
    '## Where the interface is silent',
    '',
    ...chosen(result).map(({ id, choice }) => `- ${id}: ${code(choice)}`),
    '',
    ...list(
      'Animals that were added',
      animals.map(({ id, name }) => animalLine({ id, name: code(name) })),
    ),
    ...list('Animals that may have been added', result.perhapsAdded.map(code)),
  ].join('\n')
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, '', ...lines.map((line) => `- ${line}`), '']
}

function findingLines(finding: ToldFinding): readonly string[] {
  const { exchange, also } = finding
  return [
    `## ${finding.clause} is broken by ${finding.operation}`,
    '',
    `Section ${finding.section}: ${finding.clauseText}`,
    '',
    `- expected: ${code(finding.expected)}`,
    `- received: ${code(finding.received)}`,
    `- request: ${code(`${exchange.method} ${exchange.url}`)}`,
    ...(also.length === 0 ? [] : [`- also broken: ${also.join(', ')}`]),
    `- shown by: ${code(finding.curl)}`,
    '',
  ]
}
