import { type House, rowsOfHouses } from './rooms.ts'
import { kindOf } from './sources.ts'

/** The box of a folder on the map, in pixels. */
export interface Box {
  readonly folder: string
  readonly about: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isProof: boolean
}

export interface Plan {
  /** Both in the reading order of the map. */
  readonly houses: readonly Box[]
  readonly rooms: readonly Box[]
  readonly width: number
  readonly height: number
}

/** Between the rows of rooms, and between columns. */
export const gaps = { x: 14, y: 32 } as const
const room = { width: 108, height: 40 } as const
const house = { padding: 14, head: 38, gapX: 28, gapY: 34 } as const
const mapWidth = 1032

/** Where each house and each room stands. */
export function layOut(rows: readonly (readonly House[])[] = rowsOfHouses): Plan {
  const houses: Box[] = []
  const rooms: Box[] = []
  let y = 0
  for (const row of rows) {
    const height = Math.max(...row.map((each) => heightOf(cellsOf(each).length)))
    let x = 0
    for (const each of row) {
      const width = each === row.at(-1) ? mapWidth - x : widthOf(each)
      houses.push({ folder: each.name, about: each.about, x, y, width, height, isProof: false })
      rooms.push(...roomsOf(each, x + house.padding, y + house.head))
      x += width + house.gapX
    }
    y += height + house.gapY
  }
  return { houses, rooms, width: mapWidth, height: y - house.gapY }
}

function roomsOf({ name, plan, rooms }: House, left: number, top: number): Box[] {
  return cellsOf({ plan }).flatMap((names, row) =>
    names.flatMap((roomName, column) => {
      if (roomName === '.') return []
      const folder = `${name}/${roomName}`
      const x = left + column * (room.width + gaps.x)
      const y = top + row * (room.height + gaps.y)
      return { ...room, folder, x, y, about: rooms[roomName] ?? '', isProof: kindOf(`${folder}/`) === 'proof' }
    }),
  )
}

function cellsOf({ plan }: Pick<House, 'plan'>): string[][] {
  const lines = plan.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').map((line) => line.split(/ +/))
}

function heightOf(rows: number): number {
  return house.head + (rows === 0 ? 0 : rows * (room.height + gaps.y) - gaps.y + house.padding)
}

function widthOf(each: House): number {
  const columns = Math.max(...cellsOf(each).map((names) => names.length))
  return columns * (room.width + gaps.x) - gaps.x + 2 * house.padding
}
