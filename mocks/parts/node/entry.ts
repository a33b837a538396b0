import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0215-what-an-entry-needs.md. */
export const { MockRunningError, UnseenRequestsError, startMock } = await loadWith(
  'msw',
  () => import('./index.ts'),
  'use animal-store-kit/node',
)
