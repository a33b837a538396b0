import { type CommandFlags, defineCommand } from '../command.ts'
import { judgeOptions, reportOptions, dateIn } from '../deployment.ts'
import { Traffic } from '../../../contract-tests/parts/traffic/index.ts'
import { prepareReports } from '../reports.ts'
import type { Shell } from '../shell.ts'
import { judgeRecording } from './judge-recording.ts'

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
    '<file>': 'a HAR file, or one HAR entry per line, also as gzip; - reads standard input',
  },
  options,
  run: runCheck,
  more: `
Examples:
  animal-store check session.har
  animal-store check session.har --url https://staging.example/v1 --report html=traffic.html
  animal-store check traffic.har --baseline last.json --only-new --report json=last.json
  curl -s http://127.0.0.1:4010/_mock/sandboxes/default/journal/export | animal-store check -

Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 something is in doubt, or not all could be judged.`,
})

/**
 * Judges a recording as the flags say, and prints and writes its reports.
 * @throws {UsageError} when flags do not fit, or a file cannot be read or written
 * @throws {ExitWith} unless everything held and was written
 */
async function runCheck(flags: CheckFlags, shell: Shell, [file = '']: readonly string[]): Promise<void> {
  const { url, anyPath, plan, strict, withResets } = flags
  const report = await prepareReports(flags)
  const traffic = new Traffic({ url, anyPath, plan, strict, withResets, todayMilliseconds: dateIn(flags) })
  await report(traffic.result(await judgeRecording(traffic, file)), { typed: (curl) => curl }, shell)
}
