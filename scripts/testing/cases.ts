/** Whether the large tables are tried whole, as CI does by `EVERY_CASE=1`: spec/decisions/0125-four-files-at-a-time.md */
export const everyCase = process.env['EVERY_CASE'] === '1'

/** The first case of each kind, the same in each run, so that no commit turns red by chance; all with `EVERY_CASE=1`. */
export function sampleOf<T>(cases: readonly T[], kindOf: (one: T) => string): readonly T[] {
  const kinds = cases.map(kindOf)
  return everyCase ? cases : cases.filter((_one, at) => kinds.indexOf(kinds[at] ?? '') === at)
}
