import { type ClauseId, type NewPet, type PetStatus, completed, shapes, writeJson } from '../../spec/index.ts'
import { furtherFlaws } from '../exchange/wrong-values.ts'
import { type Catalogue, rarestFirst } from '../session/catalogue.ts'
import type { Probe } from './probe.ts'
import { inconclusive } from '../verdict/verdict.ts'
import { petsOf } from '../checks/pets.ts'
import { statusOfAll } from './create.ts'
import { askInvalid, askList } from '../exchange/questions.ts'

/** An invalid NewPet: what is wrong with it, the clause, and a function that makes it or the members to replace. */
type Invalid = readonly [
  about: string,
  clause: ClauseId,
  body: ((good: NewPet) => string | undefined) | Readonly<Record<string, unknown>>,
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
    (good) => {
      const fraction = `${Math.abs(Number(good.categoryId)) < 2 ** 50 ? good.categoryId : 1}.5`
      return writeJson({ ...good, categoryId: null }).replace('"categoryId":null', `"categoryId":${fraction}`)
    },
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

// A run has no more requests left for the wrong values of further members.
const mostFurther = 3
const groups = Math.ceil(furtherFlaws.length / mostFurther)

/** After so many runs with seeds in a row, each wrong value of a further member was sent. */
export const turnsOfFlaws = Math.max(1, groups * Math.max(1, ...furtherFlaws.map(({ length }) => length)))

/** One wrong value of a few further members. They take turns by the seed: several in one body would show neither. */
function furtherInTurn(seed: number): readonly Invalid[] {
  const turn = Math.floor(seed / Math.max(1, groups))
  const members = furtherFlaws.filter((_, at) => at % groups === seed % groups)
  return members.flatMap((flaws) => {
    const flaw = flaws[turn % flaws.length]
    return flaw === undefined
      ? []
      : [[`${flaw.member} ${flaw.way}`, flaw.clause, { [flaw.member]: flaw.value }] as const]
  })
}

/** Section 4.2: an invalid NewPet is refused with 400. */
export const createRefused = probeOf(invalidBodies, 'create-refused', 'bodies that are no NewPet are refused with 400')

const more = probeOf(furtherBodies, 'more-refused', 'further bodies that are no NewPet are refused with 400')

export const moreRefused: Probe = {
  ...more,
  clauses: [...new Set([...more.clauses, ...furtherFlaws.flat().map(({ clause }) => clause)])],
  isExtra: true,
  run: (session, catalogue) =>
    refuseAll(catalogue, [...furtherInTurn(session.options.thorough.seed), ...furtherBodies]),
}

function probeOf(bodies: readonly Invalid[], id: string, title: string): Probe {
  return {
    id,
    title,
    clauses: [...new Set(bodies.map(([, clause]) => clause))],
    needs: ['writing'],
    run: (_session, catalogue) => refuseAll(catalogue, bodies),
  }
}

// How many refused animals may be sent before a look at the list.
const risked = 3

/** Whether the list has an animal that was refused. If so, no more are sent: each would stay in the deployment. */
async function isRefusedButAdded({ session, judge: { facts } }: Catalogue, status?: PetStatus): Promise<boolean> {
  if (facts.refused.size < risked) return false
  const list = await session.once('list of refused ones', () => session.ask(askList({ limit: 100, status })))
  return (petsOf(list) ?? []).some(({ name }) => name !== undefined && facts.refused.has(name))
}

async function refuseAll(catalogue: Catalogue, bodies: readonly Invalid[]): Promise<void> {
  const { session } = catalogue
  const categoryId = await catalogue.category()
  const pets = await catalogue.pets()
  // If the list is full, new animals may be on a later page. A list of the rarest status is more likely to show them.
  const status = pets.length < 100 ? undefined : rarestFirst(pets)[0]
  const always = statusOfAll(session)
  for (const [about, clause, body] of bodies) {
    const isSpent = session.animalsLeft <= 0
    if (isSpent || (await isRefusedButAdded(catalogue, status))) {
      const { mostAnimals } = session.options
      session.note(inconclusive(isSpent ? { id: 'animals-spent', is: mostAnimals } : 'adds-refused', clause))
      continue
    }
    const name = catalogue.name()
    const good = completed<NewPet>(shapes.NewPet, { name, categoryId, ...(status && { status }) })
    const text = typeof body === 'function' ? body(good) : writeJson({ ...good, ...body })
    const seen = await session.ask(askInvalid(about, text, [clause], (answer) => answer === always))
    if (seen.status !== undefined && seen.status === always) {
      const clauses = bodies.map(([, broken]) => broken)
      return session.note(inconclusive({ id: 'always', is: always }, ...clauses))
    }
    catalogue.see(seen)
  }
}
