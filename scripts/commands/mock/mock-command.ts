import { defineCommand } from '../command.ts'
import { mockOptions as options } from './mock-flags.ts'
import { runMock } from './run-mock.ts'

/** The command `mock`. */
export const command = defineCommand({
  name: 'mock',
  about: 'Serve the mock of the interface at http://127.0.0.1:4010/v1 until Ctrl-C.',
  options,
  async run(flags, shell, _given, isTyped) {
    if (flags.from === undefined) return runMock(flags, shell)
    // Few starts have a link, and the others need not load what reads it.
    const { flagsWithLink } = await import('./link-flags.ts')
    await runMock(flagsWithLink(flags, flags.from, isTyped), shell)
  },
  more: `
Examples:
  animal-store mock
  animal-store mock --port 0 --quiet
  animal-store mock --scenario rate-limited:listPets:3 --latency 100-400
  animal-store mock --profile staging.profile.json --choose list-order=newest-first
  animal-store mock --dataset large --count 100000 --state animals.state
  animal-store mock --dataset animals.csv
  animal-store mock --state redis://localhost:6379/0
  animal-store mock --clock 2030-12-04T23:59:00Z
  animal-store mock --from 'dataset=demo&seed=7&scenario=slow:listPets&list-order=newest-first'
  animal-store mock --conduct error --conduct-off rounded-id
  animal-store mock --log json | jq 'select(.status >= 400)'

Ctrl-C and SIGTERM stop it within 5 seconds, with exit code 0; a second one kills it, with 130 or 143.
Exit code 1: a client breaks --conduct; 2: wrong usage, a taken port or a damaged animal file.`,
})
