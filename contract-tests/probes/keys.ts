import { operations } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { hasCase } from '../exchange/credentials.ts'
import type { Probe } from './probe.ts'
import { askUnauthorized, isReading } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'
import { type Refusal, firstRefusals, furtherRefusals, refusedFor } from './careful.ts'

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

function probeOf(refusals: readonly Refusal[], id: string, title: string): Probe {
  return {
    id,
    title,
    clauses: [],
    cost: refusals.length,
    writes: refusals.filter(([operation]) => !isReading(operation)).length,
    run: (session, catalogue) => refuse(session, catalogue, refusals),
  }
}

async function refuse(session: Session, catalogue: Catalogue, refusals: readonly Refusal[]): Promise<readonly []> {
  const { apiKey, isReadOnly } = session.options
  for (const [at, [operation, credential, flaw]] of refusals.entries()) {
    if (isReadOnly && !isReading(operation)) continue
    if (credential === 'other-case' && !hasCase(apiKey)) continue
    if (operations[operation].role === 'create' && session.animalsLeft <= 0) continue
    const turn = refusals.slice(0, at).filter(([before]) => before === operation).length
    const { name, ...request } = await refusedFor(operation, catalogue, flaw, turn)
    const seen = await session.ask(askUnauthorized(operation, credential, request, flaw))
    if (seen.status === 401 && name !== undefined) catalogue.animals.refused.set(name, seen)
  }
  return []
}
