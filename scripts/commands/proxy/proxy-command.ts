import { type CommandFlags, defineCommand, number } from '../command.ts'
import { judgeOptions, mostPort, reachOptions, reportOptions } from '../deployment.ts'

const { '--ca <file>': ca, '--proxy <address>': proxy } = reachOptions
const options = {
  'Where it forwards:': {
    '--to <address>': {
      text: 'the base address of the deployment; /v1 of the proxy stands for it',
      isRequired: true,
    },
    '--port <number>': { ...number('port to listen on; 0 takes any free one', mostPort), usual: 4011 },
    '--host <address>': { text: 'address to listen on', usual: '127.0.0.1' },
    '--ca <file>': ca,
    '--proxy <address>': proxy,
  },
  'What is judged:': {
    ...judgeOptions,
    '--conduct [level]': {
      text: 'end with 1 for conduct of the client of this level',
      choices: ['error', 'warning'],
      preset: 'error',
    },
  },
  'What it reports:': {
    '--record <file>': 'write what goes through as a HAR file, without keys',
    '--panel <port>': number('show the calls and the conduct of the clients in the panel', mostPort),
    ...reportOptions,
  },
} as const

/** The parsed flags of `proxy`. */
export type ProxyFlags = CommandFlags<typeof options>

/** The command `proxy`. */
export const addProxyCommand = defineCommand({
  name: 'proxy',
  about: 'Forward calls to a deployment unchanged, and judge its answers and its clients beside it.',
  options,
  run: async (flags, shell) => (await import('./run-proxy.ts')).runProxyCommand(flags, shell),
  more: `
Examples:
  animal-store proxy --to https://staging.example/v1
  animal-store proxy --to https://staging.example/v1 --panel 4012 --record traffic.har
  animal-store proxy --to https://staging.example/v1 --ca company.pem --conduct error --report html=traffic.html
  animal-store proxy --to http://127.0.0.1:4010/v1 --port 0

Ctrl-C stops it and prints the report.
Exit codes: 0 all that was judged held, 1 something is broken, 2 wrong usage, 3 nothing or not all could be judged.`,
})
