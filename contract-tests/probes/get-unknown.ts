import { int64Max, int64Min } from '../../spec/index.ts'
import { removalState } from '../checks/removal.ts'
import { petOf } from '../checks/pets.ts'
import { type Probe, broken, unclear } from '../run/probe.ts'
import { askForPet } from '../run/questions.ts'
import { largeUnknownId, unknownId, unknownNeighbour } from './unknown-ids.ts'

/** Section 4.3: ids that no animal has, of every size. */
export const getUnknown: Probe = {
  id: 'get-unknown',
  title: 'ids that no animal has are answered with 404: a usual one, some beyond 2^53, both ends of int64',
  clauses: ['4.3/not-found', '4.3/pet-id-int64'],
  cost: 4,
  run: async (session, catalogue) => {
    if (removalState('getPet', session.options.todayMilliseconds) !== 'works') {
      return [unclear('getPet is removed, or will be today.', '4.3/not-found', '4.3/pet-id-int64')]
    }
    const pets = await catalogue.pets()
    // What a body named is no id, unless the service took it from there.
    const named = catalogue.added.find(({ sent, id }) => sent.id !== undefined && sent.id !== id)?.sent
    const usual = askForPet('getPet', named?.id ?? unknownId(catalogue, pets), 'unknown')
    // There may be an animal of that id after all; there is hardly one of the next.
    let seen = await session.ask({ ...usual, tolerates: (status) => status === 200 })
    if (seen.status === 200 && petOf(seen.json)?.name === named?.name)
      return [broken(seen, '2/pet-id-assigned', `404 for the id ${named?.id}, which the body had named`, 'status 200')]
    if (seen.status === 200) seen = await session.ask(askForPet('getPet', unknownId(catalogue, pets), 'unknown'))
    const beside = unknownNeighbour(catalogue, pets)
    for (const id of [largeUnknownId(catalogue, pets), int64Max, int64Min, ...(beside === undefined ? [] : [beside])]) {
      const extreme = askForPet('getPet', id, 'extreme')
      // What is wrong with every unknown id is not the size of this one.
      await session.ask(seen.status === 404 ? extreme : { ...extreme, expects: [404], breaks: ['4.3/not-found'] })
    }
    return []
  },
}
