import { vi } from 'vitest'
import { setupServer } from 'msw-2.15/node'
import { describeAdapter, tellMsw } from './test-adapters.ts'

// The handlers import msw by its name; here that name is MSW 2.15's.
vi.mock('msw', () => import('msw-2.15'))

describeAdapter('MSW 2.15', 'msw', (store) => tellMsw(setupServer as never, store))
