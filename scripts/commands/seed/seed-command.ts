import { planNames } from '../../../spec/names.ts'
import { type CommandFlags, defineCommand, number } from '../command.ts'
import { addressOptions, reachOptions } from '../deployment.ts'

/** Where a seeding is journalled by default. */
export const defaultJournal = 'animal-store-seed.db'

const options = {
  'Where to:': {
    ...addressOptions,
    '--write-to <host>': 'the host of --url once more, where it looks like production',
  },
  'What:': {
    '--dataset <name>': 'the animals, by name or by the path of a file (default: demo)',
    '--count <number>': number('how many of them, where the dataset can be made in any number'),
    '--seed <number>': number('what generated animals draw their chances from (default: 1)'),
  },
  'How:': {
    '--dry-run': 'send nothing, and print what it would take',
    '--plan <plan>': { text: 'the plan of the key (default: as the headers show)', choices: planNames },
    '--spread': 'go on over several days if the plan does not allow enough in one',
    '--journal <file>': { text: 'where every request and answer is written', usual: defaultJournal },
    '--resume': 'go on with the journal, to its address and with its animals',
    '--retry-unknown': 'look for animals whose answers were lost, and send again those that are not found',
    '--out <file>': 'write the animals with their ids, as .json, .ndjson or .csv',
    ...reachOptions,
  },
} as const

/** The parsed flags of `seed`. */
export type SeedFlags = CommandFlags<typeof options>

/** The command `seed`. */
export const addSeedCommand = defineCommand({
  name: 'seed',
  about: 'Add the animals of a dataset to a deployment through POST /pets, and go on after a crash.',
  options,
  run: async (flags, shell) => (await import('./run-seed.ts')).runSeed(flags, shell),
  more: `
No animal is sent again while it may exist: every request is written to the journal before it is sent, and every answer
after. Ctrl-C, a crash or kill -9 lose nothing: --resume leaves out what exists, and what is unknown because its answer
was lost. --retry-unknown looks for those, and sends them again unless it finds them. Where no look can prove that an
animal does not exist, the summary names it, because there may be two of it then.

A public host is taken for production, and then needs --write-to, unless a part of its name says otherwise (staging,
test, dev, demo, sandbox, qa, uat, preview, mock, ci and the like). Plain http is for this machine and private networks.

Examples:
  animal-store seed --url http://127.0.0.1:4010/v1 --key-env KEY --dataset demo --count 200
  animal-store seed --url https://staging.example/v1 --key-file key.txt --dataset animals.csv --dry-run
  animal-store seed --resume --key-env KEY
  animal-store seed --resume --retry-unknown --key-env KEY --out seeded.json

Exit codes: 0 every animal exists, 1 it was stopped or some are unknown or refused, 2 the usage is wrong, 130 Ctrl-C.`,
})
