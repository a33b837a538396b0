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
  const [mine, its] = [charactersOf(one), charactersOf(other)]
  const shared = sharedBy(mine, its)
  // The quotes are no likeness.
  if (shared.length - 2 < Math.max(mine.length, its.length) / 2) return undefined
  const [inMine, inIts] = [new Set(shared.map(([at]) => at)), new Set(shared.map(([, at]) => at))]
  return {
    expected: [[before, false], ...piecesOf(mine, inMine), [after, false]],
    received: [[before, false], ...piecesOf(its, inIts)],
  }
}

/** The characters of a text; an escape is one. */
function charactersOf(text: string): readonly string[] {
  return text.match(/\\u[0-9a-f]{4}|\\u\{[0-9a-f]+\}|\\.|./gisu) ?? []
}

/** The places of the longest sequence that two texts share. */
function sharedBy(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = [...one, ''].map(() => new Uint16Array(other.length + 1))
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--) {
      const isSame = one[row] === other[column]
      const longest = isSame ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
      lengths[row]?.fill(longest, column, column + 1)
    }
  const places: (readonly [number, number])[] = []
  for (let row = 0, column = 0; row < one.length && column < other.length;)
    if (one[row] === other[column]) places.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  return places
}

/** Neighbours that are both shared, or both not, are one piece. */
function piecesOf(characters: readonly string[], isShared: ReadonlySet<number>): readonly Piece[] {
  const pieces: [string, boolean][] = []
  for (const [at, character] of characters.entries()) {
    const last = pieces.at(-1)
    if (last?.[1] === !isShared.has(at)) last[0] += character
    else pieces.push([character, !isShared.has(at)])
  }
  return pieces
}
