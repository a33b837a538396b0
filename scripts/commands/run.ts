import { Command, CommanderError } from 'commander'
import { didYouMean, printableLines } from '../../spec/index.ts'
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
 * @param given the arguments after the name of the program
 * @returns the exit code: 0 when all went well, 1 when something failed, 2 when the usage is wrong, 3 when the suite could not judge
 */
export async function run(given: readonly string[], printing: Shell = processShell): Promise<number> {
  const shell = guardedShell(printing)
  // For `help nope`, Commander would print the whole help without an error.
  const isHelpOfNone = given[0] === 'help' && given[1] !== undefined && !Object.hasOwn(commands, given[1])
  const args = isHelpOfNone ? given.slice(1) : given
  const [name = ''] = args
  const program = await createProgram(shell, Object.hasOwn(commands, name) ? [name] : undefined, args.includes('--all'))
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
export async function createProgram(shell: Shell, names = Object.keys(commands), showsAll = false): Promise<Command> {
  const program = new Command('animal-store')
    .description('A mock of the Animal Store Service Interface, and a suite that tests deployments of it.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
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
        '\nExit codes: 0 all went well, 1 something failed, 2 the usage is wrong.',
    )
  for (const [name, load] of Object.entries(commands))
    if (names.includes(name)) (await load()).command(program, shell, showsAll)
  return program
}

// The messages of these errors say what is wrong with the usage and what is allowed.
const choiceErrors = [
  'UsageError',
  'MissingPackageError',
  'OptionsError',
  'DatasetError',
  'ProfileError',
  'KeyError',
  'SandboxError',
  'StateLinkError',
  'GuardError',
  'ContractOptionsError',
  'BaseUrlError',
  'ClientOptionsError',
  'SeedError',
  // Where 1 says that something is broken, a port that is taken must not say so.
  'ListenError',
  'AnimalFileError',
  'MswError',
]
// The messages of these errors say in one line what failed and what to do.
const knownErrors = ['StateUnavailableError', 'Failure', 'SeedJournalError']

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
  const text = printableLines(withTypedProgram(message))
  if (choiceErrors.includes(name)) {
    shell.err(`${text}\n`)
    return 2
  }
  shell.err(`${knownErrors.includes(name) ? text : `animal-store failed: ${printableLines(stack ?? message)}`}\n`)
  return 1
}

/** The message of the parser, with the right names and the way to the help. */
async function usageMessage(error: CommanderError, program: Command, shell: Shell): Promise<string> {
  const command = program.commands.find((candidate) => candidate.name() === program.args[0]) ?? program
  const name = command === program ? program.name() : `${program.name()} ${command.name()}`
  // The text after a "=" may be a token.
  const text = error.message
    .replace(/^error: /, '')
    .replace('\n', ' ')
    .replace(/^(unknown option '[^'=]+)=[^']*'/, "$1'")
    .replace(/^(option '.*') argument missing$/, '$1 needs a value')
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.)?]$/.test(text) ? '' : '.'}`
  const wanted = /'([^'=]*)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'commander.unknownOption' && longNames(command).includes(wanted))
    return `Option '${wanted}' takes no value. See: ${name} --help`
  if (/Did you mean/.test(text)) return `${sentence} See: ${name} --help`
  if (error.code !== 'commander.unknownOption') return `${sentence}${namesFor(error, command)} See: ${name} --help`
  const all = command.options.some(({ hidden }) => hidden) ? ' --all' : ''
  return `${sentence} ${await aboutOption(wanted, command, shell)}See: ${name} --help${all}`
}

/** Which option was meant, where this command or another one has it. */
async function aboutOption(wanted: string, command: Command, shell: Shell): Promise<string> {
  const meant = didYouMean(wanted, longNames(command))
  if (meant !== '') return `${meant} `
  const { commands: others } = await createProgram(shell)
  const owners = others.filter((other) => longNames(other).includes(wanted)).map((other) => other.name())
  return owners.length === 0 ? '' : `It is an option of ${owners.join(', ')}. `
}

function longNames({ options }: Command): readonly string[] {
  return options.flatMap(({ long }) => long ?? [])
}

function namesFor({ code, message }: CommanderError, command: Command): string {
  if (code === 'commander.unknownCommand') return ` Commands: ${command.commands.map((it) => it.name()).join(', ')}.`
  const takesUrl = command.options.some(({ long }) => long === '--url')
  if (code === 'commander.excessArguments' && takesUrl && /: https?:/.test(message))
    return ' Give the address with --url.'
  if (code !== 'commander.missingArgument') return ''
  return ` Expected ${command.registeredArguments.find((it) => message.includes(`'${it.name()}'`))?.description}.`
}
