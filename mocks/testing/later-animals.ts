import { type Pet, type Shape, isObject, shapes, validatePet } from '../../spec/index.ts'
import { BaseAnimals } from '../animals/animals.ts'

const laterShape: Shape = {
  ...shapes.Pet,
  members: [
    ...shapes.Pet.members,
    { name: 'chip', word: 'chip', type: 'string', isRequired: true, values: null },
    { name: 'weight', word: 'weight', type: 'integer', isRequired: false, values: null, minimum: 1 },
  ],
}

/** A dataset as a later version of the interface has it: with a required `chip`, and perhaps a `weight`. */
export function laterAnimals(pets: readonly Pet[]): BaseAnimals {
  const later = pets.map((pet, index) => ({ ...pet, chip: `C-${index}`, ...(index % 2 === 1 && { weight: 7 }) }))
  const isLater = (value: unknown) => isObject(value) && typeof value['chip'] === 'string' && validatePet(value)
  return new BaseAnimals(later, laterShape, isLater)
}
