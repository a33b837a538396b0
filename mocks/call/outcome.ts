import { writeJson } from '../../spec/json.ts'
import type { ErrorBody } from '../../spec/made/types.ts'
import type { DetailedCode } from './error-codes.ts'
import { type ParsedChoices, codeUnder } from './parsed-choices.ts'

/** A reply without the headers that every reply has. */
export interface Outcome {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An outcome whose body is the interface's Error, with the status of the response in it (section 7). */
export function errorOutcome(
  choices: ParsedChoices,
  status: number,
  code: DetailedCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  const error: ErrorBody = { code: codeUnder(choices, code), message, status }
  return { status, body: writeJson(error), headers }
}

/** Why a body is refused. */
export function refused(code: DetailedCode, message: string, status = 400) {
  return { ok: false, status, code, message } as const
}
export type Refusal = ReturnType<typeof refused>
