import type { Command } from 'commander'
import { addJudgeOptions, addReportOptions } from '../deployment.ts'
import type { Shell } from '../shell.ts'
import type { CheckFlags } from './run-check.ts'

const examples = `
Examples:
  animal-store check session.har
  animal-store check session.har --url https://staging.example/v1 --report html=traffic.html
  animal-store check traffic.har --baseline last.json --only-new --report json=last.json
  curl -s http://127.0.0.1:4010/_mock/sandboxes/default/journal | animal-store check -
  zcat big.har.gz | animal-store check - --quiet

Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 nothing or not all could be judged.`

/** Adds the command `check`. */
export function addCheckCommand(program: Command, shell: Shell): void {
  const command = program
    .command('check')
    .description('Check recorded traffic: which clauses of the interface its answers keep. Nothing is sent.')
    .argument('<file>', 'a HAR file, the journal of the mock, or one entry of either a line; - reads standard input')
    .optionsGroup('What is judged:')
  addJudgeOptions(
    command.option('--url <address>', 'the base address of the service (default: what stands before /v1/pets)'),
  )
    .option('--date <instant>', 'the day by which the removal of getPet is judged (default: that of each exchange)')
    .optionsGroup('What it reports:')
  addReportOptions(command)
    .optionsGroup('Help:')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (file: string, flags: CheckFlags) => {
      const { runCheckCommand } = await import('./run-check.ts')
      await runCheckCommand(file, flags, shell)
    })
}
