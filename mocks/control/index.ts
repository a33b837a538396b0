/** The control API of a mock, free of any transport. */
export { type Control, type ControlOptions, createControl } from './control.ts'
export { ControlError, errorReply } from './control-error.ts'
export { GuardError, createHostGuard } from './guard.ts'
export { type ControlReply, eventStream } from './handler.ts'
