// Made from spec/control.openapi.yaml by `npm run make`. Change that file, not this one.

/** One way in which a value departs from its schema, as Ajv reports it. */
export type ValidationError = {
  /** Where in the value, as a JSON pointer. */
  readonly instancePath: string
  readonly keyword: string
  readonly params: { readonly missingProperty?: string; readonly additionalProperty?: string; readonly limit?: number }
  /** The schema of the value, with all its keywords. */
  readonly parentSchema: Schema
  readonly data: unknown
}

/** A schema, as far as it says what was expected. */
export type Schema = {
  readonly type?: string | readonly string[]
  readonly int64?: boolean
  readonly format?: string
  readonly enum?: readonly (string | null)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly 'x-expected'?: string
}

/** Says whether a value is as the description has it. Fills defaults in. */
export type ControlValidator = {
  (value: unknown): boolean
  readonly errors?: readonly ValidationError[] | null
}

export const validateNothing: ControlValidator
export const validateAddKeyBody: ControlValidator
export const validateMakeSandboxBody: ControlValidator
export const validateReportSandboxQuery: ControlValidator
export const validateChangeSettingsBody: ControlValidator
export const validateAdvanceClockBody: ControlValidator
export const validatePlayScenarioBody: ControlValidator
export const validateEndScenariosQuery: ControlValidator
export const validateReleaseHeldBody: ControlValidator
export const validateSetQuotaBody: ControlValidator
export const validateListAnimalsQuery: ControlValidator
export const validateAddAnimalBody: ControlValidator
export const validateReplaceAnimalsBody: ControlValidator
export const validateReplaceAnimalsBody1: ControlValidator
export const validateReplaceAnimalsBody2: ControlValidator
export const validateLoadAnimalsBody: ControlValidator
export const validateExportAnimalsQuery: ControlValidator
export const validateChangeAnimalBody: ControlValidator
export const validateShowJournalQuery: ControlValidator
export const validateExportJournalQuery: ControlValidator
export const validateJudgeConductQuery: ControlValidator
export const validateWaitForCallQuery: ControlValidator
export const validateShowLinkQuery: ControlValidator
export const validateApplyLinkBody: ControlValidator
