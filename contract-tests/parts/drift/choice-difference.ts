import { isObject, readJson } from '../../../spec/index.ts'

interface Difference {
  readonly a: string
  readonly b: string
}

/** What differs between two choices for a silence; `undefined` if they are the same. */
export function differenceOf(silence: string, a: string, b: string): Difference | undefined {
  if (a === b) return undefined
  if (silence === 'error-codes') return differingCodes(a, b)
  // Times and the like differ from run to run: spec/decisions/0201-learned-from-answers-alone.md.
  if (silence === 'further-members' && areAlike(valueOf(a), valueOf(b))) return undefined
  return { a, b }
}

/** The causes to which both sides give a code, and not the same. */
function differingCodes(a: string, b: string): Difference | undefined {
  const [ofA, ofB] = [codesIn(a), codesIn(b)]
  const causes = [...new Set([...ofA.keys(), ...ofB.keys()])].flatMap((cause) => {
    const [one, other] = [codeOf(cause, ofA), codeOf(cause, ofB)]
    return one === undefined || other === undefined || one === other ? [] : [{ cause, one, other }]
  })
  if (causes.length === 0) return undefined
  const listOf = (side: 'one' | 'other') => causes.map((each) => `${each.cause}:${each[side]}`).join(',')
  return { a: listOf('one'), b: listOf('other') }
}

function codesIn(choice: string): ReadonlyMap<string, string> {
  if (choice === 'documented') return new Map()
  return new Map(choice.split(',').map((pair) => [pair.replace(/:.*/s, ''), pair.replace(/^[^:]*:/, '')]))
}

/** The code of a cause, or of the causes that it belongs to; `undefined` where it is not known. */
function codeOf(cause: string, codes: ReadonlyMap<string, string>): string | undefined {
  if (codes.size === 0) return cause.split('/')[0]
  const belongsTo = cause.slice(0, cause.lastIndexOf('/'))
  return codes.get(cause) ?? (cause.includes('/') ? codeOf(belongsTo, codes) : undefined)
}

/** Whether two values are of the same kind: objects by the names and kinds of their members. Null is of every kind. */
function areAlike(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true
  if (!isObject(one) || !isObject(other)) return kindOf(one) === kindOf(other)
  const names = Object.keys(one)
  const hasSameNames = names.length === Object.keys(other).length && names.every((name) => name in other)
  return hasSameNames && names.every((name) => areAlike(one[name], other[name]))
}

function kindOf(value: unknown): string {
  // An int64 beyond 2^53 is read as a bigint, and is no other kind than a small one.
  return Array.isArray(value) ? 'array' : typeof value === 'bigint' ? 'number' : typeof value
}

function valueOf(choice: string): unknown {
  const reading = readJson(choice)
  return reading.ok ? reading.value : choice
}
