import { writeJson } from '../../../spec/json.ts'
import { extremesOf } from '../../../spec/member-values.ts'
import { sampleOf } from '../../../spec/members.ts'
import type { Member } from '../../../spec/shape.ts'
import { type Members, at, list, members, membersAt, resolve } from './document.ts'
import { hyphenated, literal, schemaName } from './operations.ts'
import { validatorOf } from './validators.ts'

/** Makes the text of `spec/made/shapes.ts`. */
export function makeShapes(spec: Members): string {
  const schemas = Object.keys(membersAt(spec, 'components', 'schemas'))
  const own = schemas.map((name) => [name, membersOf(spec, schemaAt(spec, name), name)] as const)
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

const rules = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern'] as const
/** What else a member may say. From any other keyword, nothing would follow. */
const keywords: readonly string[] = [
  ...rules,
  'type',
  'format',
  'enum',
  'items',
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
]
// As many samples as show each kind of variety.
const mostSamples = 30

/** The members of an object, and of what it extends. @throws {Error} for a member that nothing could be derived from */
function membersOf(spec: Members, schema: Members, name: string): readonly Members[] {
  const extended = list(schema['allOf']).flatMap((part) => membersOf(spec, resolve(spec, part), name))
  const own = Object.entries(members(schema['properties'])).map(([member, node]) => {
    const described = resolve(spec, node)
    const { enum: values = null, format, example = list(described['examples'])[0] } = described
    const type = typeOfMember(described)
    const isRequired = list(schema['required']).includes(member)
    if (type === undefined) {
      const kinds = 'string, integer, number, boolean, array of strings'
      throw new Error(`${name}.${member} is of no kind that a member may have: ${kinds}. Found ${writeJson(described)}`)
    }
    const unknown = Object.keys(described).find((key) => !keywords.includes(key) && !key.startsWith('x-'))
    if (unknown !== undefined) throw new Error(`${name}.${member} has ${unknown}, from which nothing would follow`)
    const made = {
      name: member,
      word: hyphenated(member),
      type,
      isRequired,
      values,
      ...Object.fromEntries(rules.flatMap((rule) => (described[rule] === undefined ? [] : [[rule, described[rule]]]))),
      ...(format !== undefined && type === 'string' && { format }),
      ...(example !== undefined && { example }),
    } satisfies Members
    requireSamples(`${name}.${member}`, described, JSON.parse(writeJson(made)) as Member)
    return made
  })
  return [...extended, ...own]
}

/** @throws {Error} if a value that is made up for a member, or its example, breaks its own rules */
function requireSamples(what: string, described: Members, member: Member): void {
  const samples = [
    ...Array.from({ length: mostSamples }, (_, index) => sampleOf(member, index)),
    ...Object.values(extremesOf(member)),
  ]
  const isAllowed = validatorOf(described)
  const wrong = samples.find((sample) => !isAllowed(sample))
  if (wrong === undefined) return
  const advice = member.example === undefined ? 'give it an example that does' : 'mend its example or its rules'
  throw new Error(`${what} would be ${writeJson(wrong)}, which its rules do not allow: ${advice}`)
}

function typeOfMember({ type, format, items }: Members): string | undefined {
  if (type === 'integer') return format === 'int64' ? 'int64' : 'integer'
  if (type === 'array') return members(items)['type'] === 'string' ? 'strings' : undefined
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined
}
