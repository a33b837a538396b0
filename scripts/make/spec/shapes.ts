import { type Members, at, list, members, membersAt, resolve } from './document.ts'
import { hyphenated, literal, schemaName } from './operations.ts'

/** Makes the text of `spec/made/shapes.ts`. */
export function makeShapes(spec: Members): string {
  const shapes = Object.keys(membersAt(spec, 'components', 'schemas')).flatMap((name) => {
    const shape = shapeOf(spec, name)
    return shape === undefined ? [] : [[name, shape] as const]
  })
  return `/** A member of an object of section 2. */
export type Member = {
  readonly name: string
  /** Its name as clauses, faults and test servers spell it. */
  readonly word: string
  readonly type: 'string' | 'integer' | 'int64'
  readonly isRequired: boolean
  /** The only values that it may have; null for any of its type. */
  readonly values: readonly string[] | null
  /** The least and the greatest number that it may be, if the description has them. */
  readonly minimum?: number
  readonly maximum?: number
}

/** What a body holds: one object, or a list of such objects. */
export type Shape = {
  /** The schema of the object. */
  readonly object: string
  readonly isList: boolean
  readonly members: readonly Member[]
}

/** The shape of each schema that is an object or a list of objects. Section 2. */
export const shapes = ${literal(Object.fromEntries(shapes))} as const satisfies Readonly<Record<string, Shape>>
`
}

function shapeOf(spec: Members, schema: string) {
  const described = members(at(spec, 'components', 'schemas', schema))
  const item = schemaName(described['items'])
  const found = membersOf(spec, members(at(spec, 'components', 'schemas', item ?? schema)))
  return found.length === 0 ? undefined : { object: item ?? schema, isList: item !== null, members: found }
}

/** The members of an object, and of what it extends. */
function membersOf(spec: Members, schema: Members): readonly Members[] {
  const extended = list(schema['allOf']).flatMap((part) => membersOf(spec, resolve(spec, part)))
  const own = Object.entries(members(schema['properties'])).map(([name, node]) => {
    const { type = null, format = type, enum: values = null, minimum, maximum } = resolve(spec, node)
    return {
      name,
      word: hyphenated(name),
      type: format,
      isRequired: list(schema['required']).includes(name),
      values,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    } satisfies Members
  })
  return [...extended, ...own]
}
