import { writeJson } from '../../../spec/json.ts'
import { type Members, type Node, at, isList, list, members, membersAt, resolve, textAt } from './document.ts'
import { operationsOf } from './operations.ts'
import { doc, typeName, typeOf, union } from './types.ts'
import { validatorCode } from './validators.ts'

/**
 * Makes the files of the control API from `spec/control.openapi.yaml`.
 * @param interfaceSpec the interface, whose operations the control API names
 */
export function makeControl(control: Members, interfaceSpec: Members): Readonly<Record<string, string>> {
  const operationIds = Object.keys(operationsOf(interfaceSpec, () => null))
  const spec = withItems(withValues(control, { operations: operationIds }), interfaceSpec)
  const schemas = new Map([['Nothing', noMembers]])
  const operations = Object.values(
    operationsOf(spec, (method, path, operation) => operationOf(spec, schemas, method, path, operation)),
  )
  return {
    'control-operations.ts': operationTable(operations),
    'control-types.ts': types(spec, operations),
    'control-validators.d.ts': validatorTypes([...schemas.keys()]),
    'control-validators.js': slim(
      validatorCode(Object.fromEntries(schemas), { verbose: true, messages: false, useDefaults: true }),
    ),
  }
}

/** Removes from the code what no error message needs, because a tab loads it with the panel. */
function slim(code: string): string {
  return code.replaceAll(/,schema:[^,]+(?=,parentSchema:)/g, '')
}

/** An operation in source text: its row in the table of operations, and its types by their use. */
type ControlOperation = ReturnType<typeof operationOf>

const noMembers: Members = { type: 'object', additionalProperties: false, properties: {} }

/** @param schemas by the names of their validators; those of the operation are added */
function operationOf(spec: Members, schemas: Map<string, Members>, method: string, path: string, operation: Members) {
  const id = textAt(operation, 'operationId')
  const query = queryOf(spec, path, operation)
  const body = jsonSchema(resolve(spec, operation['requestBody'])) ?? noMembers
  // Each form has a validator of its own, so that a refusal is about one form only.
  const forms = list(body['oneOf'] ?? [body]).map((form) => members(whole(spec, form)))
  if (forms.length > 1 && writeJson(forms).includes('"default":')) {
    throw new Error(`a body of ${id} without defaults, because one form would fill in what another refuses`)
  }
  const replies = Object.entries(membersAt(operation, 'responses'))
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => jsonSchema(resolve(spec, response)))
    .filter((schema) => schema !== undefined)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part)
  const inQuery = Object.entries(membersAt(query, 'properties')).map(([name, schema]) => [name, textAt(schema, 'type')])
  const inBody = forms.flatMap((form) => Object.keys(members(form['properties'])))
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}`
  const bodies = forms.map((form, index) => validatorOf(schemas, `${name}Body${index || ''}`, form))
  const row = {
    id: writeJson(id),
    method: writeJson(method.toUpperCase()),
    path: writeJson(path),
    query: writeJson(Object.fromEntries(inQuery)),
    members: writeJson([...new Set(inBody)]),
    validateQuery: validatorOf(schemas, `${name}Query`, query),
    validateBody: `[${bodies.join(', ')}]`,
  }
  const own = {
    tag: writeJson(list(operation['tags'])[0] ?? ''),
    path: `Readonly<Record<${union(inPath) || 'never'}, string>>`,
    query: typeOf(query, '    '),
    body: typeOf(members(body), '    '),
    reply: [...new Set(replies.map((schema) => typeOf(schema, '    ')))].join(' | ') || 'never',
  }
  return { id, row: memberLines(row), types: own }
}

/** The validator of a schema in source text; schemas that are the same share one. */
function validatorOf(schemas: Map<string, Members>, wanted: string, schema: Members): string {
  const known = [...schemas].find(([, other]) => writeJson(other) === writeJson(schema))?.[0]
  if (known === undefined) schemas.set(wanted, schema)
  return `validate.validate${known ?? wanted}`
}

function memberLines(texts: Readonly<Record<string, string>>, mark = ''): string {
  const lines = Object.entries(texts).map(([name, text]) => `    ${mark}${name}: ${text},`)
  return lines.join('\n')
}

function queryOf(spec: Members, path: string, operation: Members): Members {
  const shared = membersAt(spec, 'paths', path)['parameters'] ?? []
  const parameters = [...list(shared), ...list(operation['parameters'])]
    .map((each) => resolve(spec, each))
    .filter((each) => each['in'] === 'query')
    .map((each) => [textAt(each, 'name'), whole(spec, at(each, 'schema'))])
  return { ...noMembers, properties: Object.fromEntries(parameters) as Members }
}

/** The schema of a body; `undefined` where it is not JSON alone. */
function jsonSchema(body: Members): Members | undefined {
  const content = members(body['content'])
  return Object.keys(content).join() === 'application/json'
    ? membersAt(content, 'application/json', 'schema')
    : undefined
}

/** A schema with every reference replaced by what it refers to, so that an error can say what was expected. */
function whole(spec: Members, node: Node): Node {
  if (isList(node)) return node.map((each) => whole(spec, each))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...siblings } = members(node)
  const entries = Object.entries($ref === undefined ? node : { ...resolve(spec, node), ...siblings })
  return Object.fromEntries(entries.map(([name, value]) => [name, whole(spec, value)]))
}

/** The description with the schemas that it takes from the interface, by a reference or by `x-item`. */
function withItems(control: Members, interfaceSpec: Members): Members {
  const schemas = Object.entries(membersAt(control, 'components', 'schemas')).map(([name, node]) => {
    const schema = members(node)
    const item = schema['x-item'] ?? schema['$ref']
    const [, of, form] = /(?:^|\/)(\w+)(?: (.+))?$/.exec(typeof item === 'string' ? item : '') ?? []
    if (of === undefined) return [name, schema]
    const described = membersAt(interfaceSpec, 'components', 'schemas', of)
    if (described['enum']) return [name, described]
    return [name, { ...schema, $ref: undefined, ...itemSchema(interfaceSpec, described, form) }]
  })
  const all = Object.fromEntries(schemas.map(([name, schema]) => [name, schema])) as Members
  return { ...control, components: { ...membersAt(control, 'components'), schemas: all } }
}

/** An item of the interface with its own members alone, its id first. */
function itemSchema(spec: Members, described: Members, form: string | undefined): Members {
  const parts = [...list(described['allOf']).map((part) => resolve(spec, part)), described].toReversed()
  const properties: Record<string, Node> = {}
  for (const part of parts)
    for (const [name, schema] of Object.entries(members(part['properties']))) properties[name] = resolve(spec, schema)
  const required = parts.flatMap((part) => list(part['required']))
  if (form === undefined) return { type: 'object', required, additionalProperties: false, properties }
  if (form === 'without an id')
    return {
      type: 'object',
      required: required.filter((name) => name !== 'id'),
      additionalProperties: false,
      properties,
    }
  const { id: _, ...others } = properties
  const changes = Object.entries(others).map(([name, schema]) => [
    name,
    required.includes(name) ? schema : orNull(members(schema)),
  ])
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(changes) as Members }
}

function orNull(schema: Members): Members {
  const values = schema['enum']
  const type = [...(isList(schema['type']) ? schema['type'] : [schema['type'] ?? 'string']), 'null']
  return { ...schema, type, ...(values !== undefined && { enum: [...list(values), null] }) }
}

/** The description with the values of each list that it names by `x-values`. */
function withValues<N extends Node>(node: N, lists: Readonly<Record<string, readonly string[]>>): N {
  if (isList(node)) return node.map((each) => withValues(each, lists)) as readonly Node[] as N
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([name, value]: [string, Node]) =>
    name === 'x-values' && typeof value === 'string' ? ['enum', lists[value] ?? []] : [name, withValues(value, lists)],
  )
  return Object.fromEntries(entries) as N
}

function operationTable(operations: readonly ControlOperation[]): string {
  return `import * as validate from './control-validators.js'

/** An operation of the control API. */
export type ControlOperation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its parameters in braces. */
  readonly path: string
  /** The parameters of the query, and the type of each. */
  readonly query: Readonly<Record<string, 'integer' | 'string'>>
  /** The members that a body may have, in any of its forms. */
  readonly members: readonly string[]
  readonly validateQuery: validate.ControlValidator
  /** One for each form of the body. */
  readonly validateBody: readonly validate.ControlValidator[]
}

/** Every operation of the control API. */
export const controlOperations = {
${operations.map(({ id, row }) => `  ${id}: {\n${row}\n  },`).join('\n')}
} as const satisfies Readonly<Record<string, ControlOperation>>
`
}

function types(spec: Members, operations: readonly ControlOperation[]): string {
  const schemas = Object.entries(membersAt(spec, 'components', 'schemas')).filter(([name]) => name !== 'Int64')
  return [
    "import type { Int64 } from './types.ts'",
    '',
    ...schemas.flatMap(([name, schema]) => {
      const { description } = members(schema)
      const about = typeof description === 'string' ? [doc(description)] : []
      return [...about, `export type ${typeName(name)} = ${typeOf(members(schema), '')}`, '']
    }),
    '/** What each operation takes, and what it answers as JSON. */',
    'export type ControlTypes = {',
    ...operations.map(({ id, types: own }) => `  readonly ${id}: {\n${memberLines(own, 'readonly ')}\n  }`),
    '}',
    '',
  ].join('\n')
}

function validatorTypes(names: readonly string[]): string {
  return `/** One way in which a value departs from its schema, as Ajv reports it. */
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

${names.map((name) => `export const validate${name}: ControlValidator`).join('\n')}
`
}
