import type { Imports } from './imports.ts'
import type { Box, Plan } from './plan.ts'

/** Files of one folder import files of another. */
export interface Arrow {
  readonly from: Box
  readonly to: Box
  /** Whether the imported folder comes earlier on the map. */
  readonly isAgainst: boolean
}

/** The arrows between the rooms of each house, without those that follow from others and those of proof. */
export function arrowsOfRooms({ rooms }: Plan, imports: Imports): Arrow[] {
  const arrows = arrowsBetween(rooms, (file) => file.split('/').slice(0, 2).join('/'), imports).filter(
    ({ from, to }) => topOf(from) === topOf(to) && !from.isProof && !to.isProof,
  )
  const forward = arrows.filter(({ isAgainst }) => !isAgainst)
  return arrows.filter((arrow) => arrow.isAgainst || !followsFromOthers(arrow, forward))
}

/** The arrows from each house to those beside it and right below it. */
export function arrowsOfHouses({ houses }: Plan, imports: Imports): Arrow[] {
  const names = houses.map(({ folder }) => folder).toSorted((one, other) => other.length - one.length)
  const nameOf = (file: string) => names.find((name) => file.startsWith(`${name}/`)) ?? ''
  const tops = [...new Set(houses.map(({ y }) => y))]
  const isNear = ({ from, to }: Arrow) => tops.indexOf(to.y) - tops.indexOf(from.y) <= 1
  return arrowsBetween(houses, nameOf, imports).filter(isNear)
}

function arrowsBetween(boxes: readonly Box[], folderOf: (file: string) => string, imports: Imports): Arrow[] {
  const places = new Map(boxes.map((box, index) => [box.folder, index]))
  const pairs = new Set(
    [...imports].flatMap(([file, targets]) => targets.map((target) => `${folderOf(file)} ${folderOf(target)}`)),
  )
  return [...pairs].toSorted().flatMap((pair) => {
    const [start = -1, end = -1] = pair.split(' ').map((folder) => places.get(folder))
    const [from, to] = [boxes[start], boxes[end]]
    return from === undefined || to === undefined || from === to ? [] : { from, to, isAgainst: end < start }
  })
}

function followsFromOthers({ from, to }: Arrow, arrows: readonly Arrow[]): boolean {
  const reached = new Set(arrows.filter((arrow) => arrow.from === from && arrow.to !== to).map((arrow) => arrow.to))
  for (const box of reached) for (const arrow of arrows) if (arrow.from === box) reached.add(arrow.to)
  return reached.has(to)
}

function topOf({ folder }: Box): string {
  return folder.slice(0, folder.indexOf('/'))
}
