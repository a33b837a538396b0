import { type OptionKinds, aBoolean, aText, oneOfOptions } from '../world/known-options.ts'
import type { HandlersOptions } from './handlers.ts'

/** What becomes of requests that are not below the base address. */
export interface UnhandledOptions {
  /** They go to the network, silently unless this says `warn`, or fail with `error`. */
  readonly onUnhandled?: 'bypass' | 'warn' | 'error' | undefined
  /** Leaves out the warning about a request that seems to have missed the base address. */
  readonly quiet?: boolean | undefined
}

/** The kinds of what every mock of MSW takes beside the options of its store. */
export const unhandledOptionKinds: OptionKinds<UnhandledOptions & HandlersOptions> = {
  baseUrl: aText,
  onUnhandled: oneOfOptions('bypass', 'warn', 'error'),
  quiet: aBoolean,
}
