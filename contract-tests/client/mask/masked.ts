import { clauses, isSecretName } from '../../../spec/index.ts'
import type { Mask } from './secrets.ts'

declare const isMasked: unique symbol

/** Plain data in which no key can be read. Only `masked` makes it, so a function that takes `Masked` cannot get unmasked data. */
export type Masked<T> = T & { readonly [isMasked]: true }

const lengths: Readonly<Record<string, number>> = {
  expected: 200,
  received: 200,
  name: 200,
  perhapsAdded: 200,
  sequence: 300,
  curl: 20_000,
  body: 20_000,
  responseHeaders: 1000,
}

/** How many characters of a text are shown, by the member that has it. */
function shownOf(member: string): number {
  return lengths[member] ?? 4000
}

/** Texts of clauses are not masked. They contain words such as "business", which a key may contain too. */
const ownWords: ReadonlySet<string> = new Set(clauses.flatMap(({ id, text }) => [id, text]))

/**
 * Plain data without the keys that a mask knows: every text in it, the names of members and numbers included.
 * @param mostOf how many characters a text may have, by the member that has it
 */
export function masked<T extends object>(data: T, mask: Mask, mostOf = shownOf): Masked<T> {
  const walk = (value: unknown, member: string, isHeader: boolean): unknown => {
    if (typeof value === 'string')
      return ownWords.has(value) ? value : mask(value, mostOf(member), isHeader ? 'header' : undefined)
    if (typeof value === 'number' || typeof value === 'bigint') {
      // A key may be made of digits.
      const text = mask(String(value))
      return text === String(value) ? value : text
    }
    if (Array.isArray(value)) return value.map((item: unknown) => walk(item, member, isHeader))
    if (typeof value !== 'object' || value === null) return value
    const isOfHeaders = member === 'responseHeaders'
    const members = Object.entries(value).map(([name, inner]) => {
      const isSecret = isOfHeaders && isSecretName(name)
      return [mask(name, mostOf('')), isSecret ? '…' : walk(inner, isOfHeaders ? member : name, isOfHeaders)]
    })
    return Object.fromEntries(members)
  }
  // The same members, with other texts.
  return walk(data, '', false) as Masked<T>
}
