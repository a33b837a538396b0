import { setupServer } from 'msw/node'
import { describeMsw } from './test-table.ts'

describeMsw('MSW 3', setupServer)
