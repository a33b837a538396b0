import {
  type Int64,
  type JsonReading,
  type NewPet,
  type Pet,
  memberProblems,
  membersOf,
  shapes,
  validateNewPet,
} from '../../spec/index.ts'
import { isLabelledJson, jsonError } from '../call/body.ts'
import { type DetailedCode, memberCode } from '../call/error-codes.ts'
import type { CallContext, NewPetReading } from '../call/overrides.ts'
import { type ParsedChoices, refusalStatus } from '../call/parsed-choices.ts'
import { animalOf } from './create-pet.ts'

/** Reads a body as a NewPet under every choice, or says what is wrong with it. */
export async function readNewPet(body: JsonReading | undefined, context: CallContext): Promise<NewPetReading> {
  const reading = readingOf(body, context)
  return (reading.ok ? await compareWithOthers(reading.animal, context) : undefined) ?? reading
}

/** Refuses an animal because of the other animals (silences `category-check` and `duplicate-names`). */
async function compareWithOthers(
  animal: NewPet,
  { choices, sandbox }: CallContext,
): Promise<NewPetReading | undefined> {
  const category = refusalStatus(choices.profile['category-check'], 'known')
  const duplicate = refusalStatus(choices.profile['duplicate-names'])
  const animals = await sandbox.animals
  if (category !== undefined && !categoriesOf(animals.start).has(animal.categoryId)) {
    const code = 'invalid_body/categoryId/unknown'
    return refused(code, notNewPet('categoryId must be the id of a known category'), category)
  }
  if (duplicate === undefined) return undefined
  const all = await animals.page({ limit: await animals.count(), order: 'oldest-first' })
  if (all.items.every(({ name }) => name !== animal.name)) return undefined
  return refused('invalid_body/name/duplicate', 'Another animal has this name.', duplicate)
}

const knownCategories = new WeakMap<readonly Pet[], ReadonlySet<Int64>>()

/** The categories of the animals at the start. They never change, and there may be a million. */
function categoriesOf(start: readonly Pet[]): ReadonlySet<Int64> {
  let categories = knownCategories.get(start)
  if (categories === undefined) {
    categories = new Set(start.map(({ categoryId }) => categoryId))
    knownCategories.set(start, categories)
  }
  return categories
}

const members = membersOf(shapes.NewPet)
const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name)

/** Reads a body as a NewPet, by itself. */
function readingOf(
  body: JsonReading | undefined,
  { call, choices }: Pick<CallContext, 'call' | 'choices'>,
): NewPetReading {
  const { profile } = choices
  const mediaType = isLabelledJson(call) ? undefined : refusalStatus(profile['media-type'])
  if (mediaType !== undefined) {
    return refused('unsupported_media_type', 'The body must be labelled application/json.', mediaType)
  }
  if (body === undefined) {
    return refused('invalid_body/missing', `The body is missing: a NewPet with ${required.join(' and ')} is required.`)
  }
  if (!body.ok) {
    const { code, message } = jsonError(body.problem)
    return refused(code, message, body.problem === 'too-large' ? refusalStatus(profile['large-body']) : 400)
  }
  const { value } = body
  if (!validateNewPet(value)) return refusedShape()
  const unknownFields = refusalStatus(profile['unknown-fields'])
  if (unknownFields !== undefined) {
    const unknown = Object.keys(value).filter((member) => members.every(({ name }) => name !== member))
    const problems = unknown.map((member) => `there is no member "${member.slice(0, 60)}"`)
    if (unknown.length > 0) return refused('invalid_body/member', notNewPet(...problems), unknownFields)
  }
  const nameProblem = problemOfName(value.name, choices)
  if (nameProblem !== undefined) return refused(nameProblem[0], notNewPet(nameProblem[1]))
  return { ok: true, animal: animalOf(value, profile) }
}

/** What is wrong with a name under the silence `name-check`. */
function problemOfName(name: string, { profile, longestName }: ParsedChoices): [DetailedCode, string] | undefined {
  const check = profile['name-check']
  const isBlankRefused = check === 'strict' || check.startsWith('no-blank')
  const isEmptyRefused = isBlankRefused || check.startsWith('no-empty')
  if ((isBlankRefused && name.trim() === '') || (isEmptyRefused && name === ''))
    return ['invalid_body/name/blank', 'name must not be blank']
  if (name.length <= longestName || Array.from(name).length <= longestName) return undefined
  return ['invalid_body/name/long', `name must have at most ${longestName} characters`]
}

/** Turns the validator's errors for the last body into words for each member, and a code for the first. */
function refusedShape(): NewPetReading {
  const problems = memberProblems(shapes.NewPet, validateNewPet.errors)
  const words = problems.map(({ member, isMissing, expected }) =>
    isMissing ? `${member} is missing` : `${member || 'it'} must be ${expected}`,
  )
  const [first] = problems
  const known = members.find(({ name }) => name === first?.member)
  const cause = first?.isMissing === true ? 'missing' : 'invalid'
  const code: DetailedCode = known === undefined ? 'invalid_body/shape' : memberCode(known, cause)
  return refused(code, notNewPet(...words))
}

function notNewPet(...problems: readonly string[]): string {
  return `The body is not a NewPet: ${problems.join('; ')}.`
}

function refused(code: DetailedCode, message: string, status = 400): NewPetReading {
  return { ok: false, status, code, message }
}
