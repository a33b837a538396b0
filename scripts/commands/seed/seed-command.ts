import { type Command, Option } from 'commander'
import { planNames } from '../../../spec/names.ts'
import { numberOption } from '../option.ts'
import { type DeploymentFlags, addAddressOptions, addReachOptions } from '../deployment.ts'
import type { Shell } from '../shell.ts'

/** The flags of `animal-store seed`, parsed. */
export interface SeedFlags extends DeploymentFlags {
  readonly dataset?: string
  readonly count?: number
  readonly seed?: number
  readonly spread?: true
  readonly dryRun?: true
  readonly journal: string
  readonly resume?: true
  readonly retryUnknown?: true
  readonly out?: string
}

/** Where a seeding is journalled by default. */
export const defaultJournal = 'animal-store-seed.db'

const examples = `
Each animal is sent once: every request is written to the journal before it is sent, and
every answer after. Ctrl-C, a crash or kill -9 lose nothing: --resume sends only what is not known to exist. An animal
whose answer was lost is unknown, and is sent again only with --retry-unknown, after a look for it.

A public host is taken for production, and then needs --write-to, unless a part of its name says otherwise (staging,
test, dev, demo, sandbox, qa, uat, preview, mock, ci and the like). Plain http is for this machine and private networks.

Examples:
  animal-store seed --url http://127.0.0.1:4010/v1 --key-env KEY --dataset demo --count 200
  animal-store seed --url https://staging.example/v1 --key-file key.txt --dataset animals.csv --dry-run
  animal-store seed --resume --key-env KEY
  animal-store seed --resume --retry-unknown --key-env KEY --out seeded.json

Exit codes: 0 every animal exists, 1 it was stopped or some are unknown or refused, 2 the usage is wrong, 130 Ctrl-C.`

/** Adds the command `seed`. */
export function addSeedCommand(program: Command, shell: Shell): void {
  const command = program
    .command('seed')
    .description('Add the animals of a dataset to a deployment through POST /pets, each exactly once.')
    .optionsGroup('Where to:')
  addAddressOptions(command)
    .option('--write-to <host>', 'the host of --url once more, where it looks like production')
    .optionsGroup('What:')
    .option('--dataset <name>', 'the animals, by name or by the path of a file (default: demo)')
    .addOption(numberOption('--count <number>', 'how many of them, where the dataset can be made in any number'))
    .addOption(numberOption('--seed <number>', 'what generated animals draw their chances from (default: 1)'))
    .optionsGroup('How:')
    .option('--dry-run', 'send nothing, and print what it would take')
    .addOption(new Option('--plan <plan>', 'the plan of the key (default: as the headers show)').choices(planNames))
    .option('--spread', 'go on over several days if the plan does not allow enough in one')
    .option('--journal <file>', 'where every request and answer is written', defaultJournal)
    .option('--resume', 'go on with the journal, to its address and with its animals')
    .option('--retry-unknown', 'look for animals whose answers were lost, and send again those that are not found')
    .option('--out <file>', 'write the animals with their ids, as .json, .ndjson or .csv')
  addReachOptions(command)
    .addHelpOption(new Option('-h, --help', 'print this help').helpGroup('How:'))
    .addHelpText('after', examples)
    .action(async (flags: SeedFlags) => {
      const { runSeed } = await import('./run-seed.ts')
      await runSeed(flags, shell)
    })
}
