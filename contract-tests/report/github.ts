import type { RunResult } from '../run/result.ts'
import { printable } from './printable.ts'

/** Lines by which GitHub Actions shows what is broken beside the run. Nothing that a deployment sent can add a command. */
export function githubAnnotations({ findings }: RunResult): string {
  return findings
    .map(({ clause, operation, expected, received }) => {
      const message = `${operation}: expected ${expected}, received ${received}`
      return `::error title=${property(`contract: ${clause} is broken`)}::${data(message)}\n`
    })
    .join('')
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
