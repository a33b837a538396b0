/** The control API of a mock, free of any transport. */
export { type Control, type ControlOptions, createControl } from './control.ts'
export { GuardError } from './guard.ts'
export type { ControlReply } from './route.ts'
