import type { Probe } from '../probes/probe.ts'

/** Random sequences of requests: spec/decisions/0066-random-sequences.md. */
export const thorough: Probe = {
  id: 'thorough',
  title: 'random sequences of lists, gets and creations, alone and at once, keep to a model of the interface',
  clauses: ['1/added-animal-kept', '2/pet-id-unique', '4.3/same-animal', '4.3/answers-pet'],
  needs: ['thorough'],
  // What its options say comes on top.
  cost: 0,
  animals: 0,
  run: async (session, catalogue) => {
    // Whoever does not ask for it need not load fast-check.
    const { explore } = await import('./explore.ts')
    return explore(session, catalogue)
  },
}
