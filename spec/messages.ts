import { writeJson } from './json.ts'

/** The name most like `wanted`, for "did you mean"; `undefined` if none is near, or if `wanted` is no text. */
export function closest<Name extends string>(wanted: string, names: readonly Name[]): Name | undefined {
  if (typeof wanted !== 'string') return undefined
  const near = names
    .map((name) => ({ name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase()) }))
    // In a name of three letters, a second slip makes another word.
    .filter(({ name, distance }) => distance <= Math.max(name.length <= 3 ? 1 : 2, Math.floor(name.length / 3)))
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.name
}

/** `Did you mean "list-order"?` if a name is near what was typed, else `otherwise`. */
export function didYouMean(wanted: string, names: readonly string[], otherwise = ''): string {
  const near = closest(wanted, names)
  return near === undefined ? otherwise : `Did you mean "${near}"?`
}

/** Says that there is no such name, and which name was meant or which names there are. */
export function thereIsNo(kind: string, name: string, names: readonly string[], advice = ''): string {
  // A message is no place for hundreds of names: three will do, which have in them what was typed if there are any.
  const alike = names.filter((known) => typeof name === 'string' && known.includes(name))
  const examples = (alike.length > 0 ? alike : names).slice(0, 3).join(', ')
  const known = names.length <= 20 ? `: ${names.join(', ') || 'none'}` : ` ${names.length}, such as ${examples}`
  return `There is no ${kind} ${shown(name)}. ${didYouMean(name, names, `There are${known}.`)} ${advice}`.trim()
}

function editDistance(from: string, to: string): number {
  // Longer input is no typo, and the table below would grow with it.
  if (from.length > 64) return from.length
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** A value for a message: one line, at most 60 characters, no control characters. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string') {
    const text = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    return text.replace(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
  }
  return typeof value === 'number' || typeof value === 'symbol' ? String(value) : writeJson(value)
}
