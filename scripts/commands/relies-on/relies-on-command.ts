import { type CommandFlags, defineCommand, number, repeated } from '../command.ts'
import { animalOptions, mostPort } from '../deployment.ts'

const options = {
  'The mock:': {
    '--env <name>': repeated('a further variable that holds its address (repeatable)'),
    '--port <number>': { ...number('port to listen on; 0 takes any free one', mostPort), usual: 0 },
    '--dataset <name>': { text: 'its animals, by name or by the path of a file', usual: 'demo' },
    ...animalOptions,
    '--keys <file>': 'own keys, as for mock',
  },
  'What is tried:': {
    '--profile <file>': 'say whether the client is safe with these choices, such as contract --learn writes',
    '--stop-at-first': 'stop at the first failure',
    '--timeout <seconds>': number('for one run (default: ten times the first, at least 30)', 86_400),
  },
  'What is printed:': {
    '--json': 'print JSON in place of text',
    '--quiet': 'print the result alone',
  },
} as const

/** The parsed flags of `relies-on`. */
export type ReliesOnFlags = CommandFlags<typeof options>

/** The command `relies-on`. */
export const addReliesOnCommand = defineCommand({
  name: 'relies-on',
  about: "Find what a client relies on although the interface leaves it open, with the client's own tests.",
  takes: { '<command...>': "the client's tests, after --" },
  options,
  run: async (flags, shell, words) => (await import('./run-relies-on.ts')).runReliesOn(words, flags, shell),
  more: `
The command gets the address of the mock, such as http://127.0.0.1:40123/v1, in ANIMAL_STORE_URL and in the variables
of --env. It runs once as the mock is by default and must pass; then once for each alternative that changes an answer.

Examples:
  animal-store relies-on -- npm test
  animal-store relies-on --env PETS_URL -- node --test
  animal-store relies-on --port 4010 -- npx playwright test
  animal-store relies-on --profile staging.profile.json -- npm test

Exit codes: 0 it relies on nothing, or is safe with the profile; 1 it relies on something, or is not safe;
2 wrong usage; 3 could not tell.`,
})
