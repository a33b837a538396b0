import type { FindingResult, RunResult } from '../../verdict/result.ts'

/** Whether a finding leaves the exit code alone, because it is not new and only new ones count. */
export function isExcused({ baseline }: RunResult, { isNew }: FindingResult): boolean {
  return baseline?.onlyNew === true && isNew === false
}

/** Text for HTML or XML, in which nothing is markup. What cannot be printed must be escaped before. */
export function markup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
