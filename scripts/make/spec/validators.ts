import { Ajv, type Options, _ } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { isObject } from '../../../spec/is-object.ts'
import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, isList, members, membersAt } from './document.ts'
import { typeName } from './types.ts'

/** Makes the text of `spec/made/validators.js`: one function for each schema, also by its name, without imports. */
export function makeValidators(spec: Members): string {
  const schemas = membersAt(spec, 'components', 'schemas')
  const byName = Object.keys(schemas).map((name) => `${name}: validate${name}`)
  return `${validatorCode(schemas)}\nexport const validators = { ${byName.join(', ')} };\n`
}

/** Makes the text of `spec/made/report-validator.js` from the schema of the JSON report. It finds the first departure alone. */
export function makeReportValidator({ $defs, type, required, properties }: Members): string {
  const report = { type, required, properties } as Members
  return validatorCode({ Report: report, ...membersAt({ $defs } as Members, '$defs') }, { allErrors: false }, [
    'Report',
  ])
}

/** One function for each schema that is named, without imports. */
export function validatorCode(schemas: Members, options: Options = {}, names = Object.keys(schemas)): string {
  const id = 'https://animal-store.example/schemas'
  const ajv = ajvWith(options)
  ajv.addSchema({ $id: id, $defs: schemasOf(schemas) })
  const exports = names.map((name) => [`validate${name}`, `${id}#/$defs/${name}`])
  return bounded(standalone.default(ajv, Object.fromEntries(exports)))
}

/** Tells whether a schema without references allows a value. */
export function validatorOf(schema: Members): (value: unknown) => boolean {
  return ajvWith({}).compile(toAjv(schema) as object)
}

function ajvWith(options: Options): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    ...options,
    ownProperties: true,
    strict: true,
    allowUnionTypes: true,
    // Otherwise the code would import Ajv to count characters. The option is deprecated, and a warning would say so.
    unicode: false,
    logger: false,
    code: { source: true, esm: true, lines: true },
  })
  // Ajv writes a pattern into its code; what is more than a pattern would be imported.
  addFormats.default(ajv, { mode: 'fast' })
  for (const [name, format] of Object.entries(ajv.formats))
    if (isObject(format) && format['validate'] instanceof RegExp) ajv.addFormat(name, format['validate'])
  ajv.addKeyword({
    keyword: 'int64',
    schemaType: 'boolean',
    error: { message: 'must be a 64-bit integer' },
    // ajv-formats takes int64 for Number.isInteger, and Ajv refuses every bigint. A number beyond ±(2^53 − 1) has lost
    // digits, so it is no int64 that anyone sent.
    code: (context) => {
      const { data } = context
      const isInt64 = _`(typeof ${data} == "bigint" ? BigInt.asIntN(64, ${data}) === ${data} : Number.isSafeInteger(${data}))`
      context.pass(isInt64)
    },
  })
  ajv.addKeyword('x-expected')
  return ajv
}

// Ajv copies the list of departures for every broken item: a hostile array of a million items would take hours and
// gigabytes. No reader wants more than the first hundred.
function bounded(code: string): string {
  const loop = /for\(let (i\d+)=0; \1<len\d+; \1\+\+\)/g
  const keep = /if\(vErrors === null\)\{\nvErrors = \[(err\d+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g
  return (
    code
      .replaceAll(loop, (found) => found.replace(/<len\d+/, (end) => `${end} && errors<100`))
      .replaceAll(/for\(const key\d+ of Object\.keys\(data\d*\)\)\{/g, (found) => `${found}\nif(errors>99)break;`)
      .replaceAll(keep, '(vErrors ??= []).push($1);')
      // No error message needs it, and a tab would load it.
      .replaceAll(/schemaPath:"[^"]*",/g, '')
  )
}

/** Makes the text of `spec/made/validators.d.ts`. */
export function makeValidatorTypes(spec: Members): string {
  const names = Object.keys(membersAt(spec, 'components', 'schemas'))
  return `import type { ${names.map(typeName).toSorted().join(', ')} } from './types.js'

/** One way in which a value departs from its schema, as Ajv reports it. */
export type ValidationError = {
  /** Where in the value, as a JSON pointer. */
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** Whether a value has a shape of section 2. Further members are allowed. */
export type Validator<Shape> = {
  (value: unknown): value is Shape
  /** Every departure of the latest call, null when there was none. A list of animals stops soon after 100. */
  readonly errors?: readonly ValidationError[] | null
}

${names.map((name) => `export const validate${name}: Validator<${typeName(name)}>`).join('\n')}

/** Every validator by the name of its schema. */
export const validators: {
${names.map((name) => `  readonly ${name}: Validator<${typeName(name)}>`).join('\n')}
}
`
}

/** A schema as Ajv takes it. */
function toAjv(schema: Node): unknown {
  if (isList(schema)) return schema.map(toAjv)
  if (typeof schema === 'bigint') return Number(schema)
  if (typeof schema !== 'object' || schema === null) return schema
  if (schema['format'] === 'int64') {
    if (schema['type'] === 'integer') return { int64: true }
    throw new Error(`expected format int64 on an integer only, found ${writeJson(schema)}`)
  }
  const isForAjv = (name: string): boolean =>
    name === 'x-expected' || !(['description', 'example', 'examples'].includes(name) || name.startsWith('x-'))
  const kept = Object.entries(schema).filter(([name]) => isForAjv(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, keywordOf(name, value)]))
}

function keywordOf(name: string, value: Node): unknown {
  if (name === '$ref' && typeof value === 'string') return value.replace('#/components/schemas/', '#/$defs/')
  // The names of members are no keywords.
  return name === 'properties' ? schemasOf(members(value)) : toAjv(value)
}

function schemasOf(named: Members): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, toAjv(schema)]))
}
