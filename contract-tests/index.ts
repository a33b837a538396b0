/** The contract suite: what must hold anywhere. The door of this folder. */
export { checks } from './checks/index.ts'
export { probes } from './probes/index.ts'
export type { RunClock } from './pace.ts'
export type { RunResult, ToldClause, ToldFinding } from './result.ts'
export { type ContractOptions, ContractOptionsError, runContract, verify } from './run.ts'
export type { RunEvent } from './session.ts'
export type { Check, State, Verdict } from './verdict.ts'
