import { crc32 } from 'node:zlib'
import { decodeUtf8 } from '../../spec/index.ts'
import { StateFileError } from './state-file-error.ts'

// A line is a JSON object whose last member is the checksum of all objects so far, this one included. So a line that was
// changed, moved, left out or put in is noticed, and any JSON reader can read the file:
// spec/decisions/0030-state-file.md.
const sealedLine = /^(\{.+),"crc32":"([0-9a-f]{8})"\}$/s

/**
 * Makes a line of a state file.
 * @param json a JSON object with at least one member
 * @param chain the checksum of the lines before; 0 for the first
 */
export function sealLine(json: string, chain: number): { readonly line: string; readonly chain: number } {
  const next = crc32(json, chain)
  return { line: `${json.slice(0, -1)},"crc32":"${next.toString(16).padStart(8, '0')}"}\n`, chain: next }
}

function unsealLine(bytes: Uint8Array, chain: number): { readonly json: string; readonly chain: number } | undefined {
  const [, members, sum = ''] = sealedLine.exec(decodeUtf8(bytes) ?? '') ?? []
  if (members === undefined) return undefined
  const json = `${members}}`
  const next = crc32(json, chain)
  return next === Number.parseInt(sum, 16) ? { json, chain: next } : undefined
}

/** What the lines of a state file hold. */
export interface StateLines {
  /** The objects as JSON, their checksums proven and left out. */
  readonly objects: readonly string[]
  /** The checksum that the next line goes on from. */
  readonly chain: number
  /** Where the next line begins, in bytes. What stands after it is a line that was never finished. */
  readonly endBytes: number
  /** Whether the last line lacks its end and is whole otherwise. */
  readonly lacksNewline: boolean
}

const newline = 0x0a

/**
 * Proves and splits the bytes of a state file. A last line that was never finished is left out: what it says was never
 * answered.
 * @throws {StateFileError} naming the first line that is not as it was written
 */
export function readStateLines(path: string, bytes: Uint8Array): StateLines {
  const objects: string[] = []
  let chain = 0
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(newline, start)
    const isUnfinished = end === -1
    const read = unsealLine(bytes.subarray(start, isUnfinished ? bytes.length : end), chain)
    if (read === undefined) {
      // A finished line whose newline alone was changed looks unfinished, but is not.
      const isDamaged = !isUnfinished || unsealLine(bytes.subarray(start, -1), chain) !== undefined
      if (isDamaged || objects.length === 0) throw damage(path, objects.length + 1, bytes)
      return { objects, chain, endBytes: start, lacksNewline: false }
    }
    objects.push(read.json)
    chain = read.chain
    if (isUnfinished) return { objects, chain, endBytes: bytes.length, lacksNewline: true }
    start = end + 1
  }
  return { objects, chain, endBytes: start, lacksNewline: false }
}

function damage(path: string, line: number, bytes: Uint8Array): StateFileError {
  const beginning = '{"format":"animal-store-state"'
  if (line === 1 && new TextDecoder().decode(bytes.subarray(0, beginning.length)) !== beginning) {
    return new StateFileError(
      path,
      'it was not made by animal-store, or its beginning is damaged. Name another file.',
      1,
    )
  }
  const before =
    line === 1
      ? 'move it away to begin anew'
      : `keep what stands before it (head -n ${line - 1} ${path} > repaired, then --state repaired), or move it away to begin anew`
  return new StateFileError(
    path,
    `line ${line} is damaged: its checksum does not fit. Nothing was changed. Put a copy of the file in place, ${before}.`,
    line,
  )
}
