import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0215-what-an-entry-needs.md. */
export const { StateUnavailableError, redisState } = await loadWith(
  '@redis/client',
  () => import('./index.ts'),
  'use animal-store-kit/redis',
)
