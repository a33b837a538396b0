import { type ClauseId, type Int64, int64Max, int64Min, plainInteger } from '../../spec/index.ts'

/** Names that look like something else, and stand alone because a mark before them would show what they are. */
export const alikeNames = ['null', '1e3', '2026-01-01', '', 'true', '0x10', '1.0', 'undefined'] as const

/** What may be lost or changed in a name. */
export const oddTexts = [
  'a  b',
  'a\tb',
  'a\nb',
  '%41%20',
  '&amp;&lt;',
  String.raw`\n\u0041`,
  'a+b',
  'x'.repeat(256),
  `O'Neil "the" <b>`,
  'e\u0301 🐕‍🦺 ß',
  '$1 {{x}} %s ${y}',
  String.raw`C:\temp`,
] as const

/** Categories at the ends of what 32 bits, a double and 64 bits hold, and below zero. */
export function oddCategories(usual: Int64): readonly Int64[] {
  const edges = [2n ** 31n, 2n ** 32n, 2n ** 53n + 1n].flatMap((edge) => [edge - 1n, edge, -edge - 1n])
  return [-BigInt(usual), 0n, ...edges, int64Max, int64Min].map(plainInteger)
}

/** Ids that no animal should have because of a known one, and those at the ends. */
export function oddIds(known: Int64): readonly Int64[] {
  return [0n, -BigInt(known), BigInt(known) + 2n ** 32n, int64Min, int64Max].map(plainInteger)
}

/** Members that no NewPet has, as JSON; an empty text leaves the member out. */
export const invalidMembers: readonly (readonly [member: string, json: string, clause: ClauseId])[] = [
  ...['null', '42', 'true', '["Rex"]', '{"first":"Rex"}'].map((json) => ['name', json, '4.2/name-string'] as const),
  ['name', '', '4.2/name-required'],
  ...['""', '"1"', 'null', 'true', '[1]', '{"id":1}', '1.5'].map(
    (json) => ['categoryId', json, '4.2/category-id-integer'] as const,
  ),
  ...[int64Max + 1n, int64Min - 1n].map((id) => ['categoryId', `${id}`, '4.2/category-id-64-bits'] as const),
  ['categoryId', '', '4.2/category-id-required'],
  ...['""', '"SOLD"', '"lost"', '"sold "', '1', '["sold"]', '{}', 'false'].map(
    (json) => ['status', json, '4.2/status-value'] as const,
  ),
]
