import { petOf } from '../checks/pets.ts'
import { type Seen, asks } from '../exchange/question.ts'
import { shownRequest } from '../verdict/finding-results.ts'
import type { ShownRequest } from '../verdict/result.ts'
import type { Finding } from '../verdict/verdict.ts'
import type { AnimalFact } from '../verdict/facts.ts'

const mostNeeded = 5

/** The requests of a run that added the animals which a finding is about. */
export function requestsBefore({ animal, other, seen }: Finding, log: readonly Seen[]): readonly ShownRequest[] {
  const { question } = seen
  const about: readonly (AnimalFact | undefined)[] = [
    animal,
    other,
    ...(question.asks === 'pet' ? [{ id: question.petId }] : []),
  ]
  const needed = log.flatMap((earlier) => {
    if (!asks(earlier, 'create') || earlier.status !== 201 || earlier.number >= seen.number) return []
    const id = petOf(earlier.json)?.id
    const { name } = earlier.question.animal
    const isOf = (wanted: AnimalFact | undefined): boolean =>
      (id !== undefined && wanted?.id === id) || wanted?.name === name
    return about.some(isOf) ? [{ ...shownRequest(earlier), newId: id }] : []
  })
  return needed.slice(0, mostNeeded)
}
