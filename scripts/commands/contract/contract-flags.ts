import { planNames } from '../../../spec/names.ts'
import { type CommandFlags, number, repeated } from '../command.ts'
import { addressOptions, maxWaitOption, reachOptions, reportOptions } from '../deployment.ts'

/** The options of `contract`, as its help shows them. */
export const contractOptions = {
  'What is tested:': {
    ...addressOptions,
    '--any-path': 'accept an address that does not end in /v1, such as one behind the gateway that adds it',
    '--fault <id>': 'without --url: a fault of the mock that is started',
  },
  'What the run may do:': {
    '--read-only': 'send nothing but GET',
    '--write-to <host>': 'allow writing to this production host, which must be typed out',
    '--probe-rate-limit': 'exceed the rate limit once, with as many requests as it takes',
    '--thorough': 'also send random sequences of requests; needs the package fast-check',
    '--requests <n>': number('with --thorough: how many requests they take (default: 500)', 100_000),
    '--animals <n>': number('with --thorough: how many animals they may add (default: 60)', 10_000),
    '--seed <n>': number('with --thorough: draw the same sequences as an earlier run', 2 ** 31 - 1),
    '--plan <plan>': { text: 'the plan of the key, to compare with X-RateLimit-Limit', choices: planNames },
    '--category <id>': 'a categoryId that new animals may have',
    '--date <instant>': 'the day by which the removal of getPet is judged, such as 2031-01-01',
    '--require <what>': { text: 'exit with 3 if any clause is not decided', choices: ['complete'] },
    '--only <ids>': repeated('run only these probes, separated by commas'),
    '--strict': 'count warnings, which a careful reader could defend, as broken',
  },
  'How it reaches the deployment:': {
    ...reachOptions,
    ...maxWaitOption(120),
  },
  'What it reports:': {
    ...reportOptions,
    '--learn <file>': 'write what the deployment chose where the interface is silent, for mock --profile',
  },
} as const

/** The parsed flags of `contract`. */
export type ContractFlags = CommandFlags<typeof contractOptions>
