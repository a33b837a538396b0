import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { mostBodyBytes } from '../../../contract-tests/traffic/index.ts'
import { namedFileBytes, readNamedFile } from '../../../spec/index.ts'
import { fileProblem } from '../files.ts'
import { UsageError } from '../shell.ts'
import { ZipError, openZip, withFile } from './zip-file.ts'

/** A recording as it is read, whatever it is packed in. */
export interface RecordingFile {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The body that a recorder put into a file of its own; `undefined` where there is none. */
  readonly readBody: (name: string) => Promise<Uint8Array | undefined>
}

/** In the place of a body that is too large to be judged, whatever is in it. */
const tooLarge = Buffer.alloc(mostBodyBytes + 1)
const mostKeptBytes = 64 * 1_048_576
const chunkBytes = 1_048_576
// Playwright puts one into a zip. To open each file of a zip takes its time, also if it is empty.
const mostRecordings = 1000
const [zipMark, gzipMark] = [Buffer.from('PK'), Buffer.from([0x1f, 0x8b])]

/**
 * Opens a HAR file, one that is packed by gzip, or a zip of Playwright.
 * @param isOnShell whether it may be a pipe, or `-` for standard input
 * @throws {UsageError} when it cannot be read
 */
export async function openRecording(file: string, isOnShell: boolean): Promise<RecordingFile> {
  if (file === '-' && isOnShell) return piped(process.stdin)
  try {
    // What was read of a pipe is gone, so it is not looked into.
    if (namedFileBytes(file, isOnShell) === undefined) return piped(createReadStream(file))
    if ((await beginningOf(file)).equals(zipMark)) return await recordingsIn(file)
  } catch (error) {
    const reason = error instanceof ZipError ? `${error.message}. ${unzipIt}` : `${fileProblem(error, 'read')}.`
    throw new UsageError(`Cannot read ${file}: ${reason}`)
  }
  const folder = dirname(file)
  return {
    chunks: unpacked(createReadStream(file, { highWaterMark: chunkBytes })),
    readBody: readOnce((name) => readBeside(join(folder, name))),
  }
}

function piped(stream: Readable): RecordingFile {
  return { chunks: unpacked(stream), readBody: () => Promise.resolve(undefined) }
}

const unzipIt = 'Unzip it, and name the .har file in it: the bodies are read from the files beside it.'

async function recordingsIn(file: string): Promise<RecordingFile> {
  const zip = await openZip(file)
  const names = zip.names.filter((name) => name.endsWith('.har'))
  if (names.length === 0) throw new ZipError('the zip has no .har file in it')
  if (names.length > mostRecordings)
    throw new ZipError(`the zip has ${names.length} .har files in it, and at most ${mostRecordings} are read`)
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (const name of names) yield* zip.read(name)
  }
  return {
    chunks: chunks(),
    readBody: readOnce(
      async (name) => (await zip.readWhole(name, mostBodyBytes)) ?? (zip.names.includes(name) ? tooLarge : undefined),
    ),
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const { buffer, bytesRead } = await withFile(path, (file) => file.read(Buffer.alloc(2), 0, 2, null))
  return buffer.subarray(0, bytesRead)
}

async function readBeside(path: string): Promise<Uint8Array | undefined> {
  try {
    return (namedFileBytes(path) ?? 0) > mostBodyBytes ? tooLarge : readNamedFile(path)
  } catch {
    return undefined
  }
}

/** Keeps bodies for a while: each of thousands of entries may name the same one. */
function readOnce(read: RecordingFile['readBody']): RecordingFile['readBody'] {
  const known = new Map<string, Uint8Array | undefined>()
  let size = 0
  return async (name) => {
    if (known.has(name)) return known.get(name)
    const bytes = await read(name)
    size += 1000 + (bytes === tooLarge ? 0 : (bytes?.byteLength ?? 0))
    if (size > mostKeptBytes) {
      known.clear()
      size = 0
    }
    known.set(name, bytes)
    return bytes
  }
}

/** The text of a stream that may be packed by gzip. @throws {UsageError} for a zip, which can only be read from a file */
async function* unpacked(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  const first = await chunks.next()
  if (first.done === true) return
  const beginning = Buffer.from(first.value).subarray(0, 2)
  if (beginning.equals(zipMark)) throw new UsageError('Cannot read a zip from a pipe: name its file.')
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    yield* chunks
  }
  if (beginning.equals(gzipMark)) yield* pipeline(Readable.from(all()), createGunzip(), () => undefined)
  else yield* all()
}
