import { isObject, membersOf, shapes } from '../../spec/index.ts'
import type { Seen } from './question.ts'

// A page of a hundred animals is smaller, unless their names are long.
const mostBytes = 65_536
const mostItems = 1000
// Far more than reports show. A shorter cut could leave half a key, which no mask finds.
const mostOfText = 10_000
const mostOfTexts = 300_000

/** The answer with a large body cut to its beginning: sixty bodies of five megabytes would fill the memory. */
export function truncateBody(seen: Seen): Seen {
  const { response } = seen.exchange
  if (response === undefined || response.bytes.byteLength <= mostBytes) return seen
  // A copy: a slice of a Buffer would keep the whole body in memory.
  const bytes = new Uint8Array(response.bytes.subarray(0, mostBytes))
  return { ...seen, json: outline(seen.json), exchange: { ...seen.exchange, response: { ...response, bytes } } }
}

function outline(json: unknown): unknown {
  let left = mostOfTexts
  const short = (value: unknown): unknown => {
    if (typeof value !== 'string') return typeof value === 'object' ? null : value
    const text = value.slice(0, Math.min(mostOfText, left))
    left -= text.length
    return text
  }
  return Array.isArray(json)
    ? json.slice(0, mostItems).map((item) => (left > 0 ? outlineOfItem(item, short) : null))
    : outlineOfItem(json, short)
}

/** The members of an animal or an error, as far as they are plain and short. */
function outlineOfItem(item: unknown, short: (value: unknown) => unknown): unknown {
  if (!isObject(item)) return null
  const names = new Set([...membersOf(shapes.Pet), ...shapes.Error.members].map(({ name }) => name))
  const members = [...names].filter((member) => Object.hasOwn(item, member))
  return Object.fromEntries(members.map((member) => [member, short(item[member])]))
}
