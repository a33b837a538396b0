import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { mostBodyBytes } from '../../../contract-tests/parts/traffic/index.ts'
import { namedFileBytes, readNamedFile } from '../../../spec/index.ts'
import { fileProblem } from '../files.ts'
import { UsageError } from '../shell.ts'

/** A recording as it is read, whatever it is packed in; `-` is standard input. */
interface RecordingFile {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The body that a recorder put into a file of its own; `undefined` where there is none. */
  readonly readBody: (name: string) => Promise<Uint8Array | undefined>
}

/** In the place of a body that is too large to be judged, whatever is in it. */
const tooLarge = Buffer.alloc(mostBodyBytes + 1)
const chunkBytes = 1_048_576
const [zipMark, gzipMark] = [Buffer.from('PK'), Buffer.from([0x1f, 0x8b])]

/**
 * Opens a HAR file, or one that is packed by gzip: spec/decisions/0052-where-a-library-was-turned-down.md.
 * @throws {UsageError} when it cannot be read
 */
export function openRecording(file: string): RecordingFile {
  if (file === '-') return piped(process.stdin)
  try {
    if (namedFileBytes(file, true) === undefined) return piped(createReadStream(file))
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${fileProblem(error, 'read')}.`)
  }
  const folder = dirname(file)
  return {
    chunks: unpacked(createReadStream(file, { highWaterMark: chunkBytes })),
    readBody: async (name) => readBeside(join(folder, name)),
  }
}

function piped(stream: Readable): RecordingFile {
  return { chunks: unpacked(stream), readBody: () => Promise.resolve(undefined) }
}

function readBeside(path: string): Uint8Array | undefined {
  try {
    return (namedFileBytes(path) ?? 0) > mostBodyBytes ? tooLarge : readNamedFile(path)
  } catch {
    return undefined
  }
}

/** The text of a stream that may be packed by gzip. @throws {UsageError} for a zip */
async function* unpacked(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  const first = await chunks.next()
  if (first.done === true) return
  const beginning = Buffer.from(first.value).subarray(0, 2)
  if (beginning.equals(zipMark))
    throw new UsageError('Cannot check a zip. Unzip it, and name the .har file in it: bodies are read from beside it.')
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield first.value
    yield* chunks
  }
  if (beginning.equals(gzipMark)) yield* pipeline(Readable.from(all()), createGunzip(), () => undefined)
  else yield* all()
}
