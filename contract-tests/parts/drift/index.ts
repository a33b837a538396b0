/** What differs between two deployments, reports or profiles. */
export { driftBetween } from './drift.ts'
export { driftText } from './drift-text.ts'
export { type Side, readSide } from './side.ts'
