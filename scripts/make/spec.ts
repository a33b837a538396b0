import { writeJson } from '../../spec/json.ts'
import { makeControl } from './spec/control.ts'
import type { Members } from './spec/document.ts'
import { makeExamples, makeOperations } from './spec/operations.ts'
import { makeShapes } from './spec/shapes.ts'
import { makeTypes } from './spec/types.ts'
import { makeReportValidator, makeValidatorTypes, makeValidators } from './spec/validators.ts'

/** Texts by the path of their file, below the root of the repository. */
export type Made = Readonly<Record<string, string>>

/** The files of `spec/made/`, made from the files that describe: their texts by path. The same files give the same texts. */
export function makeSpec(spec: Members, control: Members, report: Members): Made {
  return {
    ...madeFrom('openapi.yaml', {
      'document.ts': textModule('JSON, every digit kept: read it with readJson', 'documentText', writeJson(spec)),
      'examples.ts': makeExamples(spec),
      'operations.ts': makeOperations(spec),
      'shapes.ts': makeShapes(spec),
      'types.ts': makeTypes(spec),
      'validators.d.ts': makeValidatorTypes(spec),
      'validators.js': makeValidators(spec),
    }),
    ...madeFrom('control.openapi.yaml', makeControl(control, spec)),
    ...madeFrom('contract-report.schema.json', {
      'report-validator.d.ts': reportTypes,
      'report-validator.js': makeReportValidator(report),
    }),
    'spec/made/openapi.json': `${writeJson(spec, 2)}\n`,
  }
}

const reportTypes = `import type { ValidationError } from './validators.js'

/** Whether a value is the JSON report of a run. */
export const validateReport: {
  (value: unknown): boolean
  readonly errors?: readonly ValidationError[] | null
}
`

function madeFrom(source: string, texts: Made): Made {
  const notice = `// Made from spec/${source} by \`npm run make\`. Change that file, not this one.\n\n`
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`spec/made/${name}`, notice + text]))
}

function textModule(form: string, name: string, text: string): string {
  return `/** spec/openapi.yaml as ${form}. */\nexport const ${name} =\n  ${writeJson(text)}\n`
}
