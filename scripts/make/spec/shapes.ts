import { type Members, at, list, members, membersAt, resolve } from './document.ts'
import { hyphenated, literal, schemaName } from './operations.ts'

/** Makes the text of `spec/made/shapes.ts`. */
export function makeShapes(spec: Members): string {
  const schemas = Object.keys(membersAt(spec, 'components', 'schemas'))
  const own = schemas.map((name) => [name, membersOf(spec, schemaAt(spec, name))] as const)
  const objects = own.filter(([, found]) => found.length > 0)
  const shapes = schemas.flatMap((name) => {
    const item = schemaName(schemaAt(spec, name)['items'])
    const object = item ?? name
    const isThere = objects.some(([each]) => each === object)
    return isThere ? [`  ${name}: { object: '${object}', isList: ${item !== null}, members: members.${object} },`] : []
  })
  return `import type { Member, Shape } from '../shape.ts'

const members = ${literal(Object.fromEntries(objects))} as const satisfies Readonly<Record<string, readonly Member[]>>

/** The shape of each schema that is an object or a list of objects. Section 2. */
export const shapes = {
${shapes.join('\n')}
} as const satisfies Readonly<Record<string, Shape>>
`
}

function schemaAt(spec: Members, name: string): Members {
  return members(at(spec, 'components', 'schemas', name))
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
