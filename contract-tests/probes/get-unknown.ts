import { int64Max, int64Min, plainInteger } from '../../spec/index.ts'
import { removalState } from '../checks/removal.ts'
import { petOf } from '../checks/pets.ts'
import { type Probe, broken, unclear } from '../run/probe.ts'
import type { Seen } from '../run/question.ts'
import { askForPet } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import type { ProbeNote } from '../run/verdict.ts'
import type { Catalogue } from '../run/catalogue.ts'
import { largeUnknownId, unknownId, unknownNeighbour } from './unknown-ids.ts'

/** Section 4.3: ids that no animal has, of every size. */
export const getUnknown: Probe = {
  id: 'get-unknown',
  title:
    'ids that no animal has are answered with 404: a usual one, 0, one below it, some beyond 2^53, both ends of int64',
  clauses: ['4.3/not-found', '4.3/pet-id-int64'],
  cost: 6,
  run: async (session, catalogue) => {
    if (removalState('getPet', session.options.todayMilliseconds) !== 'works') {
      return [unclear('getPet is removed, or will be today.', '4.3/not-found', '4.3/pet-id-int64')]
    }
    const pets = await catalogue.pets()
    const { seen, notes } = await askUnknown(session, catalogue)
    if (notes.length > 0 || seen === undefined) return notes
    const known = [...catalogue.added, ...pets].find(({ id }) => id !== undefined && id > 0)?.id ?? 1
    const beside = unknownNeighbour(catalogue, pets)
    const ends = [largeUnknownId(catalogue, pets), int64Max, int64Min, 0, plainInteger(-BigInt(known))]
    for (const id of [...ends, ...(beside === undefined ? [] : [beside])]) {
      const extreme = askForPet('getPet', id, 'extreme')
      // What is wrong with every unknown id is not the size of this one.
      await session.ask(seen.status === 404 ? extreme : { ...extreme, expects: [404], breaks: ['4.3/not-found'] })
    }
    return []
  },
}

/** Asks for an animal that is not there, right after the last one was added if any is. */
export function askUnknown(
  session: Session,
  catalogue: Catalogue,
): Promise<{ readonly seen: Seen | undefined; readonly notes: readonly ProbeNote[] }> {
  return session.once('unknown animal', async () => {
    if (removalState('getPet', session.options.todayMilliseconds) !== 'works') return { seen: undefined, notes: [] }
    const pets = await catalogue.pets()
    // What a body named is no id, unless the service took it from there.
    const named = catalogue.added.find(({ sent, id }) => sent.id !== undefined && sent.id !== id)?.sent.id
    const usual = askForPet('getPet', named ?? unknownId(catalogue, pets), 'unknown')
    // There may be an animal of that id after all; there is hardly one of the next.
    const seen = await session.ask({ ...usual, tolerates: (status) => status === 200 })
    const found = petOf(seen.json)
    if (seen.status !== 200) return { seen, notes: [] }
    if (found?.id !== usual.petId && found?.id !== undefined) {
      const received = `status 200 with the animal ${found.id}`
      return {
        seen,
        notes: [broken(seen, '4.3/not-found', `404 for the id ${usual.petId}`, received, ['4.3/same-id'])],
      }
    }
    const isAdded = catalogue.added.some(({ sent }) => sent.id === named && sent.name === found?.name)
    if (named !== undefined && isAdded)
      return {
        seen,
        notes: [broken(seen, '2/pet-id-assigned', `404 for the id ${named}, which the body had named`, 'status 200')],
      }
    return { seen: await session.ask(askForPet('getPet', unknownId(catalogue, pets), 'unknown')), notes: [] }
  })
}
