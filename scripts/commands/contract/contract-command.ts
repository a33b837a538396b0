import { type Command, Option } from 'commander'
import { planNames } from '../../../spec/names.ts'
import type { ContractFlags } from './run-contract.ts'
import { addAddressOptions, addReachOptions, addReportOptions } from '../deployment.ts'
import { numberOption } from '../option.ts'
import type { Shell } from '../shell.ts'

const examples = `
Examples:
  animal-store contract
  animal-store contract --url https://staging.example/v1 --key-env STAGING_KEY
  animal-store contract --url https://staging.example/v1 --key-file key.txt --read-only
  animal-store contract --url https://staging.example/v1 --key-env KEY --plan pro --report json=run.json
  animal-store contract --url https://staging.example/v1 --key-env KEY --learn staging.profile.json
  animal-store contract --url http://localhost:3000 --any-path --key-env KEY
  animal-store contract --url https://staging.example/v1 --key-env KEY --thorough --requests 200
  animal-store contract --fault list-limit-ignored

Exit codes: 0 all held, 1 something is broken, 2 wrong usage, 3 inconclusive.`

/** Adds the command `contract`. */
export function addContractCommand(program: Command, shell: Shell): void {
  const command = program
    .command('contract')
    .description('Check which clauses of the interface a deployment keeps; without --url, check a fresh mock.')
    .optionsGroup('What is tested:')
  addAddressOptions(command)
    .option('--any-path', 'take an address that does not end in /v1, such as one behind the gateway that adds it')
    .option('--fault <id>', 'without --url: a fault of the mock that is started')
    .optionsGroup('What the run may do:')
    .option('--read-only', 'send nothing but GET')
    .option('--production', 'take the address for production, so that nothing is written without --write-to')
    .option('--write-to <host>', 'allow writing to this production host, which must be typed out')
    .option('--probe-rate-limit', 'exceed the rate limit once, with as many requests as it takes')
    .option('--thorough', 'also send random sequences of requests, as a model of the interface allows them')
    .addOption(numberOption('--requests <n>', 'with --thorough: how many requests they take (default: 500)', 100_000))
    .addOption(numberOption('--animals <n>', 'with --thorough: how many animals they may add (default: 60)', 10_000))
    .addOption(numberOption('--seed <n>', 'with --thorough: draw the same sequences as an earlier run', 2 ** 31 - 1))
    .addOption(new Option('--plan <plan>', 'the plan of the key, to hold its limits against').choices(planNames))
    .option('--category <id>', 'a categoryId that new animals may have')
    .option('--date <instant>', 'the day by which the removal of getPet is judged, such as 2031-01-01')
    .addOption(new Option('--require <what>', 'end with 3 when anything stays open').choices(['complete']))
    .option('--only <ids>', 'run only these probes or report only these checks, separated by commas', collectIds)
    .option('--strict', 'count warnings, which a careful reader could defend, as broken')
    .optionsGroup('How it reaches the deployment:')
  addReachOptions(command)
    .addOption(numberOption('--max-wait <seconds>', 'the longest wait for the rate limit', 86_400).default(120))
    .addOption(numberOption('--max-body <bytes>', 'the largest body, decompressed', 1_073_741_824).default(5_242_880))
    .optionsGroup('What it reports:')
  addReportOptions(command)
    .option('--learn <file>', 'write what the deployment chose where the interface is silent, for mock --profile')
    .optionsGroup('Help:')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (flags: ContractFlags) => {
      const { runContractCommand } = await import('./run-contract.ts')
      await runContractCommand(flags, shell)
    })
}

function collectIds(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((id) => id.trim())]
}
