import { type ClauseId, int64Max, int64Min, plainInteger } from '../../spec/index.ts'
import { petOf } from '../checks/pets.ts'
import { type Probe, broken, unclear } from '../run/probe.ts'
import type { Seen } from '../run/question.ts'
import { askForPet } from '../run/questions.ts'
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
    if (!session.isWorking('getPet'))
      return [unclear('getPet is removed, or will be today.', '4.3/not-found', '4.3/pet-id-int64')]
    const { seen, notes } = await askUnknown(catalogue)
    if (notes.length > 0 || seen === undefined) return notes
    const pets = await catalogue.pets()
    const known = [...catalogue.added, ...pets].find(({ id }) => id !== undefined && id > 0)?.id ?? 1
    const beside = await unknownNeighbour(catalogue)
    const ends = [await largeUnknownId(catalogue), int64Max, int64Min, 0, plainInteger(-BigInt(known))]
    for (const id of [...ends, ...(beside === undefined ? [] : [beside])]) {
      const extreme = askForPet('getPet', id, 'extreme')
      // What is wrong with every unknown id is not the size of this one.
      await session.ask(seen.status === 404 ? extreme : { ...extreme, expects: [404], breaks: ['4.3/not-found'] })
    }
    return []
  },
}

/** Asks for an animal that is not there, right after the last one was added if any is. */
export function askUnknown(catalogue: Catalogue) {
  const { session, added } = catalogue
  return session.once('unknown animal', async (): Promise<{ seen?: Seen; notes: readonly ProbeNote[] }> => {
    if (!session.isWorking('getPet')) return { notes: [] }
    // What a body named is no id, unless the service took it from there.
    const named = added.find(({ sent, id }) => sent.id !== undefined && sent.id !== id)?.sent.id
    const usual = askForPet('getPet', named ?? (await unknownId(catalogue)), 'unknown')
    // There may be an animal of that id after all; there is hardly one of the next.
    const seen = await session.ask({ ...usual, tolerates: (status) => status === 200 })
    const found = petOf(seen.json)
    const blamed = (clause: ClauseId, expected: string, received: string, also?: readonly ClauseId[]) => ({
      seen,
      notes: [broken(seen, clause, `404 for the id ${usual.petId}${expected}`, `status 200${received}`, also)],
    })
    if (seen.status !== 200) return { seen, notes: [] }
    if (found?.id !== usual.petId && found?.id !== undefined)
      return blamed('4.3/not-found', '', ` with the animal ${found.id}`, ['4.3/same-id'])
    if (named !== undefined && added.some(({ sent }) => sent.id === named && sent.name === found?.name))
      return blamed('2/pet-id-assigned', ', which the body had named', '')
    return { seen: await session.ask(askForPet('getPet', await unknownId(catalogue), 'unknown')), notes: [] }
  })
}
