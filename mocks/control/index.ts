/** The control API of a mock, free of any transport. */
export { type Control, type ControlOptions, createControl } from './control.ts'
export { GuardError, createHostGuard, knownHosts } from './guard.ts'
export { ControlError, type ControlReply, errorReply, eventStream } from './handler.ts'
