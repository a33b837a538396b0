import { expect, test } from 'vitest'
import { clauses, sectionTitles } from './clauses.ts'
import { operations } from './made/operations.ts'
import { shapes } from './made/shapes.ts'
import type { Member, Shape } from './shape.ts'
import { clauseOfMember, clauseOfSentMember } from './member-clauses.ts'
import { documentedSuccess, operationIds } from './names.ts'
import { petStatuses, plans } from './made/types.ts'

const sections: readonly string[] = Object.keys(sectionTitles).toSorted()

test('gives every clause an id of its section and plain words', () => {
  for (const { id } of clauses) expect(id).toMatch(/^\d(?:\.\d)?\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
})

test('names only sections that the interface has, in its order', () => {
  const places = clauses.map(({ section }) => sections.indexOf(section))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('has a clause from every section but 6, which states nothing', () => {
  const covered = new Set<string>(clauses.map(({ section }) => section))
  expect(sections.filter((section) => !covered.has(section))).toEqual(['6'])
})

test('says each clause once, as one sentence on one line', () => {
  const texts = clauses.map(({ text }) => text)
  expect(texts.filter((text, at) => texts.indexOf(text) < at)).toEqual([])
  for (const text of texts) expect(text).toMatch(/^[^\n]+\.$/)
})

test('judges no deployment by a clause that binds the client', () => {
  const client = clauses.filter((clause) => 'binds' in clause)
  expect(client.map(({ seen }) => seen)).toEqual(client.map(() => 'not-from-outside'))
  expect(client.map(({ id }) => id)).toContain('8/client-backs-off')
})

test.each(Object.values(operations))('names the same statuses of $id as openapi.yaml', ({ section, responses }) => {
  const texts = clauses.filter((clause) => clause.section === section).map(({ text }) => text)
  // 429 has no row in section 4: sections 7 and 8 state it for every operation.
  const named = new Set(['429', ...texts.flatMap((text) => text.match(/\b[2-5]\d\d\b/g) ?? [])])
  expect([...named].toSorted()).toEqual(Object.keys(responses))
})

test('names every operation in 4/operation-names', () => {
  const text = clauses.find(({ id }) => id === '4/operation-names')?.text
  for (const { id } of Object.values(operations)) expect(text).toContain(id)
})

test('names the same limits, plans and removal date as openapi.yaml', () => {
  const textOf = new Map<string, string>(clauses.map(({ id, text }) => [id, text]))
  const { minimum, maximum, default: standard } = operations.listPets.parameters.limit
  expect(textOf.get('4.1/limit-accepted')).toContain(`from ${minimum} to ${maximum}`)
  expect(textOf.get('4.1/limit-default')).toContain(`at most ${standard} `)
  for (const plan of [plans.free, plans.pro, plans.business]) {
    const rate = (period: string, count: number) =>
      `The ${plan.name} plan allows ${count.toLocaleString('en')} requests per ${period}.`
    expect(textOf.get(`8/${plan.name.toLowerCase()}-per-minute`)).toBe(rate('minute', plan.requestsPerMinute))
    expect(textOf.get(`8/${plan.name.toLowerCase()}-per-day`)).toBe(rate('day', plan.requestsPerDay))
  }
  expect(textOf.get('2/pet-status-value')).toContain(petStatuses.join(', ').replace(/, (?=\w+$)/, ' or '))
  const removal = new Date(operations.getPet.removalDate).toLocaleDateString('en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  expect(textOf.get('9/removal')).toContain(removal)
})

// Faults and test servers of single members are found by these names.
test.each(operationIds)('has a clause for what each member of the answer of %s is', (id) => {
  const { schema } = documentedSuccess(id)
  const shape: Shape = shapes[schema ?? 'Error']
  const silent = shape.members.filter((member) => clauseOfMember(shape, member, 'value') === undefined)
  const missing = silent.map(({ word }) => `2/${shape.object.toLowerCase()}-${word}-value`)
  expect(missing, 'clauses that spec/clauses.ts lacks').toEqual([])
})

test('has clauses for what createPet does with a wrong value of each member, and with a right one', () => {
  const { section } = operations.createPet
  const names = { value: 'value', changed: 'as-sent' } as const
  const missing = shapes.NewPet.members.flatMap((member) =>
    (['value', 'changed'] as const).flatMap((flaw) =>
      clauseOfSentMember(section, member, flaw) === undefined ? `${section}/${member.word}-${names[flaw]}` : [],
    ),
  )
  expect(missing, 'clauses that spec/clauses.ts lacks').toEqual([])
})

const ofBodies = operationIds.flatMap((id) => {
  const { section, request } = operations[id]
  return request === null ? [] : shapes[request].members.map((member: Member) => ({ member, prefix: `${section}/` }))
})
const answered = new Set(operationIds.map((id) => shapes[documentedSuccess(id).schema ?? 'Error']))
const ofAnswers = [...answered.add(shapes.Error)].flatMap((shape: Shape) => {
  return shape.members.map((member) => ({ member, prefix: `2/${shape.object.toLowerCase()}-` }))
})
const aboutMembers = [...ofBodies, ...ofAnswers].map(({ member, prefix }) => ({
  member,
  about: clauses.filter(({ id }) => id.startsWith(`${prefix}${member.word}-`) || id === `${prefix}${member.word}`),
}))

test.each(aboutMembers)(
  'says the same bounds and the same kind of $member.name as openapi.yaml',
  ({ member, about }) => {
    const { minimum, maximum, minLength, maxLength, pattern, type } = member
    const bounds = [minimum, maximum, minLength, maxLength].flatMap((bound) => bound ?? [])
    const texts = about.map(({ text }) => text.replaceAll(/64 bits|int64|\b[245]\d\d\b/g, ''))
    const numbers = texts.flatMap((text) => text.match(/-?\d[\d.]*(?<!\.)/g) ?? []).map(Number)
    const ids = about.map(({ id }) => id).join(', ') || 'no clause'
    if (pattern === undefined) expect(new Set(numbers), `the numbers in ${ids}`).toEqual(new Set(bounds))
    if (!member.isRequired) for (const { text } of about) expect(text).not.toMatch(/^An? \w+ (?:has|needs) an? /)
    const kinds: Readonly<Record<Member['type'], RegExp>> = {
      string: /\bstrings?\b|\btext\b/,
      strings: /\blist\b|\barray\b/,
      integer: /\binteger\b/,
      int64: /\bint64\b|\binteger\b|\b64 bits\b/,
      number: /\bnumber\b/,
      boolean: /\btrue\b|\bboolean\b/,
    }
    const named = Object.entries(kinds).filter(([, word]) => about.some(({ text }) => word.test(text)))
    const isNamed = named.length === 0 || named.some(([kind]) => kind === type)
    expect(isNamed, `one of ${ids} says that it is of type ${type}`).toBe(true)
  },
)
