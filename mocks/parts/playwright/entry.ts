import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0215-what-an-entry-needs.md. */
export const { expect, test } = await loadWith(
  '@playwright/test',
  () => import('./index.ts'),
  'use animal-store-kit/playwright',
)
