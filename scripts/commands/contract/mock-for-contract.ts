import { startServer } from '../../../mocks/http/index.ts'
import { type FaultId, createAnimalStore, faults } from '../../../mocks/index.ts'
import { closest } from '../../../spec/index.ts'
import { UsageError } from '../usage-error.ts'

/** Starts a mock on a free port, for a run of the suite. @throws {UsageError} when there is no such fault */
export async function startMock(fault: string | undefined) {
  const store = createAnimalStore({ fault: fault === undefined ? undefined : faultId(fault) })
  const server = await startServer({ store, port: 0 })
  return { baseUrl: `${server.url}/v1`, apiKey: 'test_pro', close: () => server.close() }
}

function faultId(text: string): FaultId {
  const ids = faults.map(({ id }): FaultId => id)
  const found = ids.find((id) => id === text)
  if (found !== undefined) return found
  const near = closest(text, ids)
  throw new UsageError(
    `There is no fault "${text}".${near === undefined ? '' : ` Did you mean "${near}"?`} See: animal-store list faults`,
  )
}
