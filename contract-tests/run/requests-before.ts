import { petOf } from '../checks/pets.ts'
import { type Seen, asks } from '../exchange/question.ts'
import { shownRequest } from '../verdict/finding-results.ts'
import type { ShownRequest } from '../verdict/result.ts'
import type { Finding } from '../verdict/verdict.ts'

const mostNeeded = 5

/** The requests of a run that added the animals which a finding is about: their ids or names are in it. */
export function requestsBefore({ expected, received, seen }: Finding, log: readonly Seen[]): readonly ShownRequest[] {
  const about = `${seen.question.path} ${expected} ${received}`
  const needed = log.flatMap((earlier) => {
    if (!asks(earlier, 'create') || earlier.status !== 201 || earlier.number >= seen.number) return []
    const id = petOf(earlier.json)?.id
    const isNamed = about.includes(JSON.stringify(earlier.question.animal.name).slice(1, -1))
    if (!isNamed && (id === undefined || !new RegExp(`\\b${id}\\b`).test(about))) return []
    return [{ ...shownRequest(earlier), newId: id }]
  })
  return needed.slice(0, mostNeeded)
}
