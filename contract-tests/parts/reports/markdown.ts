import { printable } from '../../../spec/index.ts'
import type { FindingResult, RunResult } from '../../verdict/result.ts'
import {
  countsOf,
  departuresIn,
  findingFacts,
  levelWords,
  newness,
  type ReportOptions,
  summaryOf,
} from '../../report/summary.ts'

/** A report for a pull request, an issue or the summary of a CI step. */
export function markdownReport(result: RunResult, options: ReportOptions = {}): string {
  const { verdict, changes, stopped, spent, chosen, lists } = summaryOf(result)
  return [
    `# Contract run: ${verdict}`,
    '',
    `${code(result.baseUrl)}, ${result.startedAt}: ${spent}.`,
    '',
    `Clauses: ${Object.entries(countsOf(result.clauses))
      .map(([state, count]) => `${count} ${state}`)
      .join(', ')}.`,
    ...(changes === undefined ? [] : ['', changes]),
    '',
    ...(stopped === undefined ? [] : [code(stopped), '']),
    ...departuresIn(result).flatMap((finding) => findingLines(finding, options)),
    '## Where the interface is silent',
    '',
    ...chosen.map(({ id, choice }) => `- ${id}: ${code(choice)}`),
    '',
    ...lists.flatMap(([title, lines]) => [`## ${title}`, '', ...lines.map((line) => `- ${code(line)}`), '']),
  ].join('\n')
}

function findingLines(finding: FindingResult, options: ReportOptions): readonly string[] {
  return [
    `## ${finding.clause} ${levelWords[finding.level].verb} ${finding.operation}${newness(finding)}`,
    '',
    `Section ${finding.section}: ${finding.clauseText}`,
    '',
    ...findingFacts(finding, options).map(([label, text]) => `- ${label}: ${code(text)}`),
    '',
  ]
}

/** Text for Markdown, as code: between more backticks than it has in a row. */
function code(text: string): string {
  const line = printable(text)
  const fence = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${fence}${line.startsWith('`') || line.endsWith('`') ? ` ${line} ` : line}${fence}`
}
