import { gunzipSync } from 'node:zlib'
import { type Traffic, entriesIn, readEntry } from '../../../contract-tests/parts/traffic/index.ts'
import { readNamedFile, shown } from '../../../spec/index.ts'
import { fileProblem, standardInput } from '../files.ts'
import { UsageError } from '../shell.ts'

// A text of JavaScript cannot hold much more.
const mostBytes = 500_000_000

/**
 * Judges the exchanges of a recording, a file, a pipe, or `-` for standard input.
 * @returns why not all of it was read; `undefined` if it was
 * @throws {UsageError} when the file cannot be read, or is no recording
 */
export async function judgeRecording(traffic: Traffic, file: string): Promise<string | undefined> {
  const text = await readRecording(file)
  const entries = entriesIn(text).map(readEntry)
  for (const entry of entries) {
    if (typeof entry === 'object') traffic.judge(entry)
    else if (entry !== 'unreadable') traffic.leaveOut(entry)
  }
  if (text === '' || (entries.length > 0 && entries.every((entry) => entry === 'unreadable')))
    throw new UsageError(
      `Cannot check ${file}: it is no recording. Expected a whole HAR file, as browsers and animal-store proxy write it, or ` +
        `one HAR entry a line; found ${text === '' ? 'an empty file' : `what begins with ${shown(text.slice(0, 40))}`}.`,
    )
  return entries.includes('unreadable') ? 'Some entries are not of HAR, so not all of it was read.' : undefined
}

/** The text of a recording that may be packed by gzip. @throws {UsageError} when it cannot be read */
async function readRecording(file: string): Promise<string> {
  try {
    const bytes = file === '-' ? await standardInput(mostBytes) : readNamedFile(file, true, mostBytes)
    const mark = bytes.toString('latin1', 0, 2)
    if (mark === 'PK') throw new Error('it is a zip. Unzip it, and name the .har file in it')
    return (mark === '\u001F\u008B' ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes).toString()
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${fileProblem(error, 'read')}.`)
  }
}
