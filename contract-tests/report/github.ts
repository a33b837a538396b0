import type { RunResult } from '../run/result.ts'
import { message, property } from './escape.ts'

/** Lines by which GitHub Actions shows what is broken beside the run. Nothing that a deployment sent can add a command. */
export function githubAnnotations({ findings }: RunResult): string {
  return findings
    .map(({ clause, operation, expected, received }) => {
      const found = message(`${operation}: expected ${expected}, received ${received}`)
      return `::error title=${property(`contract: ${clause} is broken`)}::${found}\n`
    })
    .join('')
}
