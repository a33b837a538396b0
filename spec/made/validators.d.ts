// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

import type { ErrorBody, NewPet, Pet, PetStatus, Pets } from './types.js'

/** One way in which a value departs from its schema, as Ajv reports it. */
export type ValidationError = {
  /** Where in the value, as a JSON pointer. */
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** Whether a value has a shape of section 2. Further members are allowed. */
export type Validator<Shape> = {
  (value: unknown): value is Shape
  /** Every departure of the latest call, null when there was none. A list of animals stops soon after 100. */
  readonly errors?: readonly ValidationError[] | null
}

export const validatePetStatus: Validator<PetStatus>
export const validateNewPet: Validator<NewPet>
export const validatePet: Validator<Pet>
export const validatePets: Validator<Pets>
export const validateError: Validator<ErrorBody>

/** Every validator by the name of its schema. */
export const validators: {
  readonly PetStatus: Validator<PetStatus>
  readonly NewPet: Validator<NewPet>
  readonly Pet: Validator<Pet>
  readonly Pets: Validator<Pets>
  readonly Error: Validator<ErrorBody>
}
