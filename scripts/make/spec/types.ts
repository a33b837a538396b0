import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, isList, list, members, membersAt, textAt } from './document.ts'

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
    planTable(membersAt(spec, 'x-plans')),
  ].join('\n')
}

function declaration(name: string, schema: Members): string[] {
  const about = `${textAt(schema, 'description')} Section ${textAt(schema, 'x-section')}.`
  if (!schema['enum']) return [doc(about), `export type ${typeName(name)} = ${typeOf(schema, '')}`]
  const values = `${name[0]?.toLowerCase()}${name.slice(1)}es`
  return [
    doc(`The values of ${name}, in the order of the document. Section ${textAt(schema, 'x-section')}.`),
    `export const ${values} = ${writeJson(schema['enum'])} as const`,
    '',
    doc(about),
    `export type ${name} = (typeof ${values})[number]`,
  ]
}

/** A schema as a type, in source text. */
export function typeOf(schema: Members, indent: string): string {
  const { $ref: ref, type = null } = schema
  if (typeof ref === 'string') return typeName(ref.slice(ref.lastIndexOf('/') + 1))
  if (schema['allOf']) return joined(schema['allOf'], ' & ', indent)
  if (schema['oneOf']) return joined(schema['oneOf'], ' | ', indent)
  if (schema['enum']) return union(list(schema['enum']))
  if (isList(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ')
  if (type === 'integer') return schema['format'] === 'int64' ? 'Int64' : 'number'
  if (type === 'array') return `readonly (${typeOf(members(schema['items']), indent)})[]`.replace(/\((\w+)\)/, '$1')
  if (type === 'object') return objectType(schema, indent)
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type
  throw new Error(`no type for the schema ${writeJson(schema)}`)
}

function joined(schemas: Node, mark: string, indent: string): string {
  return list(schemas)
    .map((part) => typeOf(members(part), indent))
    .join(mark)
}

function objectType(schema: Members, indent: string): string {
  const { required = [], additionalProperties: others = false } = schema
  if (others !== false) return `Readonly<Record<string, ${typeOf(members(others), indent)}>>`
  const inner = `${indent}  `
  const lines = Object.entries(membersAt(schema, 'properties')).flatMap(([name, value]) => {
    const { description, default: usual } = members(value)
    // What has a default is there once its value was read.
    const mark = list(required).includes(name) || usual !== undefined ? '' : '?'
    return [
      ...(typeof description === 'string' ? [inner + doc(description)] : []),
      `${inner}readonly ${name}${mark}: ${typeOf(members(value), inner)}`,
    ]
  })
  return lines.length === 0 ? 'Readonly<Record<string, never>>' : ['{', ...lines, `${indent}}`].join('\n')
}

function planTable(plans: Members): string {
  const rows = Object.entries(plans).map(([id, plan]) => {
    const facts = Object.entries(members(plan)).map(([name, value]) => `${name}: ${writeJson(value)}`)
    return `  ${id}: { ${facts.join(', ')} },`
  })
  return `/** A plan, by the name that this project uses for it. Section 8. */
export type PlanName = ${union(Object.keys(plans))}

/** The plans and their request rates; null where the quota is agreed with each customer. Section 8. */
export const plans = {
${rows.join('\n')}
} as const
`
}

/** A text as a comment of documentation. */
export function doc(text: string): string {
  return `/** ${text.trim().replaceAll(/\s+/g, ' ')} */`
}

/** Values as a type that any of them has. */
export function union(values: readonly Node[]): string {
  return values.map((value) => writeJson(value)).join(' | ')
}
