import type { ClockState } from '../../../mocks/index.ts'

/** The parsed flags of `animal-store mock`. */
export interface MockFlags {
  readonly port: number
  readonly host: string
  readonly token?: string
  readonly dataset: string
  readonly count?: number
  readonly seed: number
  /** A state link, or the path of a file with one. */
  readonly from?: string
  readonly state?: string
  readonly keys?: string
  /** `ID`, or `ID:OPERATION`, `ID:CALLS`, `ID:OPERATION:CALLS`. */
  readonly scenario?: readonly string[]
  readonly fault?: string
  /** The path of a JSON file. */
  readonly profile?: string
  /** Choices, each as `SILENCE=CHOICE`. */
  readonly choose?: readonly string[]
  readonly latency?: number | readonly [least: number, most: number]
  readonly clock?: ClockState
  readonly quiet?: true
  readonly log: 'text' | 'json'
}
