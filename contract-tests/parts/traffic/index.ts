/** Judges what flows between others, from recordings or as it comes. */
export { type Recorded, entriesIn, readEntry } from './read-entry.ts'
export { Traffic, type TrafficOptions } from './traffic.ts'
