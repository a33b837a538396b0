import { once } from 'node:events'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { listen } from '../http/listen.ts'
import { delimiter, dirname, join } from 'node:path'

/** The first program of these names on a path. */
export function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Makes a folder unless it exists. It is filled under another name and then renamed, so that a stopped run leaves no half-filled folder. */
export async function makeFolderOnce(folder: string, fill: (aside: string) => Promise<void>): Promise<void> {
  if (existsSync(folder)) return
  mkdirSync(dirname(folder), { recursive: true })
  const aside = mkdtempSync(`${folder}-`)
  try {
    await fill(aside)
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    // Another run may have been faster.
    if (!existsSync(folder)) throw error
  }
}

/** A port of 127.0.0.1 that nobody uses yet. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server, '127.0.0.1', 0)
  server.close()
  await once(server, 'close')
  return port
}
