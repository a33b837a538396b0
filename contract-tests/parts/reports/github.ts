import type { RunResult } from '../../verdict/result.ts'
import { printable } from '../../../spec/index.ts'
import { departuresIn, levelWords, newness, whyInconclusive } from '../../report/summary.ts'
import { isExcused } from './texts.ts'
import { told, readingOf, settledBy } from '../../verdict/sentences.ts'

/** Lines by which GitHub Actions shows what is broken, or why nothing is known, beside the run. Nothing that a deployment sent can add a command. */
export function githubAnnotations(result: RunResult): string {
  const inconclusive =
    result.exitCode === 3
      ? [`::error title=${property('contract: inconclusive')}::${message(whyInconclusive(result).join('; '))}\n`]
      : []
  const found = departuresIn(result).map((finding) => {
    const { clause, operation, doubt, level } = finding
    const { expected, received } = told(finding)
    const more = readingOf(finding) ?? (doubt === undefined ? '' : `It would be settled by ${settledBy(doubt)}.`)
    const shown = isExcused(result, finding) ? 'notice' : level === 'broken' ? 'error' : 'warning'
    const text = message(`${operation}: expected ${expected}, received ${received}. ${more}`.trim())
    return `::${shown} title=${property(`contract: ${levelWords[level].name}${newness(finding)} ${clause}`)}::${text}\n`
  })
  return [...found, ...inconclusive].join('')
}

/** Text for the message of a command of GitHub Actions. */
function message(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

/** Text for a property of a command of GitHub Actions. */
function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
