import { pairOf } from '../verdict/sentences.ts'
/** A piece of a text, and whether the other text lacks it. */
export type Piece = readonly [text: string, differs: boolean]

/** The pieces of two texts that say the same thing in different characters. */
export interface Differences {
  readonly expected: readonly Piece[]
  readonly received: readonly Piece[]
}

// A text, or a number so long that nobody sees which digit differs.
const comparable = /^"|^-?\d{10,}$/

/** What differs between what was expected and what came; `undefined` if they are of different kinds, or wholly different. */
export function differencesOf(finding: Parameters<typeof pairOf>[0]): Differences | undefined {
  const [expected, received] = pairOf(finding) ?? []
  if (expected === undefined || received === undefined) return undefined
  const [before, one, after] = expected
  const [, other] = received
  if (!comparable.test(one) || !comparable.test(other)) return undefined
  const [mine, its] = [piecesOf(one, other), piecesOf(other, one)]
  const alike = mine.reduce((sum, [text, differs]) => sum + (differs ? 0 : text.length), 0)
  // The quotes are no likeness.
  if (alike - 2 < Math.max(one.length, other.length) / 2) return undefined
  return {
    expected: [[before, false], ...mine, [after, false]],
    received: [[before, false], ...its],
  }
}

/** A text in pieces: what it begins and ends with as the other does, and what differs in between, or around all of the other. */
function piecesOf(text: string, other: string): readonly Piece[] {
  const start = beginningOf(text, other)
  const end = beginningOf(reversed(text.slice(start)), reversed(other.slice(start)))
  const [mine, its] = [text.slice(start, text.length - end), other.slice(start, other.length - end)]
  const at = mine.indexOf(its)
  const between: readonly Piece[] =
    its === '' || at === -1
      ? [[mine, !its.includes(mine)]]
      : [
          [mine.slice(0, at), true],
          [its, false],
          [mine.slice(at + its.length), true],
        ]
  const pieces: readonly Piece[] = [[text.slice(0, start), false], ...between, [text.slice(text.length - end), false]]
  return pieces.filter(([piece]) => piece !== '')
}

/** How many characters two texts begin with alike. */
function beginningOf(text: string, other: string): number {
  const differs = Array.from({ length: text.length }, (_, at) => at).find((at) => text[at] !== other[at])
  return differs ?? text.length
}

function reversed(text: string): string {
  return text.split('').toReversed().join('')
}
