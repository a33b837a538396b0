/** A question about calls of which the journal has dropped some, so that nobody knows the answer. */
export class LostCallsError extends Error {
  override readonly name = 'LostCallsError'
  /** How many calls were dropped. */
  readonly lostCalls: number

  /** @param problem what cannot be done: `Cannot count the calls that match {"after":3}` */
  constructor(problem: string, lostCalls: number) {
    super(`${problem}: ${lostText(lostCalls)}`)
    this.lostCalls = lostCalls
  }
}

/** Says that a journal has dropped calls, and how to keep more. */
export function lostText(lostCalls: number): string {
  return `the journal has dropped ${lostCalls} of the calls. Keep more with journal: { entries, bytes } or --journal CALLS:BYTES.`
}
