import type { Registered } from '../../store/registered.ts'
import { faultIds } from './made/fault-ids.ts'

// All faults together are large, so they are loaded with the first: spec/decisions/0266-what-a-tab-loads-later.md.
const loadFaults = () => import('./index.ts')

export const registeredFaults: NonNullable<Registered['faults']> = {
  ids: faultIds,
  load: async () => (await loadFaults()).faults,
  overridesOf: async (id, note) => (await loadFaults()).overridesOf(id, note),
}
