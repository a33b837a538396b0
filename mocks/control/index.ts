/** The control API of a mock, free of any transport. */
export { type Control, type ControlOptions, createControl, maxControlBodyBytes } from './control.ts'
export { originOf } from './origin.ts'
export { ControlError, type ControlReply, type PanelFile, type PanelFiles, errorReply } from './handler.ts'
export { eventStream } from './event-stream.ts'
