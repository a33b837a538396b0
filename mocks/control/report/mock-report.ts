/** What a sandbox was at a moment, with the answers that the panel asks for: spec/decisions/0233-a-failed-test-as-one-page.md. */
export interface MockReport {
  /** When it was made, by real time, as RFC 3339 writes it. */
  readonly at: string
  /** Which test it is of, in words, if somebody said it. */
  readonly test: string | undefined
  /** How that test failed, as its runner told it. */
  readonly failure: string | undefined
  readonly sandbox: string
  /** Scheme, host and port of the mock, for `curl`; empty for one within a test, which has no address. */
  readonly origin: string
  /** The other sandboxes that were called, the latest first. */
  readonly elsewhere: readonly { readonly sandbox: string; readonly calls: number }[]
  /** How many did not fit, or were dropped before. */
  readonly leftOut: { readonly calls: number; readonly animals: number }
  /** What the control API answered, by the path that was asked. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** The same, with each answer as the JSON that was sent. */
export type WrittenReport = Omit<MockReport, 'answers'> & { readonly answers: Readonly<Record<string, string>> }

/** What the calls of a report may take together, as they stand in the page, in UTF-8. */
export const mostCallBytes = 8 * 1024 * 1024

/** What its animals may take together. */
export const mostAnimalBytes = 1024 * 1024

/** How many animals it may have. */
export const mostAnimals = 1000

/** Nothing in JSON needs "<" as it is, and without it no text ends its script element or begins a comment. */
export function scriptSafe(json: string): string {
  return json.replaceAll('<', String.raw`\u003c`)
}

/**
 * Those of some items that fit into so many bytes of a page, from the first on. One that is too large is left out alone, so that a
 * single large body does not hide all other calls.
 */
export function thoseThatFit<T>(items: readonly T[], write: (item: T) => string, mostBytes: number): string[] {
  const kept: string[] = []
  let left = mostBytes
  for (const item of items) {
    const text = scriptSafe(write(item))
    const bytes = new TextEncoder().encode(text).length + ','.length
    if (bytes > left) continue
    left -= bytes
    kept.push(text)
  }
  return kept
}
