import { membersOf } from '../../spec/items.ts'
import type { BaseItems, Item } from './items.ts'

/** The members of the first stores. Only one that came later may be missing in what a store kept. */
export const firstMembers: readonly string[] = ['id', 'name', 'categoryId', 'status']

/**
 * What a digest of the items that sandboxes start with covers. A store writes down such a digest, and behind it the members
 * that it knew, unless these are the first ones. So a member that comes later does not change it.
 * @param written what a store wrote: covers the same members. Default: all members of today
 * @returns the items, and what stands behind their digest
 */
export function coveredBase<I extends Item>({ items, shape }: BaseItems<I>, written?: string) {
  const names = membersOf(shape).map(({ name }) => name)
  const known = written === undefined ? names : (written.split(' ')[1]?.split(',') ?? firstMembers)
  const unknown = names.filter((name) => !known.includes(name))
  const isCovered = ([name]: readonly [string, unknown]) => !unknown.includes(name)
  return {
    items:
      unknown.length === 0 ? items : items.map((item) => Object.fromEntries(Object.entries(item).filter(isCovered))),
    members: known.join(',') === firstMembers.join(',') ? '' : ` ${known.join(',')}`,
  }
}
