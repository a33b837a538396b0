/** Judges what flows between others, from recordings or as it comes. */
export { entriesIn } from './entries-in.ts'
export { type Recorded, readEntry } from './read-entry.ts'
export { Traffic, type TrafficOptions } from './traffic.ts'
