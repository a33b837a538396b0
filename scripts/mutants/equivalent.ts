/** A mutant that nobody could notice, and why. Keyed by the file, what stands there, and what replaces it. */
export interface Equivalent {
  readonly file: string
  /** The line of the source without its indent. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const equivalents: readonly Equivalent[] = []
