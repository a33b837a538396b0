import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('../../', import.meta.url))

/** What git knows or would add. */
export function filesOf(root = here): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], { cwd: root })
  return listed.toString().trim().split('\n')
}

/** A copy of these files of a repository, by default of this one, in a folder of its own. The packages are linked. */
export function copyTree(files = filesOf(), root = here): string {
  // Not below node_modules, where Node runs no TypeScript.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'animal-store-copy-')))
  for (const file of files.filter((each) => existsSync(join(root, each)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}
