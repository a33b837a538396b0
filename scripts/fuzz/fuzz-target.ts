import type { Arbitrary } from 'fast-check'
import type { Exchange, FuzzCase } from './exchange.ts'

/** What is fuzzed, with which cases, and what it must do. */
export interface FuzzTarget {
  readonly cases: Arbitrary<FuzzCase>
  /** A module that serves it, and sends its port to its parent. */
  readonly serverFile: URL
  /** What is wrong with how it behaved on a connection; `undefined` when nothing is. */
  readonly judge: (played: FuzzCase, went: Exchange, mostMilliseconds: number) => string | undefined
  /** A call that must be answered well, whatever else is sent. */
  readonly goodCall: () => { readonly bytes: Buffer; readonly isWell: (received: Buffer) => boolean }
  /** After how many cases it is sent. */
  readonly goodCallInterval: number
}
