import type { ClauseId } from '../../spec/index.ts'
import type { Overrides } from '../call/overrides.ts'
import type { FaultId } from './made/fault-ids.ts'

/** One named way of breaking the interface, which the mock can play and a contract suite must find. */
export interface Fault {
  readonly id: FaultId
  /** The clause that it breaks. */
  readonly clause: ClauseId
  /** What a client sees, in one line. */
  readonly summary: string
  readonly overrides: Overrides
}

/** Faults by their id: the clause that each breaks, what a client sees, and what it overrides. */
export type FaultTable = {
  readonly [Id in FaultId]?: readonly [clause: ClauseId, summary: string, overrides: Overrides]
}
