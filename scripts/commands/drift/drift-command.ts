import type { Command } from 'commander'
import { addReachOptions } from '../deployment.ts'
import type { DriftFlags } from './run-drift.ts'
import type { Shell } from '../shell.ts'

const examples = `
A and B are each the address of a deployment, what contract --report json=FILE wrote, or a profile.

Examples:
  animal-store drift https://staging.example/v1 https://next.example/v1 --key-env KEY
  animal-store drift https://staging.example/v1 https://api.example/v1 --key-env-a STAGING_KEY --key-env-b KEY
  animal-store drift staging.profile.json https://next.example/v1 --key-env KEY
  animal-store drift monday.json friday.json --json
  animal-store drift old.profile.json https://staging.example/v1 --key-env KEY --learn staging.profile.json

Exit codes: 0 no drift, 1 drift, 2 wrong usage, 3 could not tell.`

/** Adds the command `drift`. */
export function addDriftCommand(program: Command, shell: Shell): void {
  const command = program
    .command('drift')
    .description('Compare two deployments, reports or profiles: clause by clause, and choice by choice.')
    .argument('<a>', 'an address, a report or a profile')
    .argument('<b>', 'another one')
    .optionsGroup('The API key, for both deployments or with -a or -b for one:')
  for (const side of ['', '-a', '-b']) {
    command
      .option(`--key-env${side} <name>`, 'the environment variable that holds it')
      .option(`--key-file${side} <file>`, 'the file that holds it')
      .option(`--key${side} <key>`, 'the key itself; other users of this machine may see it')
  }
  command
    .optionsGroup('What the runs may do:')
    .option('--read-only', 'send nothing but GET')
    .option('--write-to <host>', 'allow writing to this production host, which must be typed out')
    .option('--any-path', 'take addresses that do not end in /v1')
    .option('--category <id>', 'a categoryId that new animals may have')
    .option('--date <instant>', 'the day by which both judge the removal of getPet, such as 2031-01-01')
  addReachOptions(command.optionsGroup('How they reach the deployments:'))
    .optionsGroup('What is printed and written:')
    .option('--json', 'print JSON in place of text')
    .option('--learn <file>', 'write what B chose where the interface is silent, for mock --profile')
    .option('--quiet', 'print the comparison alone')
    .optionsGroup('Help:')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (a: string, b: string, flags: DriftFlags) => {
      const { runDriftCommand } = await import('./run-drift.ts')
      await runDriftCommand([a, b], flags, shell)
    })
}
