import { type Command, Option } from 'commander'
import type { ClockState } from '../../../mocks/index.ts'
import { parseClock, parseLatency } from '../parse-values.ts'
import { collect, numberOption, option } from '../option.ts'
import { runMock } from './run-mock.ts'
import type { Shell } from '../shell.ts'

/** The parsed flags of `animal-store mock`. */
export interface MockFlags {
  readonly port: number
  readonly host: string
  readonly token?: string
  /** Names by which it may be reached, beside its address. */
  readonly allowHost?: readonly string[]
  readonly dataset: string
  readonly count?: number
  readonly seed: number
  /** A state link, or the path of a file with one. */
  readonly from?: string
  readonly state?: string
  readonly room?: number
  readonly allRoom?: number
  readonly keys?: string | undefined
  /** `ID`, or `ID:OPERATION`, `ID:CALLS`, `ID:OPERATION:CALLS`. */
  readonly scenario?: readonly string[]
  readonly fault?: string
  /** The path of a JSON file. */
  readonly profile?: string
  /** Choices, each as `SILENCE=CHOICE`. */
  readonly choose?: readonly string[]
  readonly latency?: number | readonly [least: number, most: number]
  readonly clock?: ClockState
  readonly quiet?: true
  readonly log: 'text' | 'json'
  /** Whether clients are judged, and what ends the command with 1. */
  readonly conduct?: true | 'error' | 'warning'
  /** Rules of conduct that are turned off. */
  readonly conductOff?: readonly string[]
}

const examples = `
Examples:
  animal-store mock
  animal-store mock --port 0 --quiet
  animal-store mock --scenario rate-limited:listPets:3 --latency 100-400
  animal-store mock --profile staging.profile.json --choose list-order=newest-first
  animal-store mock --dataset large --count 100000 --state animals.state
  animal-store mock --dataset animals.csv
  animal-store mock --state redis://localhost:6379/0
  animal-store mock --clock 2030-12-04T23:59:00Z
  animal-store mock --from 'dataset=demo&seed=7&scenario=slow:listPets&list-order=newest-first'
  animal-store mock --conduct error --conduct-off polling
  animal-store mock --log json | jq 'select(.status >= 400)'

Ctrl-C and SIGTERM stop it within 5 seconds, with exit code 0; a second one at once, with 130 and 143.
A taken port, a damaged state file or broken --conduct end it with 1, wrong usage with 2.`

/** Adds the command `mock`. */
export function addMockCommand(program: Command, shell: Shell): void {
  program
    .command('mock')
    .description('Serve the mock of the interface at http://127.0.0.1:4010/v1 until Ctrl-C.')
    .optionsGroup('Where it answers:')
    .addOption(numberOption('--port <number>', 'port to listen on; 0 takes any free one', 65_535).default(4010))
    .addOption(
      new Option('--host <address>', 'address to listen on; all but loopback need --token').default(
        '127.0.0.1',
        '127.0.0.1',
      ),
    )
    .addOption(new Option('--token <token>', 'what the control API asks for').env('ANIMAL_STORE_TOKEN'))
    .addOption(
      option('--allow-host <name>', 'a further name that reaches the control API and panel (repeatable)', collect),
    )
    .optionsGroup('Animals and keys:')
    .addOption(
      new Option('--dataset <name>', 'the animals at the start, by name or by the path of a file').default(
        'demo',
        'demo',
      ),
    )
    .addOption(numberOption('--count <number>', 'how many of them, where the dataset can be made in any number'))
    .addOption(numberOption('--seed <number>', 'what datasets and scenarios draw their chances from').default(1))
    .option('--from <link>', 'begin as a state link, its file or a demo says; flags beside it go first')
    .option('--state <place>', 'a file keeps the animals; redis://HOST:PORT shares everything among replicas')
    .addOption(numberOption('--room <bytes>', 'memory for the animals added to one sandbox (default: 134217728)'))
    .addOption(numberOption('--all-room <bytes>', 'the same for all sandboxes together (default: 268435456)'))
    .option('--keys <file>', 'own keys: {"KEY": "pro"} or {"KEY": {"plan": "pro", "start": "last"}}')
    .optionsGroup('How it answers (see animal-store list):')
    .addOption(option('--scenario <id>', 'play a scenario; ID:OPERATION:CALLS limits it (repeatable)', collect))
    .option('--fault <id>', 'break the interface in one named way')
    .option('--profile <file>', 'choose as this JSON file does, such as contract --learn writes')
    .addOption(option('--choose <choice>', 'one choice for a silence, as SILENCE=CHOICE (repeatable)', collect))
    .addOption(option('--latency <ms>', 'hold each answer back, for so long or for MIN-MAX', parseLatency))
    .addOption(
      option('--clock <clock>', 'real, frozen, an instant such as 2030-12-04T23:59:00Z, or frozen@INSTANT', (text) =>
        parseClock(text, Date.now()),
      ),
    )
    .optionsGroup('What it prints:')
    .option('--quiet', 'the address alone, and no line for each call')
    .addOption(
      new Option('--log <format>', 'json prints one object for each line')
        .choices(['text', 'json'])
        .default('text', 'text'),
    )
    .addOption(
      new Option('--conduct [level]', 'say at the end how clients behaved; exit code 1 for this level').choices([
        'error',
        'warning',
      ]),
    )
    .addOption(option('--conduct-off <rule>', 'turn a rule of conduct off (repeatable)', collect))
    .addHelpOption(new Option('-h, --help', 'this help').helpGroup('What it prints:'))
    .addHelpText('after', examples)
    .action(async (flags: MockFlags, command: Command) => {
      await runMock(flags.from === undefined ? flags : await withLink(flags, flags.from, command), shell)
    })
}

async function withLink(flags: MockFlags, from: string, command: Command): Promise<MockFlags> {
  // Few starts have a link, and the others need not load what reads it.
  const { flagsWithLink } = await import('./link-flags.ts')
  return flagsWithLink(flags, from, (flag) => command.getOptionValueSource(flag) === 'cli')
}
