import { isObject, readJson } from '../../../spec/index.ts'

interface Difference {
  readonly a: string
  readonly b: string
}

/** What differs between two choices for a silence; `undefined` if they are the same. */
export function differenceOf(silence: string, a: string, b: string): Difference | undefined {
  if (a === b) return undefined
  if (silence === 'error-codes') return differingCodes(a, b)
  // Their values differ from run to run, such as times: spec/decisions/0201-learned-from-answers-alone.md.
  if (silence === 'further-members' && namesIn(a) === namesIn(b)) return undefined
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

/** The names of the members in a choice, in alphabetical order. */
function namesIn(choice: string): string {
  const reading = readJson(choice)
  return reading.ok && isObject(reading.value) ? Object.keys(reading.value).toSorted().join() : choice
}
