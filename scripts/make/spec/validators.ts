import { Ajv2020, _ } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, SpecFileError, isList, membersAt } from './document.ts'
import { typeName } from './types.ts'

const specId = 'https://animal-store.example/spec'

/** Makes the text of `spec/made/validators.js`: one function for each schema, without imports. */
export function makeValidators(spec: Members): string {
  const ajv = new Ajv2020({
    allErrors: true,
    ownProperties: true,
    strict: true,
    code: { source: true, esm: true, lines: true },
  })
  addFormats.default(ajv)
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
  ajv.addSchema({ $id: specId, $defs: toAjv(membersAt(spec, 'components', 'schemas')) })
  const exports = schemaNames(spec).map((name) => [`validate${name}`, `${specId}#/$defs/${name}`])
  return withBoundedLoops(standalone.default(ajv, Object.fromEntries(exports)))
}

// Ajv copies the list of departures for every broken item: a hostile array of a million items would take hours and
// gigabytes. No reader wants more than the first hundred.
function withBoundedLoops(code: string): string {
  const loop = /for\(let (i\d+)=0; \1<len\d+; \1\+\+\)/g
  return code.replaceAll(loop, (found) => found.replace(/<len\d+/, (end) => `${end} && errors<100`))
}

/** Makes the text of `spec/made/validators.d.ts`. */
export function makeValidatorTypes(spec: Members): string {
  const names = schemaNames(spec)
  return [
    `import type { ${names.map(typeName).toSorted().join(', ')} } from './types.js'`,
    '',
    '/** One way in which a value departs from its schema, as Ajv reports it. */',
    'export type ValidationError = {',
    '  /** Where in the value, as a JSON pointer. */',
    '  readonly instancePath: string',
    '  readonly schemaPath: string',
    '  readonly keyword: string',
    '  readonly params: Readonly<Record<string, unknown>>',
    '  readonly message?: string',
    '}',
    '',
    '/** Whether a value has a shape of section 2. Further members are allowed. */',
    'export type Validator<Shape> = {',
    '  (value: unknown): value is Shape',
    '  /** Every departure of the latest call, null when there was none. A list of animals stops soon after 100. */',
    '  readonly errors?: readonly ValidationError[] | null',
    '}',
    '',
    ...names.map((name) => `export const validate${name}: Validator<${typeName(name)}>`),
    '',
  ].join('\n')
}

function schemaNames(spec: Members): string[] {
  return Object.keys(membersAt(spec, 'components', 'schemas'))
}

function toAjv(node: Node): unknown {
  if (isList(node)) return node.map(toAjv)
  if (typeof node === 'bigint') return Number(node)
  if (typeof node !== 'object' || node === null) return node
  if (node['format'] === 'int64') {
    if (node['type'] === 'integer') return { int64: true }
    throw new SpecFileError(`expected format int64 on an integer only, found ${writeJson(node)}`)
  }
  const kept = Object.entries(node).filter(([name]) => name !== 'description' && !name.startsWith('x-'))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? value.replace('#/components/schemas/', '#/$defs/') : toAjv(value),
    ]),
  )
}
