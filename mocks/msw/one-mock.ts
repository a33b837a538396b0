/** A mock is started while another one runs. */
export class MockRunningError extends Error {
  override readonly name = 'MockRunningError'
}

// On the global object: a module that is loaded anew, as development servers do, must know of the mock that runs.
const running = Symbol.for('animal-store-kit: a mock runs')
const place = globalThis as { [running]?: object }

/**
 * Takes the one place for a mock. @returns what gives it back
 * @throws {MockRunningError} when a mock runs already
 */
export function takePlace(where: string): () => void {
  if (place[running] !== undefined) {
    throw new MockRunningError(
      `Cannot start a second mock in ${where}: MSW knows one at a time. Stop the first one before, with its stop(), or give` +
        ' the handlers of both stores (animal-store-kit/msw) to one of your own.',
    )
  }
  const mine = {}
  place[running] = mine
  return () => {
    if (place[running] === mine) delete place[running]
  }
}
