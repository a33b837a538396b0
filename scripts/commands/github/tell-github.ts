import { appendFileSync } from 'node:fs'
import type { ReportOptions, RunResult } from '../../../contract-tests/index.ts'
import { githubAnnotations, markdownReport } from '../../../contract-tests/parts/reports/index.ts'
import { fileProblem } from '../files.ts'
import { withoutGivenKeys } from '../given-keys.ts'
import type { Shell } from '../shell.ts'

/** In GitHub Actions, broken clauses become annotations, and the report goes into the summary of the run. */
export function tellGitHub(result: RunResult, how: ReportOptions, shell: Shell): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS !== 'true') return
  shell.out(githubAnnotations(result))
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === '') return
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, withoutGivenKeys(markdownReport(result, how)))
  } catch (error) {
    shell.err(`Cannot write the summary of the step: ${fileProblem(error, 'write')}.\n`)
  }
}
