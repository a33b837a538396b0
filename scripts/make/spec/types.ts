import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, SpecFileError, list, members, membersAt, textAt } from './document.ts'

// `Error` would hide the global of that name.
const typeNames: Readonly<Record<string, string>> = { Error: 'ErrorBody' }

/** The name of the type that is made from a schema. */
export function typeName(schemaName: string): string {
  return typeNames[schemaName] ?? schemaName
}

/** Makes the text of `spec/made/types.ts`. */
export function makeTypes(spec: Members): string {
  const schemas = membersAt(spec, 'components', 'schemas')
  return [
    '/** A 64-bit integer (section 2, format int64): a number within ±(2^53 − 1), else a bigint. */',
    'export type Int64 = number | bigint',
    '',
    ...Object.entries(schemas).flatMap(([name, schema]) => [...declaration(name, members(schema)), '']),
    ...planTable(membersAt(spec, 'x-plans')),
  ].join('\n')
}

function declaration(name: string, schema: Members): string[] {
  const about = `${textAt(schema, 'description')} Section ${textAt(schema, 'x-section')}.`
  if (!schema['enum']) return [doc(about), `export type ${typeName(name)} = ${typeOf(schema, '')}`]
  const values = `${name[0]?.toLowerCase()}${name.slice(1)}es`
  return [
    doc(`The values of ${name}, in the order of the document. Section ${textAt(schema, 'x-section')}.`),
    `export const ${values} = [${list(schema['enum']).map(quoted).join(', ')}] as const`,
    '',
    doc(about),
    `export type ${name} = (typeof ${values})[number]`,
  ]
}

function typeOf(schema: Members, indent: string): string {
  const ref = schema['$ref']
  if (typeof ref === 'string') return typeName(ref.slice(ref.lastIndexOf('/') + 1))
  if (schema['allOf'])
    return list(schema['allOf'])
      .map((part) => typeOf(members(part), indent))
      .join(' & ')
  if (schema['type'] === 'integer') return schema['format'] === 'int64' ? 'Int64' : 'number'
  if (schema['type'] === 'string') return 'string'
  if (schema['type'] === 'array') return `readonly ${typeOf(membersAt(schema, 'items'), indent)}[]`
  if (schema['type'] === 'object') return objectType(schema, indent)
  throw new SpecFileError(`no type for the schema ${writeJson(schema)}`)
}

function objectType(schema: Members, indent: string): string {
  const required = list(schema['required'] ?? [])
  const inner = `${indent}  `
  const lines = Object.entries(membersAt(schema, 'properties')).flatMap(([name, value]) => [
    inner + doc(textAt(value, 'description')),
    `${inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(members(value), inner)}`,
  ])
  return ['{', ...lines, `${indent}}`].join('\n')
}

function planTable(plans: Members): string[] {
  const names = Object.keys(plans)
  const rows = Object.entries(plans).map(([id, plan]) => {
    const facts = Object.entries(membersAt(plan)).map(([name, value]) => `${name}: ${quoted(value)}`)
    return `  ${id}: { ${facts.join(', ')} },`
  })
  return [
    doc('A plan, by the name that this project uses for it. Section 8.'),
    `export type PlanName = ${names.map(quoted).join(' | ')}`,
    '',
    doc('What a plan allows; null where the quota is agreed with each customer. Section 8.'),
    'export type Plan = {',
    `  ${doc('The name in the document.')}`,
    '  readonly name: string',
    '  readonly requestsPerMinute: number | null',
    '  readonly requestsPerDay: number | null',
    '}',
    '',
    doc('The plans and their request rates. Section 8.'),
    'export const plans = {',
    ...rows,
    '} as const satisfies Readonly<Record<PlanName, Plan>>',
    '',
  ]
}

function doc(text: string): string {
  return `/** ${text.trim().replaceAll(/\s+/g, ' ')} */`
}

/** Writes a value as source text: strings in single quotes, integers as their digits. */
export function quoted(node: Node): string {
  if (typeof node !== 'string') return writeJson(node)
  // The formatter takes double quotes where they save a backslash.
  if (node.includes("'") && !node.includes('"')) return JSON.stringify(node)
  return `'${JSON.stringify(node).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
