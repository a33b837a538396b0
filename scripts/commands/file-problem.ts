import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

const reasons: Readonly<Record<'read' | 'write', Readonly<Record<string, string>>>> = {
  read: { ENOENT: 'there is no such file', EACCES: 'you may not read it', EISDIR: 'it is a folder' },
  write: {
    ENOENT: 'its folder does not exist. Make the folder first',
    ENOTDIR: 'its folder is a file',
    EACCES: 'you may not write there',
    EISDIR: 'it is a folder',
    EROFS: 'nothing can be written there',
    ENOSPC: 'the disk is full',
  },
}

/** Why a file that was named on the command line cannot be read or written, in words where there are some. */
export function fileProblem(error: unknown, purpose: 'read' | 'write'): string {
  return reasons[purpose][codeOf(error)] ?? (error instanceof Error ? error.message : String(error))
}

/** The code of an error of the system, such as `ENOENT`, or such a code itself; empty for other errors. */
export function codeOf(error: unknown): string {
  if (typeof error === 'string') return error
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The bytes of a file that a flag names. @throws {UsageError} when they cannot be read */
export function readFileOf(flag: string, path: string, hint = ''): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`Cannot read the file of ${flag}, ${path}: ${fileProblem(error, 'read')}.${hint}`)
  }
}
