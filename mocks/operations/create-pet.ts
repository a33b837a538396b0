import { type JsonReading, type NewPet, type Pet, newPetOf, validateNewPet } from '../../spec/index.ts'
import { isLabelledJson, readBody } from '../call/body.ts'
import { type Outcome, errorOutcome } from '../call/outcome.ts'
import { petText } from './list-pets.ts'
import type { CallContext, NewPetReading, Overrides } from '../call/overrides.ts'
import type { ParsedChoices } from '../call/parsed-choices.ts'

/** Answers createPet (section 4.2). */
export async function createPet(context: CallContext, overrides: readonly Overrides[]): Promise<Outcome> {
  const { choices } = context
  const body = readBody(context.call)
  // Few tabs send a body that is refused, so the code that says why is loaded with the first one.
  let reading = plainReading(body, context) ?? (await (await import('./read-new-pet.ts')).readNewPet(body, context))
  const value = body?.ok === true ? body.value : undefined
  for (const { accept } of overrides) if (accept) reading = accept(reading, value, context)
  if (!reading.ok) return errorOutcome(choices, reading.status, reading.code, reading.message)
  return { status: 201, body: petText(await addPet(reading.animal, context), choices) }
}

/** A body that nothing can be wrong with; `undefined` for any other, and where a choice has more to check. */
function plainReading(body: JsonReading | undefined, { call, choices }: CallContext): NewPetReading | undefined {
  const { profile } = choices
  if (body?.ok !== true || choices.hasChecks || !isLabelledJson(call) || !validateNewPet(body.value)) return undefined
  return { ok: true, animal: animalOf(body.value, profile) }
}

/** The animal of a valid body, with the status of the silence `status-default`. */
export function animalOf(body: NewPet, profile: ParsedChoices['profile']): NewPet {
  const animal = newPetOf(body)
  const usual = profile['status-default']
  return animal.status !== undefined || usual === 'absent' ? animal : { ...animal, status: usual }
}

async function addPet(animal: NewPet, { choices, sandbox }: CallContext): Promise<Pet> {
  const animals = await sandbox.animals
  if (choices.profile['new-ids'] === 'rising') return animals.add(animal)
  return (await import('./unusual-id.ts')).addUnderUnusualId(animals, animal, choices.profile['new-ids'])
}
