import { type Command, Option } from 'commander'
import { addJudgeOptions, addReportOptions } from '../deployment.ts'
import { numberOption } from '../option.ts'
import type { Shell } from '../shell.ts'
import type { ProxyFlags } from './run-proxy.ts'

const examples = `
Examples:
  animal-store proxy --to https://staging.example/v1
  animal-store proxy --to https://staging.example/v1 --panel 4012 --record traffic.har
  animal-store proxy --to https://staging.example/v1 --ca company.pem --conduct error --report html=traffic.html
  animal-store proxy --to http://127.0.0.1:4010/v1 --port 0

Ctrl-C stops it and prints the report.
Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 nothing or not all could be judged.`

/** Adds the command `proxy`. */
export function addProxyCommand(program: Command, shell: Shell): void {
  const command = program
    .command('proxy')
    .description('Forward calls to a deployment unchanged, and judge its answers and its clients beside it.')
    .optionsGroup('Where it forwards:')
    .requiredOption('--to <address>', 'the base address of the deployment; /v1 of the proxy stands for it')
    .addOption(numberOption('--port <number>', 'port to listen on; 0 takes any free one', 65_535).default(4011))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--ca <file>', 'certificate authorities to trust (PEM)')
    .option('--proxy <address>', 'the proxy to go through')
    .optionsGroup('What is judged:')
  addJudgeOptions(command)
    .addOption(numberOption('--max-body <bytes>', 'the largest body that is judged', 1_073_741_824).default(5_242_880))
    .addOption(
      new Option('--conduct [level]', 'end with 1 for conduct of the client of this level')
        .choices(['error', 'warning'])
        .preset('error'),
    )
    .optionsGroup('What it reports:')
    .option('--record <file>', 'write what goes through as a HAR file, without keys')
    .addOption(numberOption('--panel <port>', 'show the calls and the conduct of the clients in the panel', 65_535))
  addReportOptions(command)
    .optionsGroup('Help:')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    .action(async (flags: ProxyFlags) => {
      const { runProxyCommand } = await import('./run-proxy.ts')
      await runProxyCommand(flags, shell)
    })
}
