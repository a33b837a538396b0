// Made from spec/contract-report.schema.json by `npm run make`. Change that file, not this one.

import type { ValidationError } from './validators.js'

/** Whether a value is the JSON report of a run. */
export const validateReport: {
  (value: unknown): boolean
  readonly errors?: readonly ValidationError[] | null
}
