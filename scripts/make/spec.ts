import type { Members } from './spec/document.ts'
import { makeExamples, makeOperations } from './spec/operations.ts'
import { makeReference } from './spec/reference.ts'
import { makeTypes } from './spec/types.ts'
import { makeValidatorTypes, makeValidators } from './spec/validators.ts'

const notice = '// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.\n\n'

/** The files of `spec/made/`, made from the OpenAPI file: their texts by path. The same file gives the same texts. */
export function makeSpec(spec: Members): Readonly<Record<string, string>> {
  return {
    'spec/made/document.ts': notice + makeReference(spec),
    'spec/made/examples.ts': notice + makeExamples(spec),
    'spec/made/operations.ts': notice + makeOperations(spec),
    'spec/made/types.ts': notice + makeTypes(spec),
    'spec/made/validators.d.ts': notice + makeValidatorTypes(spec),
    'spec/made/validators.js': notice + makeValidators(spec),
  }
}
