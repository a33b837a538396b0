import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** Where a file lies in a zip. */
interface Entry {
  readonly isPacked: boolean
  readonly packedBytes: number
  readonly bytes: number
  readonly headerAt: number
}

/** A zip that is not read: it is damaged, encrypted, larger than 4 GiB or packed in an unusual way. */
export class ZipError extends Error {
  override readonly name = 'ZipError'
}

// The fields of the format, by their places: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, section 4.3.
const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50]
const [endBytes, entryBytes, localBytes, mostCommentBytes] = [22, 46, 30, 65_535]
const mostDirectoryBytes = 64 * 1_048_576

/**
 * The files of a zip, read one by one, so that a large zip takes no memory: spec/decisions/0175-packed-recordings.md.
 * @throws {ZipError} when it cannot be read as a zip
 */
export async function openZip(path: string) {
  const entries = await withFile(path, async (file) => entriesIn(await directoryOf(file)))

  /** A file of it, unpacked as it is read; nothing without one. */
  async function* read(name: string): AsyncGenerator<Buffer> {
    const { isPacked, packedBytes, headerAt } = entries.get(name) ?? {}
    if (headerAt === undefined || !packedBytes) return
    const start = await withFile(path, (file) => startOf(file, headerAt))
    const packed = createReadStream(path, { start, end: start + packedBytes - 1 })
    yield* isPacked ? pipeline(packed, createInflateRaw(), () => undefined) : packed
  }

  /** The whole of a file; `undefined` without one, or when it is larger. */
  async function readWhole(name: string, mostBytes: number): Promise<Buffer | undefined> {
    if ((entries.get(name)?.bytes ?? Infinity) > mostBytes) return undefined
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of read(name)) {
      size += chunk.byteLength
      // The size that a zip names may be wrong.
      if (size > mostBytes) return undefined
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  return { names: [...entries.keys()], read, readWhole }
}

/** Opens a file, and closes it once it was used. */
export async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/** Where the bytes of a file begin: its own header has a length of its own. */
async function startOf(file: FileHandle, headerAt: number): Promise<number> {
  const header = await bytesAt(file, headerAt, localBytes)
  if (header.readUInt32LE(0) !== localMark) throw new ZipError('it is damaged')
  return headerAt + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/** The list of files, which stands at the end. */
async function directoryOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const tailBytes = Math.min(size, endBytes + mostCommentBytes)
  const tail = await bytesAt(file, size - tailBytes, tailBytes)
  const endAt = endOf(tail)
  const [bytes, at] = [tail.readUInt32LE(endAt + 12), tail.readUInt32LE(endAt + 16)]
  if (at + bytes > size || bytes > mostDirectoryBytes) throw new ZipError('it is damaged, or larger than 4 GiB')
  return bytesAt(file, at, bytes)
}

/** Where the last record begins: its comment goes to the end of the file, and may look like another one. */
function endOf(tail: Buffer): number {
  for (let at = tail.length - endBytes; at >= 0; at--)
    if (tail.readUInt32LE(at) === endMark && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at
  throw new ZipError('it ends in the middle')
}

function entriesIn(directory: Buffer): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (let at = 0; at + entryBytes <= directory.length;) {
    if (directory.readUInt32LE(at) !== entryMark) throw new ZipError('it is damaged')
    const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
    const [packedBytes, bytes] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)]
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    if ((flags & 1) === 1) throw new ZipError('it is encrypted')
    if (method !== 0 && method !== 8) throw new ZipError('it is packed in an unusual way')
    const nameAt = at + entryBytes
    const named = directory.subarray(nameAt, nameAt + (name ?? 0)).toString()
    entries.set(named, { isPacked: method === 8, packedBytes, bytes, headerAt: directory.readUInt32LE(at + 42) })
    at = nameAt + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

/** @throws {ZipError} when there are fewer */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new ZipError('it ends in the middle')
  return buffer
}
