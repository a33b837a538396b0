import { loadWith } from '../../../../spec/load-with.ts'

/** For Node: spec/decisions/0215-what-an-entry-needs.md. */
export const { contractOf, describeContract } = await loadWith(
  'vitest',
  () => import('./index.ts'),
  'use animal-store-kit/contract/vitest',
)
