// Without a zone, a time would mean another instant on another machine. A clock that was moved far ahead writes years of
// six digits.
const shape =
  /^(?<year>\d{4}|\+\d{6})-(?<month>\d\d)-(?<day>\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/i

/**
 * Reads an instant from 1970 on, such as `2030-12-05T00:00:00Z`, or a date for its first instant in UTC.
 * @returns milliseconds since 1970; `undefined` when it is not an instant
 */
export function readInstant(text: string): number | undefined {
  const { year, month, day } = shape.exec(text)?.groups ?? {}
  // Date.parse takes 30 February for 2 March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined
  const milliseconds = Date.parse(text)
  return day !== undefined && milliseconds >= 0 ? milliseconds : undefined
}
