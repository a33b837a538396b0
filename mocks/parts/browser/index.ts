/** The mock in a browser tab, through MSW. */
export { MockRunningError } from '../msw/running-mock.ts'
export { type Mock, type MockOptions, startMock } from './start-mock.ts'
export { KeptAnimalsError, WorkerError } from './tab-errors.ts'
