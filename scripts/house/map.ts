import { reachedFrom } from './circles.ts'
import { type Imports, readImports } from './imports.ts'
import { rooms } from './rooms.ts'
import { kindOf } from './sources.ts'

/** The folders of all source files, each with the folders that its files import. */
export function foldersOf(imports: Imports, folderOf: (file: string) => string): Imports {
  const folders = new Map([...imports.keys()].map((file) => [folderOf(file), new Set<string>()]))
  for (const [file, targets] of imports)
    for (const folder of targets.map(folderOf)) if (folder !== folderOf(file)) folders.get(folderOf(file))?.add(folder)
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]))
}

/** A top folder, or one that stands apart from its neighbours. */
function topOf(path: string): string {
  return /^(?:fixtures\/seed|[^/]+)/.exec(path)?.[0] ?? path
}

/** A folder of a top folder, or that one for the files right in it. */
export function roomOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 2).join('/')
}

/**
 * The map of the source for Mermaid, which GitHub draws.
 * @throws {Error} when `about` lacks a folder, or has one that is gone
 */
export function makeMap(imports = readImports(), about = rooms): string {
  // Helpers of tests use each other across all top folders.
  const product = new Map([...imports].filter(([file]) => kindOf(file) === 'product'))
  const [tops, all] = [foldersOf(product, topOf), foldersOf(imports, roomOf)]
  const folders = new Set([...tops.keys(), ...all.keys()])
  const wrong = [...folders].filter((folder) => about[folder] === undefined)
  wrong.push(...Object.keys(about).filter((folder) => !folders.has(folder)))
  if (wrong.length > 0)
    throw new Error(`scripts/house/rooms.ts lacks a folder, or has one that is gone: ${wrong.join(', ')}.`)
  const drawn = [...tops.keys()].map((top) => drawTop(top, all, about))
  return ['```mermaid', 'flowchart TB', 'classDef proof stroke-dasharray: 4', ...drawn, ...arrows(tops), '```'].join(
    '\n',
  )
}

function drawTop(top: string, all: Imports, about: Readonly<Record<string, string>>): string {
  const isProduct = (room: string) => room !== top && topOf(room) === top && kindOf(`${room}/`) === 'product'
  const inside = [...all.keys()].filter((room) => room !== top && topOf(room) === top).toSorted()
  const name = (folder: string) =>
    `${folder}["<b>${folder.slice(folder.lastIndexOf('/') + 1)}</b><br>${about[folder]}"]`
  if (inside.length === 0) return name(top)
  const product = new Map([...all].filter(([room]) => isProduct(room)))
  const nodes = inside.map((room) => `  ${name(room)}${isProduct(room) ? '' : ':::proof'}`)
  return [
    `subgraph ${top}["<b>${top}</b>: ${about[top]}"]`,
    ...nodes,
    ...arrows(product).map((line) => `  ${line}`),
    'end',
  ].join('\n')
}

/** The arrows between folders, without those that follow from others. Two folders that use each other share one. */
export function arrows(folders: Imports): string[] {
  const reached = new Map([...folders.keys()].map((folder) => [folder, reachedFrom(folder, folders)]))
  const isReached = (from: string, to: string) => reached.get(from)?.has(to) === true
  const follows = (from: string, to: string) =>
    folders.get(from)?.some((other) => isReached(other, to) && !isReached(other, from) && !isReached(to, other))
  return [...folders].flatMap(([from, targets]) =>
    targets.flatMap((to) => {
      if (!folders.has(to) || follows(from, to)) return []
      const isMutual = folders.get(to)?.includes(from)
      return isMutual ? (from < to ? `${from} <--> ${to}` : []) : `${from} --> ${to}`
    }),
  )
}
