import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Mutant } from './sample.ts'

/** Remembers in a file which mutants died, by the text of the function or class around them: a comment elsewhere changes nothing. */
export function openCache(file: string) {
  const known = new Set(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [])
  return {
    hasDied: (mutant: Mutant): boolean => known.has(keyOf(mutant)),
    died(mutant: Mutant): void {
      known.add(keyOf(mutant))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify([...known]))
    },
  }
}

function keyOf({ file, mutation: { around, start, after, end } }: Mutant): string {
  const place = [file, around.text, start - around.start, end - start, after]
  return createHash('sha256').update(JSON.stringify(place)).digest('hex')
}
