import { type CommandFlags, defineCommand } from '../command.ts'
import { judgeOptions, reportOptions } from '../deployment.ts'

const options = {
  'What is judged:': {
    '--url <address>': 'the base address of the service (default: what stands before /v1/pets)',
    ...judgeOptions,
    '--date <instant>': 'the day by which the removal of getPet is judged (default: that of each exchange)',
  },
  'What it reports:': reportOptions,
} as const

/** The parsed flags of `check`. */
export type CheckFlags = CommandFlags<typeof options>

/** The command `check`. */
export const addCheckCommand = defineCommand({
  name: 'check',
  about: 'Check recorded traffic: which clauses of the interface its answers keep. Nothing is sent.',
  takes: { '<file>': 'a HAR file, or one entry of HAR a line; - reads standard input' },
  options,
  run: async (flags, shell, [file = '']) => (await import('./run-check.ts')).runCheckCommand(file, flags, shell),
  more: `
Examples:
  animal-store check session.har
  animal-store check session.har --url https://staging.example/v1 --report html=traffic.html
  animal-store check traffic.har --baseline last.json --only-new --report json=last.json
  curl -s http://127.0.0.1:4010/_mock/sandboxes/default/journal/export | animal-store check -
  zcat big.har.gz | animal-store check - --quiet

Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 nothing or not all could be judged.`,
})
