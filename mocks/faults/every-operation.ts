import { type OperationId, operationIds, operations, validatePet, readJson } from '../../spec/index.ts'
import type { Overrides } from '../call/overrides.ts'
import { type GeneralId, firstWord, successOf } from './catalogue.ts'
import { type ReplyEdit, bodyAs, edit, operationOf, refuse, statusAs } from './edit-reply.ts'
import { petIdOf } from './get-pet.ts'
import { letIn } from './keys.ts'

/** Faults that the description makes possible for each operation; the catalogue has those whose clauses there are. */
export const generalFaults = Object.fromEntries(operationIds.flatMap(faultsOf)) as Record<GeneralId, Overrides>

function faultsOf(id: OperationId) {
  const { success, other } = successOf(id)
  const on = (status: number, change: ReplyEdit) =>
    edit((usual, context) => usual.status === status && operationOf(context) === id, change)
  const faults: Readonly<Record<string, Overrides>> = {
    open: letIn((context) => operationOf(context) === id),
    [`answers-${other}`]: on(success, statusAs(other)),
    'not-kept': forgetting(id),
    'large-id-400': refuse(id, 400, 'invalid_id', (context) => typeof petIdOf(context) === 'bigint'),
    'unknown-500': on(404, statusAs(500)),
    'unknown-body-text': on(404, bodyAs('Not Found', 'text/plain; charset=utf-8')),
  }
  return Object.entries(faults).map(([name, overrides]) => [`${firstWord(id)}-${name}`, overrides] as const)
}

/** Answers as the operation does, and then puts the animal that it was about back, or takes away the one that it added. */
function forgetting(id: OperationId): Overrides {
  return {
    async operate(usual, context) {
      if (operationOf(context) !== id || operations[id].effect === null) return usual()
      const animals = await context.sandbox.animals
      const petId = petIdOf(context)
      const before = petId === undefined ? undefined : await animals.get(petId)
      const outcome = await usual()
      if (before !== undefined) await animals.put(before)
      const added = readJson(outcome.status === 201 ? outcome.body : '')
      if (added.ok && validatePet(added.value)) await animals.remove(added.value.id)
      return outcome
    },
  }
}
