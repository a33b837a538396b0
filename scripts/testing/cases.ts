/** Whether the large tables are tried whole, as CI does by `EVERY_CASE=1`: spec/decisions/0125-four-files-at-a-time.md */
export const everyCase = process.env['EVERY_CASE'] === '1'

/**
 * The first cases of each kind, in their order: the same in each run, so that no commit turns red by chance.
 * @param most how many of a kind; one by default
 * @returns all cases with `EVERY_CASE=1`
 */
export function sampleOf<T>(
  cases: readonly T[],
  kindOf: (one: T) => string,
  most = (_kind: string) => 1,
): readonly T[] {
  if (everyCase) return cases
  const taken = new Map<string, number>()
  return cases.filter((one) => {
    const kind = kindOf(one)
    const count = (taken.get(kind) ?? 0) + 1
    taken.set(kind, count)
    return count <= most(kind)
  })
}
