import { Command, CommanderError } from 'commander'
import { didYouMean, printableLines, thereIsNo } from '../../spec/index.ts'
import { withTypedProgram } from './deployment.ts'
import { hideKeysAround } from './given-keys.ts'
import * as mock from './mock/mock-command.ts'
import { ExitWith, type Shell, guardedShell, packageVersion, processShell } from './shell.ts'

/** Every command, in the order of the help. Only mock is loaded before it is asked for: spec/decisions/0031-cold-start.md. */
const commands: Readonly<Record<string, () => Promise<Pick<typeof mock, 'command'>>>> = {
  mock: () => Promise.resolve(mock),
  contract: () => import('./contract/contract-command.ts'),
  check: () => import('./check/check-command.ts'),
  proxy: () => import('./proxy/proxy-command.ts'),
  drift: () => import('./drift/drift-command.ts'),
  'relies-on': () => import('./relies-on/relies-on-command.ts'),
  fixtures: () => import('./fixtures/fixtures-command.ts'),
  seed: () => import('./seed/seed-command.ts'),
  calls: () => import('./calls/calls-command.ts'),
  why: () => import('./why/why-command.ts'),
  init: () => import('./init/init-command.ts'),
  list: () => import('./list/list-command.ts'),
  mcp: () => import('./mcp/mcp-command.ts'),
}

/**
 * Runs the command line `animal-store`.
 * @param args the arguments after the name of the program
 * @returns the exit code: 0 when all went well, 1 when something failed, 2 when the usage is wrong, 3 when the suite could not judge
 */
export async function run(args: readonly string[], printing: Shell = processShell): Promise<number> {
  const shell = guardedShell(printing)
  const [name = ''] = args
  const program = await createProgram(shell, Object.hasOwn(commands, name) ? [name] : undefined)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Messages repeat what was typed.
    hideKeysAround(args)
    return await printError(error, program, shell)
  }
}

/** The program with these of its commands, ready to parse. */
export async function createProgram(shell: Shell, names = Object.keys(commands)): Promise<Command> {
  const program = new Command('animal-store')
    .description('A mock of the Animal Store Service Interface, and a suite that tests deployments of it.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: shell.out,
      writeErr: shell.err,
      // Errors are printed in one place: printError.
      outputError: () => undefined,
      getOutHelpWidth: () => shell.columns ?? 100,
      getErrHelpWidth: () => shell.columns ?? 100,
    })
    .addHelpText(
      'after',
      '\nExamples:\n  animal-store mock\n  animal-store mock --help\n  animal-store list scenarios\n' +
        '\nExit codes: 0 all went well, 1 something failed, 2 the usage is wrong, 3 no verdict (contract, check),\n' +
        'or animals of the journal are gone (seed).',
    )
  for (const [name, load] of Object.entries(commands)) if (names.includes(name)) (await load()).command(program, shell)
  return program
}

/** What fails although it was rightly asked for. All other errors of ours are about the usage. */
const failures = ['StateUnavailableError', 'Failure', 'SeedJournalError']

// Messages repeat parts of files, links and replies of others. Their control characters must not reach the terminal.
async function printError(error: unknown, program: Command, shell: Shell): Promise<number> {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    // Without a command, Commander has already printed the help.
    if (error.code !== 'commander.help')
      shell.err(`${printableLines(withTypedProgram(await usageMessage(error, program, shell)))}\n`)
    return 2
  }
  if (error instanceof ExitWith) return error.exitCode
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  // The errors of this project have a name of their own, and say in their message what to do.
  const isOurs = error instanceof Error && Object.hasOwn(error, 'name')
  const text = isOurs ? withTypedProgram(message) : `animal-store failed: ${stack ?? message}`
  shell.err(`${printableLines(text)}\n`)
  return isOurs && !failures.includes(name) ? 2 : 1
}

/** The message of the parser, with the right names and the way to the help. */
async function usageMessage(error: CommanderError, program: Command, shell: Shell): Promise<string> {
  const command = program.commands.find((candidate) => candidate.name() === program.args[0]) ?? program
  const name = command === program ? program.name() : `${program.name()} ${command.name()}`
  return `${await problemOf(error, command, shell)} See: ${name} --help`
}

async function problemOf({ code, message }: CommanderError, command: Command, shell: Shell): Promise<string> {
  // The text after a "=" may be a token.
  const wanted = /'([^'=]*)/.exec(message)?.[1] ?? ''
  const names = command.options.flatMap(({ long }) => long ?? [])
  switch (code) {
    case 'commander.unknownCommand':
      return thereIsNo(
        'command',
        wanted,
        command.commands.map((each) => each.name()),
      )
    case 'commander.unknownOption':
      if (names.includes(wanted)) return `Option '${wanted}' takes no value.`
      return `There is no option "${wanted}". ${didYouMean(wanted, names) || (await ownersOf(wanted, shell))}`.trim()
    case 'commander.missingArgument':
      return `Missing: ${command.registeredArguments.find((it) => it.name() === wanted)?.description}.`
    case 'commander.excessArguments':
      return `${sentenceOf(message)}${/: https?:/.test(message) && names.includes('--url') ? ' Give the address with --url.' : ''}`
    default:
      return sentenceOf(
        message
          .replace(/(option '.*') argument missing$/, '$1 needs a value')
          .replace(/option '([\w-]+)(?: [^']*)?' (?:argument|value) (.*) is invalid\./, 'cannot use $1 $2:'),
      )
  }
}

/** Which commands have an option. */
async function ownersOf(option: string, shell: Shell): Promise<string> {
  const { commands: others } = await createProgram(shell)
  const owners = others.filter(({ options }) => options.some(({ long }) => long === option)).map((it) => it.name())
  return owners.length === 0 ? '' : `It is an option of ${owners.join(', ')}.`
}

function sentenceOf(message: string): string {
  const text = message.replace(/^error: /, '').replace('\n', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`
}
