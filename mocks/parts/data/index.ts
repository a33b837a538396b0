/** The mock's animals in a collection of @msw/data that is yours. */
export { animalsIn, petSchema } from './animals-in.ts'
