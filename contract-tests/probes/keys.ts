import { type OperationId, operationIds } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'
import { hasCase } from '../run/credentials.ts'
import type { Probe } from '../run/verdict.ts'
import { askUnauthorized, isReading } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import { addsAnimals } from '../checks/clauses-of.ts'
import { type Refusals, firstRefusals, furtherRefusals, readingFirst, refusedFor } from './careful.ts'

/** Section 5: without a valid key nothing but a 401, also where something else is wrong. */
export const keys = probeOf(
  firstRefusals,
  'keys',
  'requests without a valid key are refused with 401, also for unknown animals and invalid bodies',
)

export const moreKeys: Probe = {
  ...probeOf(furtherRefusals, 'more-keys', 'the same for further kinds of keys and operations'),
  isExtra: true,
}

function probeOf(refusals: Refusals, id: string, title: string): Probe {
  const costOf = (ids: readonly OperationId[]): number => ids.flatMap((each) => refusals[each]).length
  return {
    id,
    title,
    clauses: [],
    cost: costOf(operationIds),
    writes: costOf(operationIds.filter((each) => !isReading(each))),
    run: (session, catalogue) => refuse(session, catalogue, refusals),
  }
}

/** Takes the operations in turn, so that each has been asked when the requests run out. */
async function refuse(session: Session, catalogue: Catalogue, refusals: Refusals): Promise<readonly []> {
  const { apiKey, isReadOnly } = session.options
  const most = Math.max(...Object.values(refusals).map(({ length }) => length))
  for (let at = 0; at < most; at++) {
    for (const operation of readingFirst) {
      const [credential, flaw] = refusals[operation][at] ?? []
      if (credential === undefined || (isReadOnly && !isReading(operation))) continue
      if (credential === 'other-case' && !hasCase(apiKey)) continue
      if (addsAnimals(operation) && session.animalsLeft <= 0) continue
      const { name, ...request } = await refusedFor(operation, catalogue, flaw, at)
      const seen = await session.ask(askUnauthorized(operation, credential, request, flaw))
      if (seen.status === 401 && name !== undefined) catalogue.refused.set(name, seen)
    }
  }
  return []
}
