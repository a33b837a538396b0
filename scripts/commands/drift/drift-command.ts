import { type CommandFlags, defineCommand } from '../command.ts'
import { keyOptions, reachOptions } from '../deployment.ts'

const options = {
  'The API key of both deployments:': {
    ...keyOptions,
    '--key-env-a <name>': 'the environment variable that holds the API key of A alone',
    '--key-env-b <name>': 'the environment variable that holds the API key of B alone',
  },
  'What the runs may do:': {
    '--read-only': 'send nothing but GET',
    '--write-to <host>': 'allow writing to this production host, which must be typed out',
    '--any-path': 'take addresses that do not end in /v1',
    '--category <id>': 'a categoryId that new animals may have',
    '--date <instant>': 'the day by which both judge the removal of getPet, such as 2031-01-01',
  },
  'How they reach the deployments:': reachOptions,
  'What is printed and written:': {
    '--json': 'print JSON in place of text',
    '--quiet': 'print the comparison alone',
  },
} as const

/** The parsed flags of `drift`. */
export type DriftFlags = CommandFlags<typeof options>

/** The command `drift`. */
export const addDriftCommand = defineCommand({
  name: 'drift',
  about: 'Compare two deployments, reports or profiles: clause by clause, and choice by choice.',
  takes: { '<a>': 'an address, a report or a profile', '<b>': 'another one' },
  options,
  run: async (flags, shell, [a = '', b = '']) => (await import('./run-drift.ts')).runDriftCommand([a, b], flags, shell),
  more: `
A and B are each the address of a deployment, what contract --report json=FILE wrote, or a profile.

Examples:
  animal-store drift https://staging.example/v1 https://next.example/v1 --key-env KEY
  animal-store drift https://staging.example/v1 https://api.example/v1 --key-env-a STAGING_KEY --key-env-b KEY
  animal-store drift staging.profile.json https://next.example/v1 --key-env KEY
  animal-store drift monday.json friday.json --json

Exit codes: 0 no drift, 1 drift, 2 wrong usage, 3 could not tell.`,
})
