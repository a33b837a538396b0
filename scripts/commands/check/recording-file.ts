import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileProblem } from '../files.ts'
import { UsageError } from '../shell.ts'
import { ZipError, ZipFile } from './zip-file.ts'

/** A recording as it is read, whatever it is packed in. */
export interface RecordingFile {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The body that a recorder put into a file of its own; `undefined` where there is none, or it is too large. */
  readonly readBody: (name: string) => Promise<Uint8Array | undefined>
}

// As large as an entry with a body may be.
const mostBodyBytes = 64 * 1_048_576
const chunkBytes = 1_048_576
const [zipMark, gzipMark] = [Buffer.from('PK'), Buffer.from([0x1f, 0x8b])]

/**
 * Opens a HAR file, one that is packed by gzip, or a zip of Playwright.
 * @param file `-` for standard input
 * @throws {UsageError} when it cannot be read
 */
export async function openRecording(file: string): Promise<RecordingFile> {
  if (file === '-') return { chunks: unpacked(process.stdin), readBody: () => Promise.resolve(undefined) }
  try {
    if ((await beginningOf(file)).equals(zipMark)) return await openZip(file)
  } catch (error) {
    const reason = error instanceof ZipError ? `${error.message}. ${unzipIt}` : `${fileProblem(error, 'read')}.`
    throw new UsageError(`Cannot read ${file}: ${reason}`)
  }
  const folder = dirname(file)
  return {
    chunks: unpacked(createReadStream(file, { highWaterMark: chunkBytes })),
    readBody: (name) => readBeside(join(folder, name)),
  }
}

const unzipIt = 'Unzip it, and name the .har file in it: the bodies are read from the files beside it.'

async function openZip(file: string): Promise<RecordingFile> {
  const zip = await ZipFile.open(file)
  const names = zip.names.filter((name) => name.endsWith('.har'))
  if (names.length === 0) throw new ZipError('the zip has no .har file in it')
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (const name of names) yield* ((await zip.read(name)) ?? []) as AsyncIterable<Uint8Array>
  }
  return { chunks: chunks(), readBody: (name) => zip.readWhole(name, mostBodyBytes) }
}

async function beginningOf(path: string): Promise<Buffer> {
  if ((await stat(path)).isDirectory()) throw new Error('it is a folder')
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, null)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readBeside(path: string): Promise<Uint8Array | undefined> {
  const { size } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY }))
  return size > mostBodyBytes ? undefined : readFile(path)
}

/** The text of a stream that may be packed by gzip. @throws {UsageError} for a zip, which can only be read from a file */
async function* unpacked(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  const first = await chunks.next()
  if (first.done === true) return
  const beginning = Buffer.from(first.value).subarray(0, 2)
  if (beginning.equals(zipMark)) throw new UsageError('Cannot read a zip from standard input: name its file.')
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    yield* chunks
  }
  if (beginning.equals(gzipMark)) yield* pipeline(Readable.from(all()), createGunzip(), () => undefined)
  else yield* all()
}
