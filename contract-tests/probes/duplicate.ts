import { askCreate } from '../exchange/questions.ts'
import { createAnimals, isRefusal } from './create.ts'
import type { Probe } from './probe.ts'

/** Section 4.2: the second of two equal animals is added under an id of its own, or refused with 400. */
export const duplicate: Probe = {
  id: 'duplicate',
  title: 'an animal like one that was added is added too, or refused with 400',
  clauses: ['2/pet-id-unique'],
  needs: ['writing'],
  isExtra: true,
  run: async (session, catalogue) => {
    await createAnimals(catalogue)
    const first = catalogue.added.find(({ sent }) => sent.id === undefined)
    if (first === undefined || session.animalsLeft <= 0) return
    await catalogue.create(askCreate(first.sent, { about: 'duplicate', tolerates: isRefusal }))
  },
}
