import type { ClauseId } from '../../../spec/index.ts'
import type { Variation } from '../listen.ts'

/** A variation that breaks one clause. */
export interface BrokenVariation extends Variation {
  readonly clause: ClauseId
}
