import { constants as accessConstants, createWriteStream, openSync } from 'node:fs'
import { access, chmod, realpath, rename, rm, stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type PetFormat, formatOf } from '../../fixtures/files/format.ts'
import { readNamedFile } from '../../spec/index.ts'
import { Failure, UsageError, onSignal } from './shell.ts'

const reasons: Readonly<Record<'read' | 'write', Readonly<Record<string, string>>>> = {
  read: { ENOENT: 'there is no such file', EACCES: 'you may not read it' },
  write: {
    ENOENT: 'its folder does not exist. Make the folder first',
    ENOTDIR: 'its folder is a file',
    EACCES: 'you may not write there',
    EISDIR: 'it is a folder',
    EROFS: 'nothing can be written there',
    ENOSPC: 'the disk is full',
  },
}

/** Why a file of the command line cannot be read or written, in words if there are some. */
export function fileProblem(error: unknown, purpose: 'read' | 'write'): string {
  return reasons[purpose][codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The bytes of a file that a flag names. @throws {UsageError} when they cannot be read */
export function readFileOf(flag: string, path: string, hint = ''): Buffer {
  try {
    return readNamedFile(path, true)
  } catch (error) {
    throw new UsageError(`Cannot read the file of ${flag}, ${path}: ${fileProblem(error, 'read')}.${hint}`)
  }
}

/** What is piped to standard input. @throws {Error} when it is too much */
export async function standardInput(mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let left = mostBytes
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    pieces.push(piece)
    left -= piece.length
    if (left < 0) throw new Error(`it has more than ${mostBytes} bytes`)
  }
  return Buffer.concat(pieces)
}

type Pieces = Iterable<string> | AsyncIterable<string>

/**
 * Writes a file, all or nothing.
 * @param mode what others may do with it; one that is there keeps its mode
 * @returns whether there was one already
 * @throws {Failure} when it cannot be written; it is then as it was before
 */
export async function writeToFile(pieces: Pieces, out: string, mode = 0o666): Promise<boolean> {
  return forFile(out, async () => {
    const { path, isFile, isThere, mode: itsMode = mode } = await targetOf(out)
    // A device or a pipe is written to, and not replaced.
    if (isFile) await writeBeside(pieces, path, itsMode, isThere)
    else await pipeline(pieces, createWriteStream(path))
    return isFile && isThere
  })
}

/** Checks, as far as possible, that a file can be written later. @throws {UsageError} when it cannot */
export async function requireWritable(out: string): Promise<void> {
  const look = async () => {
    const { path, isFile } = await targetOf(out)
    await access(isFile ? dirname(path) : path, accessConstants.W_OK)
  }
  await forFile(out, look, UsageError)
}

async function forFile<T>(
  out: string,
  use: () => Promise<T>,
  Refusal: typeof Failure | typeof UsageError = Failure,
): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof Error && error.name === 'DatasetError') throw error
    throw new Refusal(`Cannot write ${out}: ${fileProblem(error, 'write')}.`, { cause: error })
  }
}

/** The file that a path leads to, links followed. A path without a file stays as it is. */
async function targetOf(out: string): Promise<{ path: string; isFile: boolean; isThere: boolean; mode?: number }> {
  try {
    const path = await realpath(out)
    const found = await stat(path)
    if (found.isDirectory()) throw new Error('it is a folder')
    return { path, isFile: found.isFile(), isThere: true, mode: found.mode & 0o777 }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { path: out, isFile: true, isThere: false }
    throw error
  }
}

/** Writes a temporary file and renames it, so that the old file stays until the new one is complete. */
async function writeBeside(pieces: Pieces, path: string, mode: number, isThere: boolean): Promise<void> {
  const beside = `${path}.${process.pid}.part`
  const stopping = new AbortController()
  const release = onSignal(['SIGINT', 'SIGTERM'], (signal) => stopping.abort(signal))
  try {
    // The file exists before anything else can fail, so that it can be removed. The stream alone closes it: a FileHandle
    // of Yarn PnP fails when its stream has closed it already.
    const fd = openSync(beside, 'w', mode)
    await pipeline(pieces, createWriteStream('', { fd, flush: true }), { signal: stopping.signal })
    if (isThere) await chmod(beside, mode)
    await rename(beside, path)
  } finally {
    release()
    await rm(beside, { force: true })
    if (stopping.signal.aborted) process.exit(128 + constants.signals[stopping.signal.reason as NodeJS.Signals])
  }
}

/**
 * The format of animals from --format, or from the ending of the file name.
 * @param otherAdvice what else helps; a command without --format has nothing
 * @throws {UsageError} when the ending says nothing
 */
export function formatFor(
  { format, out }: { readonly format?: PetFormat | undefined; readonly out?: string | undefined },
  otherAdvice = ', or add --format',
): PetFormat {
  if (format !== undefined) return format
  if (out === undefined) return 'json'
  const known = formatOf(out)
  if (known !== undefined && known !== 'module') return known
  throw new UsageError(`Cannot see the format from the name ${out}: end it in .json, .ndjson or .csv${otherAdvice}.`)
}
