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
    '--journal <file>': { text: 'where every animal and answer is written', usual: defaultJournal },
    '--resume': 'go on with the journal, to its address and with its animals',
    '--send-unknown': 'send animals whose answers were lost once more: look first whether they exist',
    '--out <file>': 'write the animals with their ids, as .json, .ndjson or .csv',
    ...reachOptions,
  },
} as const

/** The parsed flags of `seed`. */
export type SeedFlags = CommandFlags<typeof options>

/** The command `seed`. */
export const addSeedCommand = defineCommand({
  name: 'seed',
  about: 'Add the animals of a dataset to a deployment through POST /pets, each exactly once.',
  options,
  run: async (flags, shell) => (await import('./run-seed.ts')).runSeed(flags, shell),
  more: `
Each animal is sent once: it is written to the journal before it is sent, and every answer after. Ctrl-C, a crash or
kill -9 lose nothing: --resume sends only what is not known to exist. An animal whose answer was lost is unknown. Look for
it in the deployment: --send-unknown sends all of these once more. A run that meets the limit of a day stops, and says
when to go on.

A public host is taken for production, and then needs --write-to, unless a part of its name says otherwise (staging,
test, dev, demo, sandbox, qa, uat, preview, mock, ci and the like). Plain http is for this machine and private networks.

Examples:
  animal-store seed --url http://127.0.0.1:4010/v1 --key-env KEY --dataset demo --count 200
  animal-store seed --url https://staging.example/v1 --key-file key.txt --dataset animals.csv --dry-run
  animal-store seed --resume --key-env KEY
  animal-store seed --resume --send-unknown --key-env KEY --out seeded.json

Exit codes: 0 every animal exists, 1 it was stopped or some are unknown or refused, 2 the usage is wrong, 130 Ctrl-C.`,
})
