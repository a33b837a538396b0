import type { Imports } from './imports.ts'

/** Groups of files that all import each other, directly or through others. Each group is sorted by name. */
export function circlesOf(imports: Imports): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]))
  const circles = new Map<string, string[]>()
  for (const [file, files] of reached) {
    if (!files.has(file)) continue
    const circle = [...files].filter((other) => reached.get(other)?.has(file)).toSorted()
    circles.set(circle[0] ?? file, circle)
  }
  return [...circles.values()]
}

/** How to take a circle apart: its size, the import to cut, and a short way round it. */
export function describeCircle(circle: readonly string[], imports: Imports): string {
  const inside = new Map(circle.map((file) => [file, (imports.get(file) ?? []).filter((it) => circle.includes(it))]))
  const [from, to, left] = bestCut(inside)
  const way = [from, ...shortestWay(to, from, inside)].join(' → ')
  return `${circle.length} files import each other. Cut ${from} → ${to} (at most ${left} are left): ${way}`
}

/** The import to cut so that the largest circle left is as small as possible, and the size of that one. */
function bestCut(imports: Imports): [from: string, to: string, left: number] {
  const cuts = [...imports].flatMap(([from, targets]) =>
    targets.map((to): [string, string, number] => {
      const rest = new Map(imports).set(
        from,
        targets.filter((target) => target !== to),
      )
      return [from, to, Math.max(0, ...circlesOf(rest).map((circle) => circle.length))]
    }),
  )
  return cuts.reduce((best, cut) => (cut[2] < best[2] ? cut : best))
}

/** All that a file imports, directly or through others: itself too, if it is in a circle. */
export function reachedFrom(start: string, imports: Imports): Set<string> {
  const reached = new Set(imports.get(start))
  for (const file of reached) for (const target of imports.get(file) ?? []) reached.add(target)
  return reached
}

/** The files from one to another, both included. */
function shortestWay(from: string, to: string, imports: Imports): string[] {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1) ?? from
    if (last === to) return way
    for (const next of imports.get(last) ?? []) {
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return []
}
