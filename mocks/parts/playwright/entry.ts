import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0262-a-missing-package-is-named.md. */
export const { expect, test } = await loadWith(
  '@playwright/test',
  () => import('./index.ts'),
  'use animal-store-kit/playwright',
)
