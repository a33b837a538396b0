import { type Pet, validatePet } from '../../spec/index.ts'
import { plainPet } from '../world/animals.ts'

/** Pet as a Standard Schema: `new Collection({ schema: petSchema })`. The validator is the one made from openapi.yaml. */
export const petSchema = {
  '~standard': {
    version: 1,
    vendor: 'animal-store-kit',
    validate(value: unknown) {
      if (validatePet(value)) return { value: plainPet(value) }
      const problems = validatePet.errors ?? []
      return {
        issues: problems.map(({ instancePath, message }) => ({
          message: `a Pet${instancePath} ${message ?? 'is wrong'}`,
        })),
      }
    },
    types: undefined as { input: Pet; output: Pet } | undefined,
  },
} as const
