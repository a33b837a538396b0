import { type ClauseId, type Int64, int64Max, int64Min, plainInteger, writeJson } from '../../../spec/index.ts'
import { furtherFlaws } from '../../exchange/wrong-values.ts'

/** Makes a name, most often one with the mark of the run, which `marked` gives. */
type OddName = (marked: (text?: string) => string, text: string) => string

/** Names that look like another type, or like a member of every object. The mark of the run would hide that. */
const wholeNames =
  'null 1e3 2026-01-01 true 0x10 1.0 undefined 42 007 -0 NaN -Infinity __proto__ constructor toString hasOwnProperty'.split(
    ' ',
  )

/** Texts that services often lose or change. */
const texts = [
  ['a  b', 'a\tb'],
  ['a\nb', '%41%20'],
  // Three bytes a letter, in a body that arrives in several pieces: the end of one may be in the middle of a letter.
  ['猫'.repeat(32_000), 'x'],
  ['&amp;&lt;', String.raw`\n\u0041`],
  ['a+b', 'x'.repeat(256)],
  [`O'Neil "the" <b>`, 'e\u0301 🐕‍🦺 ß'],
  ['$1 {{x}} %s ${y}', String.raw`C:\temp`],
  // More than 255 bytes, but not letters.
  ['é'.repeat(150), 'ﬁ Å Ⅷ İı'],
  ['a\0b', '\u200b\ufeff\u202e'],
] as const

/** All unusual names. Kinds take turns, so that even a short run sends some of each. */
export const oddNames: readonly OddName[] = inTurns(
  ['', ...wholeNames].map((whole) => () => whole),
  texts.map(
    ([before, after]) =>
      (marked, text) =>
        marked(`${before} ${text} ${after}`),
  ),
  // Both sides of what services often keep: a byte, a thousand, two bytes.
  [255, 256, 1000, 1001, 65_535, 65_536].map((bytes) => (marked) => marked().padEnd(bytes, 'x')),
)

function inTurns(...kinds: readonly (readonly OddName[])[]): readonly OddName[] {
  const placed = kinds.flatMap((kind) => kind.map((name, at) => ({ name, at: at / kind.length })))
  return placed.toSorted((one, other) => one.at - other.at).map(({ name }) => name)
}

/** Categories at the bounds of 32 bits, a double and 64 bits, and below zero. */
export function oddCategories(usual: Int64): readonly Int64[] {
  const edges = [2n ** 31n, 2n ** 32n, 2n ** 53n + 1n].flatMap((edge) => [edge - 1n, edge, -edge - 1n])
  return [-BigInt(usual), 0n, ...edges, int64Max, int64Min].map(plainInteger)
}

/** Ids that a careless service takes for a known one, and the ends of int64. */
export function oddIds(known: Int64): readonly Int64[] {
  return [0n, -BigInt(known), BigInt(known) + 2n ** 32n, int64Min, int64Max].map(plainInteger)
}

/** A member that no NewPet has, as JSON, and what it breaks; an empty text leaves the member out. */
type WrongMember = readonly [member: string, json: string, clause: ClauseId]

const wrongMembers: readonly WrongMember[] = [
  ...['null', '42', 'true', '["Rex"]', '{"first":"Rex"}'].map((json) => ['name', json, '4.2/name-string'] as const),
  ['name', '', '4.2/name-required'],
  ...['""', '"1"', 'null', 'true', '[1]', '{"id":1}', '1.5'].map(
    (json) => ['categoryId', json, '4.2/category-id-integer'] as const,
  ),
  ...[int64Max + 1n, int64Min - 1n].map((id) => ['categoryId', `${id}`, '4.2/category-id-64-bits'] as const),
  ['categoryId', '', '4.2/category-id-required'],
  ...['""', '"SOLD"', '"lost"', '"sold "', '1', '["sold"]', '{}', 'false', '"constructor"', '"__proto__"'].map(
    (json) => ['status', json, '4.2/status-value'] as const,
  ),
  ...furtherFlaws
    .flat()
    .map(({ member, value, clause }) => [member, value === undefined ? '' : writeJson(value), clause] as const),
]

/** What is wrong in a body: one member, or all required ones, which a careless service takes for none. */
export const wrongBodies: readonly (readonly WrongMember[])[] = [
  ...wrongMembers.slice(0, 4).map((one) => [one]),
  wrongMembers.filter(([, json]) => json === ''),
  ...wrongMembers.slice(4).map((one) => [one]),
]
