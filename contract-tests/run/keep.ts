import { isObject } from '../../spec/index.ts'
import type { Mask } from '../client/index.ts'
import type { Seen } from './question.ts'
import type { Finding } from './verdict.ts'

// A page of a hundred animals is smaller, unless their names are long.
const mostBytes = 65_536
const mostItems = 1000
const mostOfText = 200

/**
 * What is kept of an answer until the end of a run. A large body is cut to its beginning, because sixty of five
 * megabytes each, and all that is in them, would fill the memory.
 */
export function kept(seen: Seen): Seen {
  const { response } = seen.exchange
  if (response === undefined || response.bytes.byteLength <= mostBytes) return seen
  // A copy, so that the whole can be let go: slice of a Buffer would still hold it.
  const bytes = new Uint8Array(response.bytes.subarray(0, mostBytes))
  return { ...seen, json: outline(seen.json), exchange: { ...seen.exchange, response: { ...response, bytes } } }
}

function outline(json: unknown): unknown {
  return Array.isArray(json) ? json.slice(0, mostItems).map(outlineOfItem) : outlineOfItem(json)
}

/** The members of an animal or an error, as far as they are plain and short. */
function outlineOfItem(item: unknown): unknown {
  if (!isObject(item)) return null
  const members = ['id', 'name', 'categoryId', 'status', 'code', 'message'].filter((member) =>
    Object.hasOwn(item, member),
  )
  return Object.fromEntries(members.map((member) => [member, short(item[member])]))
}

function short(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, mostOfText)
  return typeof value === 'object' ? null : value
}

/** How many characters of what was expected or received are shown. */
const mostShown = 200

/** A finding without the key, and short. */
export function maskedFinding<T extends Pick<Finding, 'expected' | 'received'>>(finding: T, mask: Mask): T {
  return { ...finding, expected: mask(finding.expected, mostShown), received: mask(finding.received, mostShown) }
}
