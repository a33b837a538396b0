import { counted } from '../../spec/index.ts'
import type { FindingResult, RunResult } from '../run/result.ts'
import {
  changesOf,
  chosen,
  code,
  countsOf,
  findingFacts,
  furtherLists,
  newness,
  type ReportOptions,
  spentOf,
  stoppedOf,
  verdictOf,
} from './summary.ts'

/** A report for a pull request, an issue or the summary of a CI step. */
export function markdownReport(result: RunResult, options: ReportOptions = {}): string {
  const { baseUrl, startedAt, requests, animals, recording } = result
  const stopped = stoppedOf(result)
  const spent = `${counted(requests, 'request')}, ${counted(animals.length, 'animal')} added`
  const changes = changesOf(result)
  return [
    `# Contract run: ${verdictOf(result)}`,
    '',
    `${code(baseUrl)}, ${startedAt}: ${recording === undefined ? spent : spentOf(result)}.`,
    '',
    `Clauses: ${Object.entries(countsOf(result.clauses))
      .map(([state, count]) => `${count} ${state}`)
      .join(', ')}.`,
    ...(changes === undefined ? [] : ['', changes]),
    '',
    ...(stopped === undefined ? [] : [code(stopped), '']),
    ...[...result.findings, ...result.warnings].flatMap((finding) => findingLines(finding, options)),
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

function findingLines(finding: FindingResult, options: ReportOptions): readonly string[] {
  return [
    `## ${finding.clause} ${finding.reading === undefined ? 'is broken by' : 'is a warning for'} ${finding.operation}${newness(finding)}`,
    '',
    `Section ${finding.section}: ${finding.clauseText}`,
    '',
    ...findingFacts(finding, options).map(([label, text]) => `- ${label}: ${code(text)}`),
    '',
  ]
}
