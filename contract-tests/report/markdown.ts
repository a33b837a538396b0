import type { FindingResult, RunResult } from '../run/result.ts'
import { code } from './escape.ts'
import { chosen, countsLine, endings, findingFacts, furtherLists } from './summary.ts'

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
    ...[...result.findings, ...result.warnings].flatMap(findingLines),
    '## Where the interface is silent',
    '',
    ...chosen(result).map(({ id, choice }) => `- ${id}: ${code(choice)}`),
    '',
    ...furtherLists(result).flatMap(([title, lines]) => [
      `## ${title}`,
      '',
      ...lines.map((line) => `- ${code(line)}`),
      '',
    ]),
  ].join('\n')
}

function findingLines(finding: FindingResult): readonly string[] {
  return [
    `## ${finding.clause} ${finding.reading === undefined ? 'is broken by' : 'is a warning for'} ${finding.operation}`,
    '',
    `Section ${finding.section}: ${finding.clauseText}`,
    '',
    ...findingFacts(finding).map(([label, text]) => `- ${label}: ${code(text)}`),
    '',
  ]
}
