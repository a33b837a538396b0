import { type CommandFlags, defineCommand } from '../command.ts'
import { judgeOptions, reportOptions, dateIn } from '../deployment.ts'
import { Traffic, readEntry, splitEntries, withAttachedBodies } from '../../../contract-tests/traffic/index.ts'
import { prepareReports } from '../reports.ts'
import { type Shell, statusLine } from '../shell.ts'
import { codeOf } from '../files.ts'
import { openRecording } from './recording-file.ts'

const options = {
  'What is judged:': {
    '--url <address>': 'the base address of the service (default: what stands before /v1/pets)',
    ...judgeOptions,
    '--date <instant>': 'the day by which the removal of getPet is judged (default: that of each exchange)',
  },
  'What it reports:': reportOptions,
} as const

type CheckFlags = CommandFlags<typeof options>

/** The command `check`. */
export const command = defineCommand({
  name: 'check',
  about: 'Check recorded traffic: which clauses of the interface its answers keep. Nothing is sent.',
  takes: {
    '<file>': 'a HAR file, or one entry of HAR a line, also in gzip or a zip of Playwright; - reads standard input',
  },
  options,
  run: runCheck,
  more: `
Examples:
  animal-store check session.har
  animal-store check session.har --url https://staging.example/v1 --report html=traffic.html
  animal-store check traffic.har --baseline last.json --only-new --report json=last.json
  curl -s http://127.0.0.1:4010/_mock/sandboxes/default/journal/export | animal-store check -
  animal-store check playwright.zip

Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 something is in doubt, or not all could be judged.`,
})

/** Why not all of a recording was read. */
const problems = {
  'too-large': 'An entry of more than 64 MiB was not read.',
  'cut-off': 'The recording ends in the middle. What came before was judged.',
  'not-json': 'Parts of the recording are not JSON, so not all of it was read.',
  damaged: 'The packed recording is damaged or ends in the middle. What came before was judged.',
  unreadable: 'Some entries are not of HAR, so not all of it was read.',
} as const

/**
 * Judges a recording as the flags say, and prints and writes its reports.
 * @throws {UsageError} when flags do not fit, or a file cannot be read or written
 * @throws {ExitWith} unless everything held and was written
 */
async function runCheck(flags: CheckFlags, shell: Shell, [file = '']: readonly string[]): Promise<void> {
  const { url, anyPath, plan, strict, withResets, quiet, json } = flags
  const report = await prepareReports(flags)
  const traffic = new Traffic({ url, anyPath, plan, strict, withResets, todayMilliseconds: dateIn(flags) })
  const line = statusLine(shell)
  let read = 0
  const { chunks, readBody } = await openRecording(file)
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      read += chunk.byteLength
      if (quiet !== true && json !== true)
        line.show(() => `${traffic.judged} exchanges judged in ${(read / 1_048_576).toFixed(0)} MiB`)
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
  line.clear()
  await report(traffic.result(problem && problems[problem]), { typed: (curl) => curl }, shell)
}
