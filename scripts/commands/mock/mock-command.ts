import type { ClockState } from '../../../mocks/index.ts'
import { readClock } from '../../../mocks/world/instant.ts'
import { type CommandFlags, defineCommand, number, repeated } from '../command.ts'
import { animalOptions, mostPort } from '../deployment.ts'
import { runMock } from './run-mock.ts'

const options = {
  'Where it answers:': {
    '--port <number>': { ...number('port to listen on; 0 takes any free one', mostPort), usual: 4010 },
    '--host <address>': { text: 'address to listen on; all but loopback need --token', usual: '127.0.0.1' },
    '--token <token>': { text: 'what the control API asks for', env: 'ANIMAL_STORE_TOKEN' },
    '--allow-host <name>': repeated('a further name that reaches the control API and panel (repeatable)'),
  },
  'Animals and keys:': {
    '--dataset <name>': { text: 'the animals at the start, by name or by the path of a file', usual: 'demo' },
    ...animalOptions,
    '--from <link>': 'begin as a state link, its file or a demo says; flags beside it go first',
    '--state <place>': 'a file keeps the animals; redis://HOST:PORT shares everything among replicas',
    '--room <bytes>': number('memory for the animals added to one sandbox (default: 134217728)'),
    '--all-room <bytes>': number('the same for all sandboxes together (default: 268435456)'),
    '--sandboxes <count>': number('how many sandboxes there may be (default: 1000)'),
    '--keys <file>': 'own keys: {"KEY": "pro"} or {"KEY": {"plan": "pro", "start": "last"}}',
  },
  'How it answers (see animal-store list):': {
    '--scenario <id>': repeated('play a scenario; ID:OPERATION:CALLS limits it (repeatable)'),
    '--fault <id>': 'break the interface in one named way',
    '--profile <file>': 'choose as this JSON file does, such as contract --learn writes',
    '--choose <choice>': repeated('one choice for a silence, as SILENCE=CHOICE (repeatable)'),
    '--latency <ms>': { text: 'hold each answer back, for so long or for MIN-MAX', parse: parseLatency },
    '--clock <clock>': {
      text: 'real, frozen, an instant such as 2030-12-04T23:59:00Z, or frozen@INSTANT',
      parse: (text: string) => parseClock(text, Date.now()),
    },
  },
  'What it prints:': {
    '--quiet': 'the address alone, and no line for each call',
    '--log <format>': { text: 'json prints one object for each line', choices: ['text', 'json'], usual: 'text' },
    '--conduct [level]': {
      text: 'say at the end how clients behaved; exit code 1 for this level',
      choices: ['error', 'warning'],
    },
    '--conduct-off <rule>': repeated('turn a rule of conduct off (repeatable)'),
  },
} as const

/** The parsed flags of `mock`, and the name of the demo that --from begins with. */
export type MockFlags = CommandFlags<typeof options> & { readonly demo?: string | undefined }

/** The command `mock`. */
export const command = defineCommand({
  name: 'mock',
  about: 'Serve the mock of the interface at http://127.0.0.1:4010/v1 until Ctrl-C.',
  options,
  async run(flags, shell, _given, isTyped) {
    if (flags.from === undefined) return runMock(flags, shell)
    // Few starts have a link, and the others need not load what reads it.
    const { flagsWithLink } = await import('./link-flags.ts')
    await runMock(flagsWithLink(flags, flags.from, isTyped), shell)
  },
  more: `
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
A taken port, a damaged state file or broken --conduct end it with 1, wrong usage with 2.`,
})

/** The longest latency, in milliseconds: ten minutes. */
const maxLatency = 600_000

/** Reads `MS` or `MIN-MAX`. @throws {RangeError} when it is none of both */
export function parseLatency(text: string): number | readonly [least: number, most: number] {
  const [, least, most = least] = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(text) ?? []
  if (least === undefined || Number(least) > Number(most) || Number(most) > maxLatency) {
    throw new RangeError(`Expected milliseconds from 0 to ${maxLatency}, such as 250, or a range such as 100-400.`)
  }
  return least === most ? Number(least) : [Number(least), Number(most)]
}

/**
 * Reads `real`, `frozen`, an instant or `frozen@INSTANT`.
 * @param now what a real clock shows, in milliseconds since 1970
 * @throws {RangeError} when it is none of them
 */
export function parseClock(text: string, now: number): ClockState {
  const clock = text === 'frozen' ? ({ mode: 'frozen', atMilliseconds: now } as const) : readClock(text, now)
  if (clock !== undefined) return clock
  throw new RangeError(
    'Expected real, frozen, an instant from 1970 on with its zone such as 2030-12-04T23:59:00Z or 2030-12-06, or frozen@INSTANT.',
  )
}
