import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0262-a-missing-package-is-named.md. */
export const { MockRunningError, UnseenRequestsError, startMock } = await loadWith(
  'msw',
  () => import('./index.ts'),
  'use animal-store-kit/node',
)
