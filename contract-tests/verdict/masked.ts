import { type Mask, clauses, isSecretName } from '../../spec/index.ts'
import type { RunResult } from './result.ts'

/** The members of some data that hold words of a fixed list, such as the state of a clause. */
type WordsIn<T> = T extends readonly (infer Item)[]
  ? WordsIn<Item>
  : T extends object
    ? { [Name in keyof T]-?: true extends IsWord<T[Name]> ? Name : WordsIn<T[Name]> }[keyof T]
    : never
type IsWord<T> = T extends readonly (infer Item)[]
  ? IsWord<Item>
  : T extends string
    ? string extends T
      ? false
      : true
    : false

const words: Readonly<Record<WordsIn<RunResult>, true>> = {
  also: true,
  and: true,
  circumstance: true,
  clause: true,
  clauses: true,
  credential: true,
  flaw: true,
  held: true,
  id: true,
  key: true,
  kind: true,
  level: true,
  operation: true,
  part: true,
  plan: true,
  reading: true,
  resource: true,
  section: true,
  settledBy: true,
  state: true,
}
const texts = ['clauseText', 'foundBy', 'method', 'only', 'options', 'profile', 'startedAt', 'text', 'title']
/** Members in whose words a deployment has no say. Code reads some of them, and a key may contain such a word. */
const ours: ReadonlySet<string> = new Set([...Object.keys(words), ...texts])

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
