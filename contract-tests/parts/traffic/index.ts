/** Judges what flows between others, from recordings or as it comes. */
export { withAttachedBodies } from './attached-bodies.ts'
export { type Recorded, readEntry } from './read-entry.ts'
export { splitEntries } from './split-entries.ts'
export { Traffic, type TrafficOptions, mostBodyBytes } from './traffic.ts'
