import { type Arrow, arrowsOfHouses, arrowsOfRooms } from './arrows.ts'
import { type Imports, readImports } from './imports.ts'
import { type Box, gaps, layOut, type Plan } from './plan.ts'

const style = `
  text { font: 11px system-ui, sans-serif; fill: #57606a }
  .house { fill: #f3f5f7; stroke: #c4cbd2 } .room { fill: #fff; stroke: #57606a } .proof { fill: #e6eaee; stroke: none }
  .name { font-size: 13px; font-weight: 600; fill: #1f2328 } .title { font-size: 15px }
  .room-text { text-anchor: middle }
  .arrow { fill: none; stroke: #3d4f63; stroke-width: 1.4; marker-end: url(#head) } .thick { stroke-width: 4; stroke: #9aa7b4; marker-end: url(#thick) }
  .against { stroke: #cf222e; marker-end: url(#against) }`

/** The map of the house as an SVG file by its path. */
export function makeMap(): Readonly<Record<string, string>> {
  return { 'docs/how-it-is-built.svg': drawMap(layOut(), readImports()) }
}

/**
 * Draws the rooms and the arrows between them.
 * @throws {Error} when the plan lacks a folder, or has one that is gone
 */
export function drawMap(plan: Plan, imports: Imports): string {
  requireAllRooms(plan, imports)
  const { houses, rooms, width, height } = plan
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 ${width + 16} ${height + 16}" width="${width + 16}" height="${height + 16}">`,
    '<title>The folders of the source, and which of them import which</title>',
    `<style>${style}\n</style>`,
    `<defs>${head('head', '#3d4f63')}${head('against', '#cf222e')}${head('thick', '#9aa7b4', 3)}</defs>`,
    `<rect x="-8" y="-8" width="${width + 16}" height="${height + 16}" fill="#fff"/>`,
    ...houses.map(drawHouse),
    ...arrowsOfHouses(plan, imports).map(drawThickArrow),
    ...arrowsOfRooms(plan, imports).map((arrow) => drawArrow(arrow, rooms)),
    ...rooms.map(drawRoom),
    '</svg>',
  ].join('\n')}\n`
}

function requireAllRooms({ rooms, houses }: Plan, imports: Imports): void {
  const withRooms = new Set(rooms.map(({ folder }) => folder.split('/')[0]))
  const paths = [...imports.keys()].map((file) => file.split('/'))
  const folders = new Set(
    paths.filter(({ length, 0: top }) => length > 2 && withRooms.has(top)).map((path) => path.slice(0, 2).join('/')),
  )
  const drawn = new Set([...rooms, ...houses.filter(({ folder }) => folder.includes('/'))].map(({ folder }) => folder))
  const wrong = [...[...folders].filter((one) => !drawn.has(one)), ...[...drawn].filter((one) => !folders.has(one))]
  if (wrong.length > 0)
    throw new Error(`scripts/house/rooms.ts has no place for a folder, or for one that is gone: ${wrong.join(', ')}.`)
}

function drawHouse({ folder, about, x, y, width, height }: Box): string {
  const place = width < 200 ? `x="${x + 14}" dy="18"` : 'dx="6"'
  return `<rect class="house" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>
<text x="${x + 14}" y="${y + 24}"><tspan class="name title">${folder}/</tspan><tspan ${place}>${about}</tspan></text>`
}

function drawRoom({ folder, about, x, y, width, height, isProof }: Box): string {
  const middle = x + width / 2
  return `<rect class="${isProof ? 'proof' : 'room'}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>
<text class="room-text name" x="${middle}" y="${y + 17}">${folder.slice(folder.lastIndexOf('/') + 1)}</text><text class="room-text" x="${middle}" y="${y + 32}">${about}</text>`
}

function drawThickArrow({ from, to }: Arrow): string {
  if (from.y === to.y) return `<path class="arrow thick" d="M${from.x + from.width} ${from.y + 20} H${to.x - 10}"/>`
  const left = Math.max(from.x, to.x)
  const x = (left + Math.min(from.x + from.width, to.x + to.width)) / 2
  return `<path class="arrow thick" d="M${x} ${from.y + from.height} V${to.y - 10}"/>`
}

/** Arrows leave a box at its lower side, and those against the order at its upper one. */
function drawArrow(arrow: Arrow, rooms: readonly Box[]): string {
  const name = arrow.isAgainst ? 'arrow against' : 'arrow'
  const line = arrow.from.y === arrow.to.y ? sideways(arrow) : upOrDown(arrow, rooms)
  return `<path class="${name}" d="${line}"/>`
}

function upOrDown({ from, to, isAgainst }: Arrow, rooms: readonly Box[]): string {
  const way = isAgainst ? -1 : 1
  // Arrows run down left of the middle and up right of it, so that they do not cover each other.
  const start = from.x + from.width / 2 - 10 * way
  const end = to.x + to.width / 2 - 10 * way
  const [y1, y2] = isAgainst ? [from.y, to.y + to.height + 6] : [from.y + from.height, to.y - 6]
  const between = rooms.filter(({ y }) => (y - from.y) * way > 0 && (to.y - y) * way > 0)
  if (between.length === 0) return `M${start} ${y1}${curve(start, y1, end, y2)}`
  const lane = freeLane(start, end, between)
  const [top, bottom] = [y1 + gaps.y * way, y2 - (gaps.y - 6) * way]
  return `M${start} ${y1}${curve(start, y1, lane, top)} V${bottom}${curve(lane, bottom, end, y2)}`
}

/** The nearest place where a line can pass these rooms without crossing one. */
function freeLane(start: number, end: number, rooms: readonly Box[]): number {
  const besides = rooms.flatMap(({ x, width }) => [x - gaps.x / 2, x + width + gaps.x / 2])
  const free = [end, start, ...besides].filter((lane) => rooms.every(({ x, width }) => lane < x || lane > x + width))
  const detour = (lane: number) => Math.abs(lane - start) + Math.abs(lane - end)
  return free.reduce((best, lane) => (detour(lane) < detour(best) ? lane : best), free[0] ?? end)
}

function sideways({ from, to, isAgainst }: Arrow): string {
  const y = from.y + 20 + (isAgainst ? 8 : -8)
  return isAgainst ? `M${from.x} ${y} H${to.x + to.width + 6}` : `M${from.x + from.width} ${y} H${to.x - 6}`
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (y1 + y2) / 2
  return ` C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`
}

function head(id: string, colour: string, size = 7): string {
  return `<marker id="${id}" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="${size}" markerHeight="${size}" orient="auto"><path d="M0 0 10 5 0 10z" fill="${colour}"/></marker>`
}
