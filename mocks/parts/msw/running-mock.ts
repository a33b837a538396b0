import { type OptionKinds, aBoolean, aText, oneOfOptions } from '../../../spec/index.ts'
import type { HandlersOptions } from './handlers.ts'

/** What happens to requests that are not below the base address. */
export interface UnhandledOptions {
  /** They go to the network, silently unless this says `warn`, or fail with `error`. */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined
  /** Leaves out the warning about a request that seems to have missed the base address. */
  readonly quiet?: boolean | undefined
}

/** The kinds of the options that every mock of MSW takes beside those of its store. */
export const unhandledOptionKinds: OptionKinds<UnhandledOptions & Pick<HandlersOptions, 'baseUrl'>> = {
  baseUrl: aText,
  onUnhandled: oneOfOptions('bypass', 'warn', 'error'),
  quiet: aBoolean,
}

/** The option of MSW for such requests: MSW 2 and MSW 3 have different names for it, and each leaves the other's alone. */
export function unhandledBy(strategy: NonNullable<UnhandledOptions['onUnhandled']>) {
  return { onUnhandledFrame: strategy, onUnhandledRequest: strategy }
}

/** A mock is started while another one runs. */
export class MockRunningError extends Error {
  override readonly name = 'MockRunningError'
}

// On the global object, because development servers load modules again, and the new module must know the running mock.
const running = Symbol.for('animal-store-kit: a mock runs')
const place = globalThis as { [running]?: object | undefined }

/**
 * Registers the one mock that may run. @returns what ends that
 * @throws {MockRunningError} when a mock runs already
 */
export function registerMock(where: string): () => void {
  if (place[running] !== undefined) {
    throw new MockRunningError(
      `Cannot start a second mock in ${where}: MSW knows one at a time. Stop the first one, with its stop(), or give` +
        ' the handlers of both stores (animal-store-kit/msw) to one of your own.',
    )
  }
  const mine = (place[running] = {})
  return () => {
    if (place[running] === mine) place[running] = undefined
  }
}
