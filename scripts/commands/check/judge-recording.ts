import {
  type Traffic,
  readEntry,
  splitEntries,
  withAttachedBodies,
} from '../../../contract-tests/parts/traffic/index.ts'
import { shown } from '../../../spec/index.ts'
import { codeOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import { openRecording } from './recording-file.ts'

/** Why not all of a recording was read. */
const problems = {
  'too-large': 'An entry of more than 64 MiB was not read.',
  'cut-off': 'The recording ends in the middle. What came before was judged.',
  'not-json': 'Parts of the recording are not JSON, so not all of it was read.',
  damaged: 'The packed recording is damaged or ends in the middle. What came before was judged.',
  unreadable: 'Some entries are not of HAR, so not all of it was read.',
} as const

// Four times the largest entry that is read.
const mostBytes = 256 * 1_048_576

/**
 * Judges the exchanges of a recording, which may have any size, and come through a pipe.
 * @param onRead called with the number of bytes that were read so far
 * @returns why not all of it was read; `undefined` if it was
 * @throws {UsageError} when the file cannot be read, or is no recording
 */
export async function judgeRecording(
  traffic: Traffic,
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): Promise<string | undefined> {
  const { chunks, readBody } = openRecording(file)
  let read = 0
  let beginning = ''
  let [isRecording, isOther] = [false, false]
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (read === 0) beginning = Buffer.from(chunk.subarray(0, 40)).toString()
      read += chunk.byteLength
      onRead(read)
      if (read > mostBytes && !isRecording) return
      yield chunk
    }
  }
  let problem: keyof typeof problems | undefined
  try {
    for await (const part of splitEntries(counted())) {
      const entry = 'text' in part ? readEntry(await withAttachedBodies(part.text, readBody)) : part.problem
      isRecording ||= typeof entry === 'object' || entry === 'without an answer' || entry === 'from a cache'
      if (typeof entry === 'object') traffic.judge(entry)
      else if (entry === 'without an answer' || entry === 'from a cache') traffic.leaveOut(entry)
      else problem = entry
      isOther ||= problem === 'not-json' || problem === 'unreadable'
    }
  } catch (error) {
    // What zlib says of bytes that it cannot unpack.
    if (!codeOf(error).startsWith('Z_')) throw error
    problem = 'damaged'
  }
  if (!isRecording && (isOther || read === 0 || read > mostBytes))
    throw new UsageError(
      `Cannot check ${file}: it is no recording. Expected a HAR file, as browsers and animal-store proxy write it, or one ` +
        `HAR entry a line; found ${read === 0 ? 'an empty file' : `what begins with ${shown(beginning)}`}.`,
    )
  return problem && problems[problem]
}
