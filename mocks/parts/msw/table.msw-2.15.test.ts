import { vi } from 'vitest'
import { setupServer } from 'msw-2.15/node'
import { describeMsw } from './test-table.ts'

// The handlers import msw by its name; here that name is MSW 2.15's.
vi.mock('msw', () => import('msw-2.15'))

describeMsw('MSW 2.15', setupServer as never)
