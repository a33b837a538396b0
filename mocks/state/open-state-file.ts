import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { isCode, realPathOf, takeLock } from '../../fixtures/lock-file.ts'
import { writeJson } from '../../spec/index.ts'
import { AppendLog } from './append-log.ts'
import { type StateEntry, type StateHeader, parseEntry, parseHeader } from './state-entry.ts'
import { StateFileError } from './state-file-error.ts'
import { StateFile, type StateOrigin, keptOf } from './state-file.ts'
import { readStateLines, sealLine } from './state-lines.ts'

/**
 * Opens a state file, or makes it if there is none. No other process can use it until it is closed.
 * @throws {StateFileError} when it is in use, damaged, of another dataset or cannot be read; it is left as it is then
 */
export async function openStateFile(path: string, origin: StateOrigin): Promise<StateFile> {
  try {
    const real = await realPathOf(path)
    const unlock = await takeLock(real, (problem) => new StateFileError(real, problem))
    try {
      return await openLocked(real, headerOf(origin), unlock)
    } catch (error) {
      await unlock()
      throw error
    }
  } catch (error) {
    if (error instanceof StateFileError) throw error
    throw new StateFileError(path, `${error instanceof Error ? error.message : String(error)}. Nothing was changed.`)
  }
}

function headerOf({ dataset, seed, pets }: StateOrigin): StateHeader {
  let digest = 0
  for (const pet of pets) digest = crc32(writeJson(pet), digest)
  return {
    format: 'animal-store-state',
    version: 1,
    dataset,
    count: pets.length,
    seed,
    digest: digest.toString(16).padStart(8, '0'),
  }
}

async function openLocked(path: string, header: StateHeader, unlock: () => Promise<void>): Promise<StateFile> {
  const file = await openOrMake(path, header)
  try {
    if (!(await file.stat()).isFile()) throw new StateFileError(path, 'it is no file of the disk. Name another one.')
    const { objects, chain, endBytes, lacksNewline } = readStateLines(path, await file.readFile())
    const [first, ...rest] = objects
    if (first === undefined) {
      throw new StateFileError(path, 'it is empty, which it never is once it was made. Delete it to begin anew.')
    }
    requireSameOrigin(path, parseHeader(first), header)
    const entries = rest.map((json, index) => entryOf(path, json, index + 2))
    const notice = await mendEnd(file, endBytes, lacksNewline)
    const log = new AppendLog(file, chain, endBytes + (lacksNewline ? 1 : 0))
    return new StateFile(log, keptOf(entries), notice, unlock)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openOrMake(path: string, header: StateHeader): Promise<FileHandle> {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
  // Made beside and moved into place, so that there never is a state file without its first line.
  const beside = `${path}.${randomUUID()}`
  try {
    await writeFile(beside, sealLine(writeJson(header), 0).line, { flag: 'wx', mode: 0o600, flush: true })
    await rename(beside, path)
  } finally {
    await rm(beside, { force: true })
  }
  return open(path, 'r+')
}

function requireSameOrigin(path: string, found: StateHeader | string, wanted: StateHeader): void {
  if (typeof found === 'string') throw new StateFileError(path, found, 1)
  const { dataset, count, seed, digest } = found
  if (dataset !== wanted.dataset || count !== wanted.count || seed !== wanted.seed) {
    const flags = `--dataset ${dataset} --count ${count} --seed ${seed}`
    throw new StateFileError(
      path,
      `it changes the dataset ${named(found)}, and this start is with ${named(wanted)}. Start with ${flags}, or name another file.`,
      1,
    )
  }
  if (digest !== wanted.digest) {
    throw new StateFileError(
      path,
      `it changes the dataset ${named(found)} as another version of animal-store makes it. Use that version, or name another file.`,
      1,
    )
  }
}

function named({ dataset, count, seed }: StateHeader): string {
  return `${dataset} (${count} animals, seed ${seed})`
}

function entryOf(path: string, json: string, line: number): StateEntry {
  const entry = parseEntry(json)
  if (entry !== undefined) return entry
  throw new StateFileError(
    path,
    `line ${line} says nothing that this version of animal-store understands. Use the version that wrote it, or name another file.`,
    line,
  )
}

/** Leaves out a last line that was never finished, and tells of it. */
async function mendEnd(file: FileHandle, endBytes: number, lacksNewline: boolean): Promise<string | undefined> {
  if (lacksNewline) {
    await file.write('\n', endBytes)
    return undefined
  }
  const { size } = await file.stat()
  if (size === endBytes) return undefined
  await file.truncate(endBytes)
  return `The last line of the state file was never finished, so no answer told of it: its ${size - endBytes} bytes were left out.`
}
