/** The control API of a mock, free of any transport. */
export { type Control, type ControlOptions, createControl, maxControlBodyBytes } from './control.ts'
export { originOf } from './origin.ts'
export type { PanelFile, PanelFiles } from './panel-files.ts'
export { ControlError, type ControlReply, errorReply } from './handler.ts'
export { eventStream } from './event-stream.ts'
