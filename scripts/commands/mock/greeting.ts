import { styleText } from 'node:util'
import { describedKeys } from '../../../mocks/keys/described-keys.ts'
import { curlLine, ownChoices, printable } from '../../../spec/index.ts'
import type { MockFacts } from './run-mock.ts'

/** What the start prints for people. Values from flags and files may hold any character, so they are escaped. */
export function greeting(facts: MockFacts): string {
  const { address, animals, dataset, seed, ownKeys, state, panel, control, needsToken, scenarios, fault, learned } =
    facts
  const choices = Object.entries(ownChoices(facts.profile)).map(([id, choice]) => `${id}=${choice}`)
  return [
    `${styleText('bold', 'animal-store')} answers at ${styleText(['bold', 'cyan'], address)}`,
    '',
    entry(
      'Animals',
      printable(`${animals} (dataset ${dataset}, seed ${seed})${state === undefined ? '' : `, kept in ${state}`}`),
    ),
    ...keyLines(ownKeys),
    entry('Try', tryIt(facts)),
    entry('Panel', panel),
    entry('Control API', `${control}${needsToken ? ', with "Authorization: Bearer" and the token' : ''}`),
    ...(learned === undefined ? [] : [entry('Learned', printable(`${learned.at.slice(0, 10)} from ${learned.from}`))]),
    ...Object.entries({ Profile: choices, Scenarios: scenarios, Fault: fault === undefined ? [] : [fault] })
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => entry(name, printable(values.join(', ')))),
    '',
    'Ctrl-C stops it. One line for each call:',
    '',
  ].join('\n')
}

/** The same for programs, as one JSON object. */
export function startRecord(facts: MockFacts): object {
  const { fault = null, state = null } = facts
  return { event: 'listening', ...facts, profile: ownChoices(facts.profile), fault, state }
}

/** The command that a person pastes first. */
function tryIt({ address, strictSandboxes }: MockFacts): string {
  const headers = [`Authorization: Bearer test_pro${strictSandboxes === true ? '.default' : ''}`]
  return curlLine({ options: ['-i'], method: 'GET', url: `${address}/pets?limit=3`, headers })
}

function keyLines(ownKeys: number): string[] {
  const keys = describedKeys.map(({ key, summary }): [string, string] => [key, summary])
  const more: [string, string][] = [['KEY.NAME', 'the same key in a sandbox of its own, such as test_pro.checkout']]
  if (ownKeys > 0) more.push(['', `and ${ownKeys} of your own, from --keys`])
  return [...keys, ...more].map(([key, summary], index) =>
    entry(index === 0 ? 'Keys' : '', `${styleText('cyan', key.padEnd(20))} ${summary}`),
  )
}

function entry(name: string, text: string): string {
  return `  ${styleText('dim', name.padEnd(12))} ${text}`
}
