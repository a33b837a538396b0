import { writeJson } from '../../spec/json.ts'
import { makeControl } from './spec/control.ts'
import type { Members } from './spec/document.ts'
import { makeExamples, makeOperations } from './spec/operations.ts'
import { makeTypes } from './spec/types.ts'
import { makeValidatorTypes, makeValidators } from './spec/validators.ts'

type Texts = Readonly<Record<string, string>>

/** The files of `spec/made/`, made from the OpenAPI files: their texts by path. The same files give the same texts. */
export function makeSpec(spec: Members, control: Members): Texts {
  return {
    ...madeFrom('openapi.yaml', {
      'document.ts': documentText(spec),
      'examples.ts': makeExamples(spec),
      'operations.ts': makeOperations(spec),
      'types.ts': makeTypes(spec),
      'validators.d.ts': makeValidatorTypes(spec),
      'validators.js': makeValidators(spec),
    }),
    ...madeFrom('control.openapi.yaml', makeControl(control, spec)),
  }
}

function madeFrom(source: string, texts: Texts): Texts {
  const notice = `// Made from spec/${source} by \`npm run make\`. Change that file, not this one.\n\n`
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`spec/made/${name}`, notice + text]))
}

function documentText(spec: Members): string {
  const about = '/** spec/openapi.yaml as JSON, every digit kept: read it with readJson. */'
  return `${about}\nexport const documentText =\n  ${writeJson(writeJson(spec))}\n`
}
