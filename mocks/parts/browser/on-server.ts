/**
 * What a server gets for `animal-store-kit/browser`: frameworks that render pages on a server bundle the modules of a tab
 * for it too, where MSW has no such part: spec/decisions/0215-what-an-entry-needs.md.
 */
import { WorkerError } from './tab-errors.ts'
import type { Mock } from './start-mock.ts'

export { MockRunningError } from '../msw/running-mock.ts'
export { KeptAnimalsError, WorkerError } from './tab-errors.ts'

/** @throws {WorkerError} because there is no tab here */
export function startMock(): Promise<Mock> {
  return Promise.reject(
    new WorkerError(
      'Cannot start the mock of a tab: this is not a browser tab. Start it where only the browser comes, such as an effect' +
        ' of React, or use startMock of animal-store-kit/node here.',
    ),
  )
}
