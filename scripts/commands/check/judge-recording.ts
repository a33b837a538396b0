import { type Traffic, readEntry, splitEntries, withAttachedBodies } from '../../../contract-tests/traffic/index.ts'
import { codeOf } from '../files.ts'
import { openRecording } from './recording-file.ts'

/** Why not all of a recording was read. */
const problems = {
  'too-large': 'An entry of more than 64 MiB was not read.',
  'cut-off': 'The recording ends in the middle. What came before was judged.',
  'not-json': 'Parts of the recording are not JSON, so not all of it was read.',
  damaged: 'The packed recording is damaged or ends in the middle. What came before was judged.',
  unreadable: 'Some entries are not of HAR, so not all of it was read.',
} as const

/**
 * Judges the exchanges of a recording.
 * @param onRead called with the number of bytes that were read so far
 * @returns why not all of it was read; `undefined` if it was
 * @throws {UsageError} when the file cannot be read
 */
export async function judgeRecording(
  traffic: Traffic,
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  const { chunks, readBody } = await openRecording(file)
  let read = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      read += chunk.byteLength
      onRead(read)
      yield chunk
    }
  }
  let problem: keyof typeof problems | undefined
  try {
    for await (const part of splitEntries(counted())) {
      const entry = 'text' in part ? readEntry(await withAttachedBodies(part.text, readBody)) : part.problem
      if (typeof entry === 'object') traffic.judge(entry)
      else if (entry === 'without an answer' || entry === 'from a cache') traffic.leaveOut(entry)
      else problem = entry
    }
  } catch (error) {
    // What zlib says of bytes that it cannot unpack.
    if (!codeOf(error).startsWith('Z_')) throw error
    problem = 'damaged'
  }
  return problem && problems[problem]
}
