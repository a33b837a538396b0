import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Members, readSpecFile } from './spec/document.ts'
import { makeExamples, makeOperations } from './spec/operations.ts'
import { makeReference } from './spec/reference.ts'
import { makeTypes } from './spec/types.ts'
import { makeValidatorTypes, makeValidators } from './spec/validators.ts'

const folder = new URL('../../spec/made/', import.meta.url)
const notice = '// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.\n\n'

/** Makes the files of `spec/made/` from the OpenAPI file: their names and texts. The same file gives the same texts. */
export function makeSpec(spec: Members): Readonly<Record<string, string>> {
  return {
    'document.ts': notice + makeReference(spec),
    'examples.ts': notice + makeExamples(spec),
    'operations.ts': notice + makeOperations(spec),
    'types.ts': notice + makeTypes(spec),
    'validators.d.ts': notice + makeValidatorTypes(spec),
    'validators.js': notice + makeValidators(spec),
  }
}

/** The names of the made files that differ from what `spec/openapi.yaml` would give now. */
export function staleFiles(made: Readonly<Record<string, string>>): string[] {
  return Object.entries(made)
    .filter(
      ([name, text]) => !existsSync(new URL(name, folder)) || readFileSync(new URL(name, folder), 'utf8') !== text,
    )
    .map(([name]) => `spec/made/${name}`)
}

function main(isCheck: boolean): void {
  const made = makeSpec(readSpecFile())
  const stale = staleFiles(made)
  if (isCheck) {
    for (const name of stale) console.error(`${name} is stale: run npm run make`)
    process.exitCode = stale.length > 0 ? 1 : 0
    return
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(made)) writeFileSync(new URL(name, folder), text)
  console.log(stale.length > 0 ? `made ${stale.join(', ')}` : 'spec/made is up to date')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.includes('--check'))
