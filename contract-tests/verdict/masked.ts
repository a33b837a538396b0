import { type Mask, clauses, isSecretName } from '../../spec/index.ts'

/**
 * Members in whose words a deployment has no say: words of a fixed list, and texts of ours. Code reads some of them, and a
 * key may contain such a word.
 */
const ours: ReadonlySet<string> = new Set(
  `also and circumstance clause clauseText clauses credential flaw foundBy held id key kind level method only operation
  options part plan profile reading resource section settledBy startedAt state text title`.split(/\s+/),
)

const lengths: Readonly<Record<string, number>> = {
  is: 200,
  to: 200,
  name: 200,
  perhapsAdded: 200,
  sequence: 300,
  curl: 20_000,
  body: 20_000,
  responseHeaders: 1000,
}
const usualLength = 4000

/** What reports say of clauses. A key may have a word of it, which can be read all the same. */
export const clauseTexts: readonly string[] = clauses.flatMap(({ id, text }) => [id, text])

/** Plain data without the keys that a mask knows: every text in it, but for the words that are ours. Numbers stay as they are. */
export function masked<T extends object>(data: T, mask: Mask): T {
  const walk = (value: unknown, member: string): unknown => {
    if (ours.has(member) && typeof value === 'string') return value
    if (typeof value === 'string') return mask(value, lengths[member] ?? usualLength)
    if (Array.isArray(value)) return value.map((item: unknown) => walk(item, member))
    if (typeof value !== 'object' || value === null || member === 'profile') return value
    const isOfHeaders = member === 'responseHeaders'
    const members = Object.entries(value).map(([name, inner]) => {
      if (!isOfHeaders) return [name, walk(inner, name)]
      return [mask(name), isSecretName(name) ? '…' : walk(inner, member)]
    })
    return Object.fromEntries(members)
  }
  // Only texts are other ones than before, and no type says which.
  return walk(data, '') as T
}
