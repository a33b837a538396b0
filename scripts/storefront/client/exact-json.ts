/** Reads JSON as JSON.parse does, but an integer that a number would round comes as a `bigint`. Throws on anything else. */
export function readExactJson(text: string): unknown {
  return JSON.parse(text, exactNumbers)
}

// petId is an int64, and JSON.parse alone makes 9223372036854775807 into …6000. Browsers give a reviver the digits as
// they were sent since 2023 (Chromium), 2024 (Safari) and 2025 (Firefox); TypeScript does not know it yet.
function exactNumbers(_member: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  // An older browser must not show the id of another animal.
  if (context?.source === undefined) throw new RangeError(`This browser cannot read the number near ${value} exactly.`)
  return BigInt(context.source)
}
