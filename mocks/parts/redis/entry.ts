import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0262-a-missing-package-is-named.md. */
export const { StateUnavailableError, redisState } = await loadWith(
  '@redis/client',
  () => import('./index.ts'),
  'use animal-store-kit/redis',
)
