/** The mock in a browser tab, through MSW. */
export { type Mock, type MockOptions, startMock } from './start-mock.ts'
