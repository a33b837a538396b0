import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const leftOut = new Set(['.git', 'built', 'dist', 'drill', 'node_modules'])

/** A copy of this repository in a folder of its own. The packages are linked. */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-drill-'))
  for (const name of readdirSync(root).filter((each) => !leftOut.has(each)))
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !leftOut.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}
