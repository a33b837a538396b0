import { loadWith } from '../../../spec/load-with.ts'
import type { Probe } from '../../probes/probe.ts'

/** @throws {MissingPackageError} without fast-check */
const loadSequences = () => loadWith('fast-check', () => import('./explore.ts'), 'send random sequences')

/** Random sequences of requests: spec/decisions/0066-random-sequences.md. */
export const thorough: Probe = {
  id: 'thorough',
  title: 'random sequences of lists, gets and creations, alone and at once, keep to a model of the interface',
  clauses: ['1/added-animal-kept', '2/pet-id-unique', '4.3/same-animal', '4.3/answers-pet'],
  needs: ['thorough'],
  before: 'exceed-limit',
  load: loadSequences,
  run: async (session, catalogue) => {
    const { explore } = await loadSequences()
    return explore(session, catalogue)
  },
}
