/** The parts that calls need, each loaded by the first call that does. Without its line here, a part is gone. */
export const partsOfCalls = {
  faults: () => import('../faults/index.ts'),
  examples: () => import('../../spec/made/examples.ts'),
}
