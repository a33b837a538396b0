import { type ClauseId, type PetStatus, isObject, writeJson } from '../../spec/index.ts'
import { type Catalogue, mostRisked, rarestFirst } from '../run/catalogue.ts'
import { type Probe, unclear } from '../run/probe.ts'
import { petsOf } from '../checks/pets.ts'
import { asks } from '../run/question.ts'
import { askInvalid, askList } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import type { ProbeNote } from '../run/verdict.ts'

/** Makes a body of a name and a category that alone would do; nothing for no body. */
type MakeBody = (name: string, categoryId: number | bigint, status?: PetStatus) => string | undefined

/** A body that is no NewPet. */
type Invalid = readonly [about: string, clause: ClauseId, body: MakeBody]

const json =
  (make: (name: string, categoryId: number | bigint) => unknown): MakeBody =>
  (name, categoryId, status) => {
    const made = make(name, categoryId)
    return writeJson(isObject(made) && status !== undefined ? { status, ...made } : made)
  }

/** Bodies that are no NewPet, each in one way (section 4.2). */
const invalidBodies: readonly Invalid[] = [
  // First those that would be added under a name, so that it is soon seen when they are.
  [
    'category string',
    '4.2/category-id-integer',
    json((name, categoryId) => ({ name, categoryId: String(categoryId) })),
  ],
  ['no category', '4.2/category-id-required', json((name) => ({ name }))],
  ['category null', '4.2/category-id-integer', json((name) => ({ name, categoryId: null }))],
  ['no body', '4.2/body-required', () => undefined],
  ['malformed', '4.2/body-is-new-pet', (name, id) => writeJson({ name, categoryId: id }).slice(0, -1)],
  ['array', '4.2/body-is-new-pet', json((name, categoryId) => [{ name, categoryId }])],
  ['string', '4.2/body-is-new-pet', json((name) => name)],
  ['no name', '4.2/name-required', json((_name, categoryId) => ({ categoryId }))],
  ['name null', '4.2/name-string', json((_name, categoryId) => ({ name: null, categoryId }))],
  ['name number', '4.2/name-string', json((_name, categoryId) => ({ name: 42, categoryId }))],
  [
    'category fraction',
    '4.2/category-id-integer',
    // Around the same category, so that it is not refused for another one; but where a double holds a fraction.
    (name, categoryId) =>
      `{"name":${writeJson(name)},"categoryId":${Math.abs(Number(categoryId)) < 2 ** 50 ? categoryId : 1}.5}`,
  ],
  ['category beyond', '4.2/category-id-64-bits', json((name) => ({ name, categoryId: 2n ** 63n }))],
  ['status unknown', '4.2/status-value', json((name, categoryId) => ({ name, categoryId, status: 'lost' }))],
  ['status upper case', '4.2/status-value', json((name, categoryId) => ({ name, categoryId, status: 'SOLD' }))],
  ['status number', '4.2/status-value', json((name, categoryId) => ({ name, categoryId, status: 1 }))],
]

/** Further bodies that are no NewPet, for what is left of the requests. */
const furtherBodies: readonly Invalid[] = [
  ['empty object', '4.2/name-required', () => '{}'],
  ['null', '4.2/body-is-new-pet', () => 'null'],
  ['status null', '4.2/status-value', json((name, categoryId) => ({ name, categoryId, status: null }))],
  ['name boolean', '4.2/name-string', json((_name, categoryId) => ({ name: true, categoryId }))],
  ['name array', '4.2/name-string', json((name, categoryId) => ({ name: [name], categoryId }))],
  ['category boolean', '4.2/category-id-integer', json((name) => ({ name, categoryId: true }))],
  ['category array', '4.2/category-id-integer', json((name, categoryId) => ({ name, categoryId: [categoryId] }))],
]

/** Section 4.2: what is no NewPet is refused with 400. */
export const createRefused: Probe = {
  id: 'create-refused',
  title: 'bodies that are no NewPet are refused with 400',
  clauses: [...new Set(invalidBodies.map(([, clause]) => clause))],
  needs: ['writing'],
  cost: invalidBodies.length,
  animals: 0,
  run: (session, catalogue) => refuseAll(session, catalogue, invalidBodies),
}

/** The same with further bodies, as long as there are requests left. */
export const moreRefused: Probe = {
  id: 'more-refused',
  title: 'further bodies that are no NewPet are refused with 400',
  clauses: [...new Set(furtherBodies.map(([, clause]) => clause))],
  needs: ['writing'],
  cost: furtherBodies.length,
  animals: 0,
  isExtra: true,
  run: (session, catalogue) => refuseAll(session, catalogue, furtherBodies),
}

// So many refused animals are risked before the list is looked at.
const risked = 3

/** Whether an animal is listed that was refused. Without a look at it, each refused body might leave one behind. */
async function isAddedAllTheSame(
  session: Session,
  catalogue: Catalogue,
  status: PetStatus | undefined,
): Promise<boolean> {
  if (catalogue.refused.size < risked) return false
  const list = await session.once('list of refused ones', () =>
    session.ask(askList({ limit: 100, ...(status === undefined ? {} : { status }) })),
  )
  return (petsOf(list) ?? []).some(({ name }) => name !== undefined && catalogue.refused.has(name))
}

async function refuseAll(
  session: Session,
  catalogue: Catalogue,
  bodies: readonly Invalid[],
): Promise<readonly ProbeNote[]> {
  const { id: categoryId } = await catalogue.category()
  const pets = await catalogue.pets()
  // New animals may be beyond a full page; among those of the rarest status they are soonest seen.
  const status = pets.length < 100 ? undefined : rarestFirst(pets)[0]
  const notes: ProbeNote[] = []
  const always = statusOfAll(session)
  for (const [about, clause, body] of bodies) {
    if (session.animalsLeft <= 0) {
      notes.push(unclear(mostRisked(session.options.mostAnimals), clause))
      continue
    }
    if (await isAddedAllTheSame(session, catalogue, status)) {
      notes.push(unclear('Refused animals are added all the same, so no more are sent.', clause))
      continue
    }
    const name = catalogue.name()
    const tolerates = (answer: number): boolean => answer === always
    const seen = await session.ask(askInvalid(about, body(name, categoryId, status), [clause], tolerates))
    if (seen.status !== undefined && seen.status === always) {
      const clauses = [...new Set(bodies.map(([, broken]) => broken))]
      return [unclear(`createPet answers ${always} whatever the body is.`, ...clauses)]
    }
    if (seen.status === 400) catalogue.refused.set(name, seen)
  }
  return notes
}

// What no body is to blame for: the operation is closed, is not there, or fails.
const closed = [403, 404, 405, 410, 501]

/** The status that every animal was answered with, if it has nothing to do with the animal: that is a finding of its own. */
function statusOfAll({ log }: Session): number | undefined {
  const answers = log.filter((seen) => asks(seen, 'create'))
  const [status] = answers.map((seen) => seen.status)
  const isClosed = status !== undefined && (closed.includes(status) || status >= 500)
  return isClosed && answers.every((seen) => seen.status === status) ? status : undefined
}
