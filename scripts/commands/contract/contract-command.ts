import { planNames } from '../../../spec/names.ts'
import { type CommandFlags, defineCommand, number, repeated } from '../command.ts'
import { addressOptions, reachOptions, reportOptions } from '../deployment.ts'

const options = {
  'What is tested:': {
    ...addressOptions,
    '--any-path': 'take an address that does not end in /v1, such as one behind the gateway that adds it',
    '--fault <id>': 'without --url: a fault of the mock that is started',
  },
  'What the run may do:': {
    '--read-only': 'send nothing but GET',
    '--production': 'take the address for production, so that nothing is written without --write-to',
    '--write-to <host>': 'allow writing to this production host, which must be typed out',
    '--probe-rate-limit': 'exceed the rate limit once, with as many requests as it takes',
    '--thorough': 'also send random sequences of requests, as a model of the interface allows them',
    '--requests <n>': number('with --thorough: how many requests they take (default: 500)', 100_000),
    '--animals <n>': number('with --thorough: how many animals they may add (default: 60)', 10_000),
    '--seed <n>': number('with --thorough: draw the same sequences as an earlier run', 2 ** 31 - 1),
    '--plan <plan>': { text: 'the plan of the key, to hold its limits against', choices: planNames },
    '--category <id>': 'a categoryId that new animals may have',
    '--date <instant>': 'the day by which the removal of getPet is judged, such as 2031-01-01',
    '--require <what>': { text: 'end with 3 when anything stays open', choices: ['complete'] },
    '--only <ids>': repeated('run only these probes, separated by commas'),
    '--strict': 'count warnings, which a careful reader could defend, as broken',
  },
  'How it reaches the deployment:': {
    ...reachOptions,
    '--max-wait <seconds>': { ...number('the longest wait for the rate limit', 86_400), usual: 120 },
  },
  'What it reports:': {
    ...reportOptions,
    '--learn <file>': 'write what the deployment chose where the interface is silent, for mock --profile',
  },
} as const

/** The parsed flags of `contract`. */
export type ContractFlags = CommandFlags<typeof options>

/** The command `contract`. */
export const addContractCommand = defineCommand({
  name: 'contract',
  about: 'Check which clauses of the interface a deployment keeps; without --url, check a fresh mock.',
  options,
  run: async (flags, shell) => (await import('./run-contract.ts')).runContractCommand(flags, shell),
  more: `
Examples:
  animal-store contract
  animal-store contract --url https://staging.example/v1 --key-env STAGING_KEY
  animal-store contract --url https://staging.example/v1 --key-file key.txt --read-only
  animal-store contract --url https://staging.example/v1 --key-env KEY --plan pro --report json=run.json
  animal-store contract --url https://staging.example/v1 --key-env KEY --learn staging.profile.json
  animal-store contract --url http://localhost:3000 --any-path --key-env KEY
  animal-store contract --url https://staging.example/v1 --key-env KEY --thorough --requests 200
  animal-store contract --fault list-limit-ignored

Exit codes: 0 all held, 1 something is broken, 2 wrong usage, 3 inconclusive.`,
})
