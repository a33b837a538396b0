/** Judges what flows between others, from recordings or as it comes. */
export { withAttachedBodies } from './attached-bodies.ts'
export { type Recorded, readEntry } from './recorded.ts'
export { splitEntries } from './split.ts'
export { Traffic, type TrafficOptions } from './traffic.ts'
