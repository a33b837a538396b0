import { vi } from 'vitest'
import { setupServer } from 'msw-2.7/node'
import { describeAdapter, tellMsw } from './test-adapters.ts'

// The handlers import msw by its name; here that name is MSW 2.7's.
vi.mock('msw', () => import('msw-2.7'))

describeAdapter('MSW 2.7', 'msw', (store) => tellMsw(setupServer as never, store))
