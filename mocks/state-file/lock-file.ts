import { constants } from 'node:fs'
import { lstat, open, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { StateFileError } from './state-file-error.ts'

const mostAttempts = 100
const waitMilliseconds = 10
// More than any lock that was made here has.
const mostBytes = 1000

/**
 * Makes this process the only one that uses a file, by `FILE.lock`, which says `PID HOST START`: its process id, its
 * host, and when it started (`-` where the system does not tell). The lock of a process of this host that is gone is
 * taken over.
 * @returns a function that gives the lock back
 * @throws {StateFileError} when another process has it, or may have it
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const lockPath = `${path}.lock`
  const own = `${process.pid} ${hostname()} ${(await startOf(process.pid)) ?? '-'}`
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    if (await makeLock(lockPath, own)) return () => giveBack(path, own)
    const holder = await readLock(path)
    if (holder === undefined) continue
    await requireGone(path, holder)
    await removeStale(path, holder)
  }
  throw new StateFileError(
    path,
    `other processes keep changing its lock. If none is starting, delete ${lockPath} and ${guardOf(path)}.`,
  )
}

async function makeLock(lockPath: string, text: string): Promise<boolean> {
  try {
    const file = await open(lockPath, 'wx', 0o600)
    try {
      await file.writeFile(`${text}\n`)
    } catch (error) {
      // On a full disk: an empty lock would keep everybody out.
      await rm(lockPath, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function giveBack(path: string, own: string): Promise<void> {
  // A person may have deleted it, and another process may have made its own.
  if ((await readLock(path)) === own) await rm(`${path}.lock`, { force: true })
}

/**
 * What the lock says, or `undefined` when it is gone already.
 * @throws {StateFileError} when it is no plain file: a link would lead elsewhere, and a pipe never end
 */
async function readLock(path: string): Promise<string | undefined> {
  const lockPath = `${path}.lock`
  try {
    const status = await lstat(lockPath)
    if (!status.isFile() || status.size > mostBytes) {
      throw new StateFileError(
        path,
        `${lockPath} is in the way, and no lock of animal-store. Look at it, and delete it.`,
      )
    }
    // It may have become something else since. Where these flags are unknown they count as 0.
    const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    return (await readFile(lockPath, { encoding: 'utf8', flag })).replace(/\n$/, '')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** @throws {StateFileError} unless the process that made the lock is surely gone */
async function requireGone(path: string, holder: string): Promise<void> {
  const [, pid, host, start] = /^([1-9][0-9]{0,9}) (.*) ([0-9]+|-)$/.exec(holder) ?? []
  const lockPath = `${path}.lock`
  // Whatever has another form was not written to its end, maybe just now.
  if (pid === undefined) {
    throw new StateFileError(
      path,
      `${lockPath} does not tell which process is using it. If none is, delete ${lockPath}.`,
    )
  }
  if (host !== hostname()) {
    throw new StateFileError(
      path,
      `process ${pid} of the host ${JSON.stringify(host)} is using it, and whether it still runs cannot be seen from here. ` +
        `Stop that one, or name another file. If it is gone, delete ${lockPath}.`,
    )
  }
  if (await isRunning(Number(pid), start)) {
    throw new StateFileError(
      path,
      `process ${pid} is using it. Stop that one, or name another file. If it is no animal-store, delete ${lockPath}.`,
    )
  }
}

/** Whether a process of this host runs that has this id and, as far as can be seen, started then. */
async function isRunning(pid: number, start: string | undefined): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return !isCode(error, 'ESRCH')
  }
  // Ids are given again: in a container, the process before had even our own.
  const found = await startOf(pid)
  return start === '-' || found === undefined || found === start
}

/** When a process started, in clock ticks since the start of the system; `undefined` where there is no /proc. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets can hold anything; the start is the 20th after it: proc_pid_stat(5).
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .at(19)
  } catch {
    return undefined
  }
}

/**
 * Removes the lock of a process that is gone. Only who has the guard removes the lock of another, and looks again
 * before: so nobody can remove one that a third process has just put in its place.
 */
async function removeStale(path: string, holder: string): Promise<void> {
  const guard = guardOf(path)
  try {
    await writeFile(guard, '', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    await wait(waitMilliseconds)
    return
  }
  try {
    if ((await readLock(path)) === holder) await rm(`${path}.lock`, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

function guardOf(path: string): string {
  return `${path}.lock.guard`
}

/** Whether an error of the file system has this code. */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
