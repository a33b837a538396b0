import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { StateFileError } from './state-file-error.ts'

const held = new Set<string>()

/**
 * Makes this process the only one that uses a file, by `FILE.lock` with its process id in it. The lock of a process that
 * is gone is taken over.
 * @returns a function that gives the lock back
 * @throws {StateFileError} when another process has it
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const lockPath = `${path}.lock`
  while (!(await makeLock(lockPath))) {
    const holder = await readHolder(lockPath)
    if (holder === undefined) continue
    if (isInUse(holder, lockPath)) throw heldBy(path, holder)
    await removeStale(path, lockPath, holder)
  }
  held.add(lockPath)
  return async () => {
    held.delete(lockPath)
    await rm(lockPath, { force: true })
  }
}

async function makeLock(lockPath: string): Promise<boolean> {
  try {
    await writeFile(lockPath, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** What the lock says, or `undefined` when it is gone already. */
async function readHolder(lockPath: string): Promise<string | undefined> {
  try {
    return (await readFile(lockPath, 'utf8')).trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isInUse(holder: string, lockPath: string): boolean {
  // Whatever is no process id was not written to its end, maybe just now.
  if (!/^[1-9][0-9]{0,9}$/.test(holder)) return true
  // In a container the process before had the same id.
  if (Number(holder) === process.pid) return held.has(lockPath)
  try {
    process.kill(Number(holder), 0)
    return true
  } catch (error) {
    return !isCode(error, 'ESRCH')
  }
}

/** Moves a stale lock away and then looks again: another process may have put its own in place in between. */
async function removeStale(path: string, lockPath: string, holder: string): Promise<void> {
  const aside = `${lockPath}.${process.pid}`
  try {
    await rename(lockPath, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  const found = await readHolder(aside)
  if (found !== undefined && found !== holder) {
    await rename(aside, lockPath)
    throw heldBy(path, found)
  }
  await rm(aside, { force: true })
}

function heldBy(path: string, holder: string): StateFileError {
  return new StateFileError(
    path,
    `process ${holder} is using it. Stop that one, or name another file. If it is no animal-store, delete ${path}.lock.`,
  )
}

/** Whether an error of the file system has this code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
