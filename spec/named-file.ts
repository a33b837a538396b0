const usualMostBytes = 64 * 1_048_576

/**
 * Refuses what has no end, such as /dev/zero, and what may never begin, such as a pipe.
 * @param takesPipe on a shell, a pipe is what a person gives with `<(command)`
 * @returns how many bytes the file has; `undefined` for a pipe
 * @throws {Error} saying what it is, or that of the system
 */
export function namedFileBytes(path: string, takesPipe = false): number | undefined {
  const found = process.getBuiltinModule('node:fs').statSync(path)
  if (found.isFile()) return found.size
  if (takesPipe && found.isFIFO()) return undefined
  const kind = found.isDirectory() ? 'a folder' : found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device'
  throw new Error(`it is ${kind}`)
}

/**
 * The bytes of a file that somebody named.
 * @param takesPipe as in {@link namedFileBytes}
 * @throws {Error} when it is no plain file, or larger, or cannot be read
 */
export function readNamedFile(path: string, takesPipe = false, mostBytes = usualMostBytes): Buffer {
  // Not imported at the top: a bundle for browsers may contain this file.
  const { closeSync, openSync, readFileSync, readSync } = process.getBuiltinModule('node:fs')
  const bytes = namedFileBytes(path, takesPipe)
  if (bytes !== undefined && bytes > mostBytes)
    throw new Error(`it has ${bytes} bytes, and at most ${mostBytes} can be read`)
  if (bytes !== undefined) return readFileSync(path)
  const pipe = openSync(path, 'r')
  try {
    const pieces: Buffer[] = []
    for (let left = mostBytes; left >= 0;) {
      const piece = Buffer.alloc(65_536)
      const count = readSync(pipe, piece)
      if (count === 0) return Buffer.concat(pieces)
      pieces.push(piece.subarray(0, count))
      left -= count
    }
    throw new Error(`it has more than ${mostBytes} bytes`)
  } finally {
    closeSync(pipe)
  }
}
