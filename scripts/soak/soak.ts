import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { endWithCodeOf } from '../testing/exit-code.ts'
import { soak } from './run-soak.ts'

const help = `Uses a mock with a state file and two replicas for a long time, and fails if anything grows.

Usage: npm run soak -- [--minutes 60] [--calls 20]

  --minutes <number>   how long (default: 60); a trial of 2 shows that it runs
  --calls <number>     how many calls a second (default: 20)

Each round calls, listens to the journal, makes snapshots, loads animals, resets and deletes its sandbox, and so leaves
nothing behind. In the end it prints the slope of heap, handles, file descriptors and of the time that 99 of 100 calls
took. Ctrl-C prints what was measured so far. Exit codes: 0 nothing grew, 1 something grew or an answer was wrong, 2 wrong
usage.`

const options = {
  minutes: { type: 'string', default: '60' },
  calls: { type: 'string', default: '20' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

// The servers are killed, and their folder is removed, when this process exits.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stop.abort()
    process.exit(128 + constants.signals[signal])
  })

await endWithCodeOf('npm run soak -- --help', async () => {
  const { values } = parseArgs({ options })
  if (values.help) {
    console.log(help)
    return 0
  }
  const [minutes, callsPerSecond] = [positive('--minutes', values.minutes), positive('--calls', values.calls)]
  const run = { minutes, callsPerSecond, callsPerRound: 100, signal: stop.signal }
  return (await soak({ ...run, print: (line) => console.log(line) })) ? 1 : 0
})

function positive(flag: string, text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 10_000) return value
  throw new RangeError(`Cannot read ${flag} ${JSON.stringify(text)}: expected a number above 0, and at most 10000.`)
}
