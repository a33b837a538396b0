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

/** The imports between the files of a circle, one of which has to go. */
export function describeCircle(circle: readonly string[], imports: Imports): string {
  const inside = circle.map(
    (file) =>
      `${file} → ${imports
        .get(file)
        ?.filter((it) => circle.includes(it))
        .join(', ')}`,
  )
  return `${circle.length} files import each other:\n${inside.join('\n')}`
}

/** All that a file imports, directly or through others: itself too, if it is in a circle. */
export function reachedFrom(start: string, imports: Imports): Set<string> {
  const reached = new Set(imports.get(start))
  for (const file of reached) for (const target of imports.get(file) ?? []) reached.add(target)
  return reached
}
