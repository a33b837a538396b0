import { loadWith } from '../../../spec/load-with.ts'

/** For Node: spec/decisions/0215-what-an-entry-needs.md. */
export const { BaseUrlError, handlers } = await loadWith('msw', () => import('./index.ts'), 'use animal-store-kit/msw')
