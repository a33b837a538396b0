import type { Probe } from '../probes/probe.ts'

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
    // fast-check is loaded only for --thorough.
    const { explore } = await import('./explore.ts')
    return explore(session, catalogue)
  },
}
