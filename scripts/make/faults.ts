import { faults } from '../../mocks/index.ts'
import type { Made } from './make.ts'

/** The ids of all faults and their type, apart from what the faults do, which is loaded when one is set. */
export function makeFaultIds(): Made {
  const lines = [
    '// Made from the faults in mocks/faults/ by `npm run make`. Change those, not this file.',
    '',
    '/** The ids of all faults, in their order. */',
    'export const faultIds = [',
    ...faults.map(({ id }) => `  '${id}',`),
    '] as const',
    '',
    '/** The id of a fault. */',
    'export type FaultId = (typeof faultIds)[number]',
    '',
  ]
  return { 'mocks/faults/made/fault-ids.ts': lines.join('\n') }
}
