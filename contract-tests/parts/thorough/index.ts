import { loadWith } from '../../../spec/load-with.ts'
import type { Probe } from '../../probes/probe.ts'

/** Loads what no other run needs. @throws {MissingPackageError} without fast-check */
export const loadSequences = () => loadWith('fast-check', () => import('./explore.ts'), 'send random sequences')

/** Random sequences of requests: spec/decisions/0066-random-sequences.md. */
export const thorough: Probe = {
  id: 'thorough',
  title: 'random sequences of lists, gets and creations, alone and at once, keep to a model of the interface',
  clauses: ['1/added-animal-kept', '2/pet-id-unique', '4.3/same-animal', '4.3/answers-pet'],
  needs: ['thorough'],
  // Its requests and animals come from the options, on top of the run.
  cost: 0,
  animals: 0,
  run: async (session, catalogue) => {
    const { explore } = await loadSequences()
    return explore(session, catalogue)
  },
}
