/** The mock in a test process, through MSW. */
export { type Mock, type MockOptions, UnseenRequestsError, startMock } from './start-mock.ts'
export { MockRunningError } from '../msw/running-mock.ts'
