import { type Command, Option } from 'commander'
import { collect, numberOption } from '../option.ts'
import type { Shell } from '../shell.ts'
import type { ReliesOnFlags } from './run-relies-on.ts'

const examples = `
The command gets the address of the mock, such as http://127.0.0.1:40123/v1, in ANIMAL_STORE_URL and in the variables
of --env. It runs once as the mock is by default and must pass; then once for each alternative that changes an answer.

Examples:
  animal-store relies-on -- npm test
  animal-store relies-on --env PETS_URL -- node --test
  animal-store relies-on --port 4010 -- npx playwright test
  animal-store relies-on --profile staging.profile.json -- npm test

Exit codes: 0 it relies on nothing, or is safe with the profile; 1 it relies on something, or is not safe;
2 wrong usage; 3 could not tell.`

/** Adds the command `relies-on`. */
export function addReliesOnCommand(program: Command, shell: Shell): void {
  program
    .command('relies-on')
    .description("Find what a client relies on although the interface leaves it open, with the client's own tests.")
    .argument('<command...>', "the client's tests, after --")
    .optionsGroup('The mock:')
    .option('--env <name>', 'a further variable that holds its address (repeatable)', collect)
    .addOption(numberOption('--port <number>', 'port to listen on; 0 takes any free one', 65_535).default(0))
    .addOption(new Option('--dataset <name>', 'its animals, by name or by the path of a file').default('demo', 'demo'))
    .addOption(numberOption('--count <number>', 'how many of them, where the dataset can be made in any number'))
    .addOption(numberOption('--seed <number>', 'what datasets and scenarios draw their chances from').default(1))
    .option('--keys <file>', 'own keys, as for mock')
    .optionsGroup('What is tried:')
    .option('--profile <file>', 'say whether the client is safe with these choices, such as contract --learn writes')
    .option('--stop-at-first', 'stop at the first failure')
    .addOption(numberOption('--timeout <seconds>', 'for one run (default: ten times the first, at least 30)', 86_400))
    .optionsGroup('What is printed:')
    .option('--json', 'print JSON in place of text')
    .option('--quiet', 'print the result alone')
    .optionsGroup('Help:')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (words: readonly string[], flags: ReliesOnFlags) => {
      const { runReliesOn } = await import('./run-relies-on.ts')
      await runReliesOn(words, flags, shell)
    })
}
