import { type ClauseId, type PetStatus, writeJson } from '../../spec/index.ts'
import { type Catalogue, mostRisked, rarestFirst } from '../session/catalogue.ts'
import type { Probe } from './probe.ts'
import { type ProbeNote, inconclusive } from '../verdict/verdict.ts'
import { petsOf } from '../checks/pets.ts'
import { statusOfAll } from './create.ts'
import { askInvalid, askList } from '../exchange/questions.ts'

/** The members of a valid NewPet. */
interface Good {
  readonly name: string
  readonly categoryId: number | bigint
  readonly status?: PetStatus
}

/** An invalid NewPet: what is wrong with it, the clause, and a function that makes it or the members to replace. */
type Invalid = readonly [
  about: string,
  clause: ClauseId,
  body: ((good: Good) => string | undefined) | Readonly<Record<string, unknown>>,
]

const invalidBodies: readonly Invalid[] = [
  // First the bodies with a name: if the server adds their animals, the list soon shows it.
  ['category string', '4.2/category-id-integer', (good) => writeJson({ ...good, categoryId: String(good.categoryId) })],
  ['no category', '4.2/category-id-required', { categoryId: undefined }],
  ['category null', '4.2/category-id-integer', { categoryId: null }],
  ['no body', '4.2/body-required', () => undefined],
  ['malformed', '4.2/body-is-new-pet', ({ name, categoryId }) => writeJson({ name, categoryId }).slice(0, -1)],
  ['array', '4.2/body-is-new-pet', ({ name, categoryId }) => writeJson([{ name, categoryId }])],
  ['string', '4.2/body-is-new-pet', ({ name }) => writeJson(name)],
  ['no name', '4.2/name-required', { name: undefined }],
  ['name null', '4.2/name-string', { name: null }],
  ['name number', '4.2/name-string', { name: 42 }],
  [
    'category fraction',
    '4.2/category-id-integer',
    // Next to a known category, so that only the fraction is wrong, and small enough for a double to have a fraction.
    ({ name, categoryId }) =>
      `{"name":${writeJson(name)},"categoryId":${Math.abs(Number(categoryId)) < 2 ** 50 ? categoryId : 1}.5}`,
  ],
  ['category beyond', '4.2/category-id-64-bits', { categoryId: 2n ** 63n }],
  ['status upper case', '4.2/status-value', { status: 'SOLD' }],
  ['status number', '4.2/status-value', { status: 1 }],
]

/** Further bodies that are no NewPet, sent if requests are left. */
const furtherBodies: readonly Invalid[] = [
  ['empty object', '4.2/name-required', () => '{}'],
  ['null', '4.2/body-is-new-pet', () => 'null'],
  ['status null', '4.2/status-value', { status: null }],
  ['name boolean', '4.2/name-string', { name: true }],
  ['name array', '4.2/name-string', ({ name, ...good }) => writeJson({ ...good, name: [name] })],
  ['category boolean', '4.2/category-id-integer', { categoryId: true }],
  ['category array', '4.2/category-id-integer', (good) => writeJson({ ...good, categoryId: [good.categoryId] })],
]

/** Section 4.2: an invalid NewPet is refused with 400. */
export const createRefused = probeOf(invalidBodies, 'create-refused', 'bodies that are no NewPet are refused with 400')

export const moreRefused: Probe = {
  ...probeOf(furtherBodies, 'more-refused', 'further bodies that are no NewPet are refused with 400'),
  isExtra: true,
}

function probeOf(bodies: readonly Invalid[], id: string, title: string): Probe {
  return {
    id,
    title,
    clauses: [...new Set(bodies.map(([, clause]) => clause))],
    needs: ['writing'],
    cost: bodies.length,
    run: (_session, catalogue) => refuseAll(catalogue, bodies),
  }
}

// How many refused animals may be sent before a look at the list.
const risked = 3

/** Whether the list has an animal that was refused. If so, no more are sent: each would stay in the deployment. */
async function isRefusedButAdded({ session, animals: { refused } }: Catalogue, status?: PetStatus): Promise<boolean> {
  if (refused.size < risked) return false
  const list = await session.once('list of refused ones', () => session.ask(askList({ limit: 100, status })))
  return (petsOf(list) ?? []).some(({ name }) => name !== undefined && refused.has(name))
}

async function refuseAll(catalogue: Catalogue, bodies: readonly Invalid[]): Promise<readonly ProbeNote[]> {
  const { session } = catalogue
  const { id: categoryId } = await catalogue.category()
  const pets = await catalogue.pets()
  // If the list is full, new animals may be on a later page. A list of the rarest status is more likely to show them.
  const status = pets.length < 100 ? undefined : rarestFirst(pets)[0]
  const notes: ProbeNote[] = []
  const always = statusOfAll(session)
  for (const [about, clause, body] of bodies) {
    const isSpent = session.animalsLeft <= 0
    if (isSpent || (await isRefusedButAdded(catalogue, status))) {
      const reason = 'The server adds animals that it refuses, so no more are sent.'
      notes.push(inconclusive(isSpent ? mostRisked(session.options.mostAnimals) : reason, clause))
      continue
    }
    const name = catalogue.name()
    const good = { name, categoryId, ...(status && { status }) }
    const text = typeof body === 'function' ? body(good) : writeJson({ ...good, ...body })
    const seen = await session.ask(askInvalid(about, text, [clause], (answer) => answer === always))
    if (seen.status !== undefined && seen.status === always)
      return [inconclusive(`createPet answers ${always} whatever the body is.`, ...bodies.map(([, broken]) => broken))]
    if (seen.status === 400) catalogue.animals.refused.set(name, seen)
  }
  return notes
}
