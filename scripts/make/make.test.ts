import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { operationIds } from '../../spec/index.ts'
import { staleFiles } from './make.ts'
import { makeSpec } from './spec.ts'
import { type Members, list, membersAt, readDocument, readSpecFile } from './spec/document.ts'

const script = fileURLToPath(new URL('make.ts', import.meta.url))

const control = readSpecFile('control.openapi.yaml')
const report = readSpecFile('contract-report.schema.json')
const current = makeSpec(readSpecFile(), control, report)

test('names each file that openapi.yaml has outgrown', () => {
  const spec = readSpecFile()
  const free = { name: 'Free', requestsPerMinute: 61n, requestsPerDay: 1000n }
  const changed = makeSpec({ ...spec, 'x-plans': { ...membersAt(spec, 'x-plans'), free } }, control, report)
  expect(staleFiles(changed)).toEqual(['document.ts', 'types.ts', 'openapi.json'].map((name) => `spec/made/${name}`))
  expect(staleFiles({ 'spec/made/no-such-file.ts': '' })).toEqual(['spec/made/no-such-file.ts'])
})

test('validators need no module at run time', () => {
  const made = Object.entries(current).filter(([path]) => path.endsWith('validators.js'))
  expect(made).toHaveLength(2)
  for (const [, text] of made) expect(text).not.toMatch(/\b(?:import|require)\b/)
})

test('an operation of the interface is one that the control API names, without a change by hand', () => {
  const spec = readSpecFile()
  const get = { ...membersAt(spec, 'paths', '/pets', 'get'), operationId: 'listPhotos', 'x-word': 'photos' }
  const photos = { get }
  const made = makeSpec({ ...spec, paths: { ...membersAt(spec, 'paths'), '/photos': photos } }, control, report)
  // Only the line that names it: a whole file would hide the reason of a failure.
  const types = made['spec/made/control-types.ts']?.split('\n').find((line) => line.includes('listPhotos'))
  expect(types).toContain([...operationIds, 'listPhotos'].map((id) => `"${id}"`).join(' | '))
  expect(made['spec/made/control-validators.js']?.includes('=== "listPhotos"')).toBe(true)
})

test.each([
  [{ 'x-word': 'get' }, 'two operations have the same x-word: get, create, get'],
  [{ 'x-role': undefined }, 'there is no x-role'],
])('an operation with %j is refused', (members, problem) => {
  const spec = readSpecFile()
  const pets = membersAt(spec, 'paths', '/pets')
  const paths = { ...membersAt(spec, 'paths'), '/pets': { ...pets, get: { ...membersAt(pets, 'get'), ...members } } }
  expect(() => makeSpec({ ...spec, paths } as Members, control, report)).toThrow(problem)
})

test('a body of several forms can have no defaults', () => {
  const seed = { type: 'integer', minimum: 0n, maximum: 9n, default: 1n }
  const properties = { ...membersAt(control, 'components', 'schemas', 'DatasetToLoad', 'properties'), seed }
  const schemas = membersAt(control, 'components', 'schemas')
  const DatasetToLoad = { ...membersAt(schemas, 'DatasetToLoad'), properties }
  const components = { ...membersAt(control, 'components'), schemas: { ...schemas, DatasetToLoad } }
  expect(() => makeSpec(readSpecFile(), { ...control, components }, report)).toThrow('without defaults')
})

test('ends well with --check while nothing is stale', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

test('keeps every digit of an integer in the file', () => {
  expect(readDocument('{ id: 9223372036854775807 }')).toEqual({ id: 9_223_372_036_854_775_807n })
})

/** The description with further members of NewPet, all of them optional but those that are named. */
function withMembers(properties: Members, required: readonly string[] = []): Members {
  const spec = readSpecFile()
  const schemas = membersAt(spec, 'components', 'schemas')
  const own = membersAt(schemas, 'NewPet')
  const NewPet = {
    ...own,
    required: [...list(own['required']), ...required],
    properties: { ...membersAt(own, 'properties'), ...properties },
  }
  return { ...spec, components: { ...membersAt(spec, 'components'), schemas: { ...schemas, NewPet } } }
}

test('a member of each kind is in shapes, types and validators, with its rules', () => {
  const made = makeSpec(
    withMembers({
      age: { description: 'How old it is.', type: 'integer', minimum: 0n, maximum: 100n, examples: [7n] },
      chip: { description: 'Its chip.', type: 'string', pattern: '^[A-Z]{3}$', minLength: 3n, example: 'ABC' },
      born: { description: 'When.', type: 'string', format: 'date' },
      tags: { description: 'Words.', type: 'array', items: { type: 'string' } },
      weight: { description: 'In kilograms.', type: 'number' },
      // A name that is a keyword of schemas.
      description: { description: 'About it.', type: 'boolean' },
    }),
    control,
    report,
  )
  const text = (file: string) => made[`spec/made/${file}`]?.replaceAll(/\s+/g, ' ') ?? ''
  expect(text('shapes.ts')).toContain(
    'word: "age", type: "integer", isRequired: false, values: null, minimum: 0, maximum: 100, example: 7',
  )
  expect(text('shapes.ts')).toContain('values: null, minLength: 3, pattern: "^[A-Z]{3}$", example: "ABC"')
  expect(text('shapes.ts')).toContain('word: "born", type: "string", isRequired: false, values: null, format: "date"')
  expect(text('shapes.ts')).toContain('word: "tags", type: "strings"')
  expect(text('types.ts')).toContain('readonly tags?: readonly string[]')
  const validators = text('validators.js')
  for (const part of ['data.age', 'data.chip', 'data.description', '"^[A-Z]{3}$"']) expect(validators).toContain(part)
  expect(validators).not.toMatch(/\b(?:import|require)\b/)
})

test('a member whose rules need no example is made without one, even if it is required', () => {
  const born = { description: 'When.', type: 'string', format: 'date' }
  expect(makeSpec(withMembers({ born }, ['born']), control, report)['spec/made/shapes.ts']).toContain('"born"')
})

test.each([
  [
    { chip: { description: 'Its chip.', type: 'string', pattern: '^[A-Z]$' } },
    ['chip'],
    'NewPet.chip would be "text", which its rules do not allow: give it an example that does',
  ],
  [
    { age: { description: 'How old.', type: 'integer', minimum: 0n, maximum: 9n, example: 10n } },
    [],
    'NewPet.age would be 10, which its rules do not allow: mend its example or its rules',
  ],
  [{ age: { description: 'How old.', type: 'integer', minimum: 3n, maximum: 2n } }, [], 'NewPet.age would be 3'],
  [
    { age: { description: 'How old.', type: 'integer', multipleOf: 2n } },
    [],
    'NewPet.age has multipleOf, from which nothing would follow',
  ],
  [
    { sizes: { description: 'Sizes.', type: 'array', items: { type: 'integer' } } },
    [],
    'NewPet.sizes is of no kind that a member may have',
  ],
] as [Members, string[], string][])(
  'members that nothing could be derived from are refused: %o',
  (properties, required, problem) => {
    expect(() => makeSpec(withMembers(properties, required), control, report)).toThrow(problem)
  },
)

test('says what a description lacks', () => {
  expect(() => makeSpec(readDocument('{ openapi: 3.1.0 }'), control, report)).toThrow(
    'Cannot read the description: there is no',
  )
})
