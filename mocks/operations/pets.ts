import { shapes } from '../../spec/made/shapes.ts'
import type { Int64, NewPet, Pet } from '../../spec/made/types.ts'
import { validateNewPet } from '../../spec/made/validators.js'
import { type Refusal, refused } from '../call/outcome.ts'
import type { CallContext } from '../call/overrides.ts'
import { type ParsedChoices, refusalStatus } from '../call/parsed-choices.ts'
import type { ResourceRules } from './resource-rules.ts'

/** What is special about animals. */
export const pets: ResourceRules<Pet> = {
  newShape: shapes.NewPet,
  isNew: validateNewPet,
  unknown: 'not_found/animal',
  /** Adds the status of the silence `status-default`. */
  complete(pet, { profile }) {
    const usual = profile['status-default']
    return pet.status !== undefined || usual === 'absent' ? pet : { ...pet, status: usual }
  },
  refuse(pet, context) {
    const { 'category-check': category, 'duplicate-names': duplicate } = context.choices.profile
    const isCompared = category !== 'none' || duplicate !== 'accept'
    return problemOfName(pet.name, context.choices) ?? (isCompared ? compareWithOthers(pet, context) : undefined)
  },
}

/** What is wrong with a name under the silence `name-check`. */
function problemOfName(name: string, { profile, longestName }: ParsedChoices): Refusal | undefined {
  const check = profile['name-check']
  const isBlankRefused = check === 'strict' || check.startsWith('no-blank')
  const isEmptyRefused = isBlankRefused || check.startsWith('no-empty')
  if ((isBlankRefused && name.trim() === '') || (isEmptyRefused && name === ''))
    return refused('invalid_body/name/blank', 'The body is not a NewPet: name must not be blank.')
  if (name.length <= longestName || Array.from(name).length <= longestName) return undefined
  return refused(
    'invalid_body/name/long',
    `The body is not a NewPet: name must have at most ${longestName} characters.`,
  )
}

/** Refuses an animal because of the other animals (silences `category-check` and `duplicate-names`). */
async function compareWithOthers(pet: NewPet, { choices, sandbox }: CallContext): Promise<Refusal | undefined> {
  const category = refusalStatus(choices.profile['category-check'], 'known')
  const duplicate = refusalStatus(choices.profile['duplicate-names'])
  const animals = await sandbox.animals
  if (category !== undefined && !categoriesOf(animals.initial).has(pet.categoryId)) {
    const message = 'The body is not a NewPet: categoryId must be the id of a known category.'
    return refused('invalid_body/categoryId/unknown', message, category)
  }
  if (duplicate === undefined) return undefined
  const all = await animals.page({ limit: await animals.count(), order: 'oldest-first' })
  if (all.items.every(({ name }) => name !== pet.name)) return undefined
  return refused('invalid_body/name/duplicate', 'Another animal has this name.', duplicate)
}

const knownCategories = new WeakMap<readonly Pet[], ReadonlySet<Int64>>()

/** The categories of the animals at the start. They never change, and there may be a million. */
function categoriesOf(initial: readonly Pet[]): ReadonlySet<Int64> {
  let categories = knownCategories.get(initial)
  if (categories === undefined) {
    categories = new Set(initial.map(({ categoryId }) => categoryId))
    knownCategories.set(initial, categories)
  }
  return categories
}
