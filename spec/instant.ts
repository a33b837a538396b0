/**
 * The last instant of any clock, in milliseconds since 1970. HTTP dates (RFC 9110) and RFC 3339 have four digits for a year,
 * and the longest ban, which ends in a reply of that instant, takes 32 years.
 */
export const lastInstant = Date.UTC(9900, 0)

// Without a zone, a time would mean another instant on another machine.
const shape = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/i

export function isInstant(milliseconds: unknown): milliseconds is number {
  return typeof milliseconds === 'number' && milliseconds >= 0 && milliseconds <= lastInstant
}

/**
 * Reads an instant from 1970 to 9899, such as `2030-12-05T00:00:00Z`, or a date for its first instant in UTC. Each date that
 * a person or a file gives is read here.
 * @returns milliseconds since 1970; `undefined` when it is not an instant
 */
export function readInstant(text: string): number | undefined {
  const [, year, month, day] = shape.exec(text) ?? []
  // Date.parse takes 30 February for 2 March.
  if (!(Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate())) return undefined
  const milliseconds = Date.parse(text)
  return isInstant(milliseconds) ? milliseconds : undefined
}
