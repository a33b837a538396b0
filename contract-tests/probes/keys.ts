import { type Int64, type OperationId, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'
import type { Probe } from '../run/probe.ts'
import type { Credential, Seen } from '../run/question.ts'
import { otherCase } from '../run/credentials.ts'
import { askCreateUnauthorized, askList, askPet } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import { unknownId } from './unknown-ids.ts'

type Wrong = Exclude<Credential, 'valid'>

/** A request that must be refused with 401, and what else is wrong with it. */
type Refused = readonly [operation: OperationId, credential: Wrong, otherwise?: 'unknown' | 'invalid' | 'malformed']

const first: readonly Refused[] = [
  ['listPets', 'missing'],
  ['getPet', 'missing', 'unknown'],
  ['createPet', 'missing', 'invalid'],
  ['listPets', 'wrong'],
  ['createPet', 'wrong'],
  ['listPets', 'truncated'],
  ['getPet', 'suffixed'],
  ['createPet', 'empty', 'malformed'],
  ['listPets', 'prefixed'],
  ['getPet', 'other-case'],
  ['getPet', 'basic'],
  ['listPets', 'bare'],
  ['createPet', 'token'],
]

const further: readonly Refused[] = [
  ['getPet', 'wrong'],
  ['getPet', 'truncated'],
  ['createPet', 'truncated'],
  ['listPets', 'suffixed'],
  ['createPet', 'suffixed'],
  ['getPet', 'empty'],
  ['listPets', 'empty'],
  ['listPets', 'basic'],
  ['createPet', 'basic'],
]

/** Section 5: without a valid key nothing but a 401, also where something else is wrong. */
export const keys: Probe = {
  id: 'keys',
  title: 'requests without a valid key are refused with 401, also for unknown animals and invalid bodies',
  clauses: [],
  needs: [],
  cost: first.length,
  writes: creations(first),
  animals: 0,
  run: (session, catalogue) => refuse(session, catalogue, first),
}

/** The other kinds of wrong keys on the other operations, as long as there are requests left. */
export const moreKeys: Probe = {
  id: 'more-keys',
  title: 'the same for further kinds of keys and operations',
  clauses: [],
  needs: [],
  cost: further.length,
  writes: creations(further),
  animals: 0,
  isExtra: true,
  run: (session, catalogue) => refuse(session, catalogue, further),
}

function creations(cases: readonly Refused[]): number {
  return cases.filter(([operation]) => operation === 'createPet').length
}

async function refuse(session: Session, catalogue: Catalogue, cases: readonly Refused[]): Promise<readonly []> {
  const pets = await catalogue.pets()
  const known = catalogue.added.find(({ id }) => id !== undefined)?.id ?? pets.find(({ id }) => id !== undefined)?.id
  const { apiKey } = session.options
  for (const [operation, credential, otherwise] of cases) {
    if (credential === 'other-case' && otherCase(apiKey) === apiKey) continue
    if (operation === 'listPets') await session.ask(askList({ limit: 1 }, credential))
    else if (operation === 'getPet') {
      const id: Int64 = otherwise === 'unknown' || known === undefined ? unknownId(catalogue, pets) : known
      await session.ask(askPet(id, 'known', session.options.todayMilliseconds, credential))
    } else await refuseCreate(session, catalogue, credential, otherwise)
  }
  return []
}

async function refuseCreate(
  session: Session,
  catalogue: Catalogue,
  credential: Wrong,
  otherwise: Refused[2],
): Promise<void> {
  if (session.options.isReadOnly || session.animalsLeft <= 0) return
  const { id: categoryId } = await catalogue.category()
  const name = catalogue.name()
  const wrong = otherwise === 'malformed' ? '{"name":' : writeJson({ status: 'lost' })
  const body = otherwise === undefined ? writeJson({ name, categoryId, status: 'available' }) : wrong
  const seen: Seen = await session.ask(askCreateUnauthorized(body, credential))
  if (seen.status === 401 && otherwise === undefined) catalogue.refused.set(name, seen)
}
