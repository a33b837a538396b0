import { type Command, InvalidArgumentError, Option } from 'commander'
import { type PetFormat, petFormats } from '../../fixtures/pet-files/format.ts'
import { parseWholeNumber } from './parse-values.ts'
import { option } from './option.ts'
import type { Shell } from './shell.ts'

/** What `animal-store fixtures` was told, as its flags were parsed. */
export interface FixturesFlags {
  /** The name of a dataset, or the path of a file. */
  readonly dataset: string
  readonly count?: number
  readonly seed: number
  /** What the generator makes animals of, as it was typed; any of these takes the place of a dataset. */
  readonly locale?: string
  readonly categories?: string
  readonly statusMix?: string
  readonly format?: PetFormat
  readonly out?: string
}

const examples = `
A dataset is one of "animal-store list datasets", or a file: JSON, NDJSON or CSV with id, name, categoryId and status,
or a module (.js, .ts) whose default export is animals or a function that gives them. A file is checked as a whole, and
written anew only when it has no problem. CSV is safe to open in a spreadsheet: no name is run as a formula.
--locale, --categories and --status-mix generate animals (60, or --count) in place of a dataset. Other languages than
these three have no list of names that fit the breeds.

Examples:
  animal-store fixtures --count 500 --seed 7 --out animals.csv
  animal-store fixtures --dataset large --count 1000000 --format ndjson | gzip > animals.ndjson.gz
  animal-store fixtures --locale fr --categories cat,dog --status-mix available=3,sold=1 --count 30 --out chats.csv
  animal-store fixtures --dataset animals.csv --out animals.json
  animal-store mock --dataset animals.csv`

/** Adds the command `fixtures`. */
export function addFixturesCommand(program: Command, shell: Shell): void {
  program
    .command('fixtures')
    .description('Write the animals of a dataset as JSON, NDJSON or CSV.')
    .addOption(new Option('--dataset <name>', 'the animals, by name or by the path of a file').default('demo', 'demo'))
    .addOption(option('--count <number>', 'how many of them, where the dataset can be made in any number', parseNumber))
    .addOption(option('--seed <number>', 'what generated animals draw their chances from', parseNumber).default(1))
    .option('--locale <language>', 'generate all animals anew, with names in en, fr or ja')
    .option('--categories <kinds>', 'generate them of these kinds, such as dog,cat=42 with 42 as the id of cats')
    .option('--status-mix <weights>', 'generate them with these statuses, such as available=3,sold=1,none=1')
    .addOption(
      new Option('--format <format>', 'json, ndjson or csv (default: as --out ends, else json)').argParser(parseFormat),
    )
    .option('--out <file>', 'where to write them, all or nothing (default: the standard output)')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (flags: FixturesFlags, command: Command) => {
      const { runFixtures } = await import('./run-fixtures.ts')
      await runFixtures(flags, shell, command.getOptionValueSource('dataset') === 'cli')
    })
}

const parseNumber = (text: string) => parseWholeNumber(text, Number.MAX_SAFE_INTEGER)

function parseFormat(text: string): PetFormat {
  const format = petFormats.find((known) => known === text)
  if (format !== undefined) return format
  throw new InvalidArgumentError(`Allowed: ${petFormats.join(', ')}.`)
}
