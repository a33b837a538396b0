import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './at-end.ts'

/** Memory, where the system offers a folder in it, for files whose every line is waited for until the disk has it. */
export const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Makes a folder that is removed when its test or file ends. @param parent the folder that it lies in */
export function tempFolder(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'animal-store-')))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
