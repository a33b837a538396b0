/** The mock's animals in a collection of @msw/data that is yours. */
export { animalsIn } from './animals-in.ts'
export { petSchema } from './pet-schema.ts'
