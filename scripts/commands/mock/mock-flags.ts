import { type LinkedState, type SettingName, settingTexts } from '../../../mocks/state-link/setting-texts.ts'
import { limitsOf } from '../../../mocks/store/store.ts'
import type { Profile } from '../../../spec/index.ts'
import { type CommandFlags, number, repeated } from '../command.ts'
import { animalOptions, mostPort } from '../deployment.ts'
import { readChoice } from './store-options.ts'

const { maxSandboxes, sandboxBytes, totalBytes } = limitsOf()

/** The options of `mock`, as its help shows them. */
export const mockOptions = {
  'Where it answers:': {
    '--port <number>': { ...number('port to listen on; 0 takes any free one', mostPort), usual: 4010 },
    '--host <address>': { text: 'address to listen on; all but loopback need --token', usual: '127.0.0.1' },
    '--tls-cert <file>': 'speak TLS with this certificate (PEM), such as mkcert makes',
    '--tls-key <file>': 'its private key (PEM)',
    '--token <token>': { text: 'the token that the control API requires', env: 'ANIMAL_STORE_TOKEN' },
    '--allow-host <name>': repeated('a further name that reaches the control API and panel (repeatable)'),
  },
  'Animals and keys:': {
    '--dataset <name>': { text: 'the animals at the start, by name or by the path of a file', usual: 'demo' },
    ...animalOptions,
    '--from <link>': 'start with a state link, or a file with one or a saved state; other flags win',
    '--state <place>': 'a file keeps the animals; redis://HOST:PORT shares everything among replicas',
    '--sandbox-bytes <n>': number(`memory for the animals added to one sandbox (default: ${sandboxBytes})`),
    '--total-bytes <n>': number(`the same for all sandboxes together (default: ${totalBytes})`),
    '--sandboxes <count>': number(`how many sandboxes there may be (default: ${maxSandboxes})`, undefined, 1),
    '--strict-sandboxes': 'refuse calls that name no sandbox',
    '--keys <file>': 'own keys: {"KEY": "pro"} or {"KEY": {"until": "2026-12-01T10:00:00Z"}}',
  },
  'How it answers (see animal-store list):': {
    '--scenario <id>': setting('scenario', 'play a scenario; ID:OPERATION:CALLS limits it (repeatable)'),
    '--fault <id>': setting('fault', 'break the interface in one named way'),
    '--profile <file>': 'choices from a JSON file, as contract --learn writes it',
    '--choose <choice>': {
      text: 'one choice for a silence, as SILENCE=CHOICE (repeatable)',
      parse: (text: string, before: Partial<Profile> = {}) => ({ ...before, ...readChoice(text) }),
    },
    '--latency <ms>': setting('latencyMilliseconds', 'delay each answer by this time, or by MIN-MAX'),
    '--journal <calls>': setting('journal', 'how many calls to keep of each sandbox, or CALLS:BYTES'),
    '--clock <clock>': setting('clock', 'real, frozen, an instant such as 2030-12-04T23:59:00Z, or frozen@INSTANT'),
  },
  'What it prints:': {
    '--quiet': 'print only the address, and no line for each call',
    '--log <format>': { text: 'json prints one object for each line', choices: ['text', 'json'], usual: 'text' },
    '--conduct [level]': {
      text: 'say at the end how clients behaved; exit code 1 for this level',
      choices: ['error', 'warning'],
    },
    '--conduct-off <rule>': repeated('turn a rule of conduct off (repeatable)'),
    '--coverage [least]': {
      ...number('say at the end which documented answers and scenarios no call met; exit code 1 for fewer than this'),
      preset: '0',
    },
  },
} as const

/** The parsed flags of `mock`. */
export type MockFlags = CommandFlags<typeof mockOptions>

/** A flag that gives a setting. It is read as a link reads it. */
function setting<Name extends SettingName>(name: Name, text: string) {
  type Value = NonNullable<LinkedState[Name]>
  return { text, parse: (value: string, before?: Value): Value => settingTexts[name].read(value, Date.now(), before) }
}
