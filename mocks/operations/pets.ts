import { type Pet, shapes, validateNewPet } from '../../spec/index.ts'
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
  // Few tabs choose that any is refused.
  refuse: async (pet, context) => (await import('./pet-refusals.ts')).refusalOfPet(pet, context),
}
