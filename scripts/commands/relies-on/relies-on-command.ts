import { type CommandFlags, defineCommand, number, repeated } from '../command.ts'
import { animalOptions, mostPort } from '../deployment.ts'
import { findDataset } from '../../../fixtures/index.ts'
import { counted, escapedJson, maskFor, printable, shellLine, silences, writeJson } from '../../../spec/index.ts'
import { hideKeysAround, keysAround } from '../given-keys.ts'
import { readProfile, storeOptions } from '../mock/store-options.ts'
import { ExitWith, type Shell, type StatusLine, whileShown } from '../shell.ts'
import { type ReliesOnOptions, type Reliance, type Reliances, type Tried, reliesOn, shortChoices } from './relies-on.ts'
import { runClient } from './run-client.ts'

const options = {
  'The mock:': {
    '--env <name>': repeated('a further variable that holds its address (repeatable)'),
    '--port <number>': { ...number('port to listen on; 0 takes any free one', mostPort), usual: 0 },
    '--dataset <name>': { text: 'its animals, by name or by the path of a file', usual: 'demo' },
    ...animalOptions,
    '--keys <file>': 'own keys, as for mock',
  },
  'What is tried:': {
    '--profile <file>': 'say whether the client is safe with these choices, such as contract --learn writes',
    '--timeout <seconds>': number('for one run (default: ten times the first, at least 30)', 86_400, 1),
  },
  'What is printed:': {
    '--json': 'print JSON in place of text',
    '--quiet': 'print only the result',
  },
} as const

type ReliesOnFlags = CommandFlags<typeof options>

/** The command `relies-on`. */
export const command = defineCommand({
  name: 'relies-on',
  about: "Find what a client relies on although the interface leaves it open, with the client's own tests.",
  takes: { '<command...>': "the client's tests, after --" },
  options,
  run: runReliesOn,
  more: `
The command gets the address of the mock, such as http://127.0.0.1:40123/v1, in ANIMAL_STORE_URL and in the variables
of --env. It runs once with the defaults of the mock and must pass; then once for each alternative that changes an answer.

Examples:
  animal-store relies-on -- npm test
  animal-store relies-on --env PETS_URL -- node --test
  animal-store relies-on --port 4010 -- npx playwright test
  animal-store relies-on --profile staging.profile.json -- npm test

Exit codes: 0 it relies on nothing, or is safe with the profile; 1 it relies on something, or is not safe;
2 wrong usage; 3 inconclusive.`,
})

const longestFirstRunSeconds = 600
const leastTimeoutSeconds = 30

/**
 * Finds what a command relies on.
 * @throws {UsageError} when it cannot be run, and the errors of the core for wrong flags
 * @throws {ExitWith} unless it relies on nothing, or is safe with the profile
 */
async function runReliesOn(flags: ReliesOnFlags, shell: Shell, words: readonly string[]): Promise<void> {
  const { env = [], port, dataset, count, seed, keys } = flags
  const profile = flags.profile === undefined ? undefined : readProfile(flags.profile).choices
  // All runs get the same animals, so they are made only once.
  const pets = await findDataset(dataset).load({ count, seed })
  const mock = { port, store: { ...storeOptions({ seed, keys }), dataset: pets } }

  hideKeysAround(words)
  const mask = maskFor(...keysAround(words))
  let timeoutSeconds = flags.timeout
  const runOnce = async (address: string, signal: AbortSignal) => {
    const variables = Object.fromEntries(['ANIMAL_STORE_URL', ...env].map((name) => [name, address]))
    const startedAt = performance.now()
    const run = await runClient(words, {
      environment: { ...process.env, ...variables },
      timeoutSeconds: timeoutSeconds ?? longestFirstRunSeconds,
      signal,
    })
    timeoutSeconds ??= Math.max(leastTimeoutSeconds, Math.ceil((performance.now() - startedAt) / 100))
    // Together, because a key may go on in the next line.
    return { ...run, lastLines: mask(run.lastLines.join('\n')).split('\n') }
  }
  const found = await whileShown(shell, (line, signal) =>
    reliesOn({
      runClient: (address) => runOnce(address, signal),
      mock,
      profile,
      signal,
      onProgress: flags.quiet === true ? undefined : progress(line),
    }),
  )
  const json = { version: 1, command: words, profile: flags.profile, ...found }
  shell.out(flags.json === true ? `${escapedJson(writeJson(json, 2))}\n` : reliancesText(found, flags.profile))
  if (found.exitCode !== 0) throw new ExitWith(found.exitCode)
}

/** Shows how many runs are left, and each failure. */
function progress(line: StatusLine): ReliesOnOptions['onProgress'] {
  let said = 0
  return (tried, most, next) => {
    const done = tried.length
    if (done === 0)
      line.say(`The command passes. At most ${counted(most, 'run')} ${most === 1 ? 'follows' : 'follow'}.`)
    for (const { choices, failure } of tried.slice(said))
      if (failure !== undefined) line.say(`✗ ${shortChoices(choices)}: ${failure}`)
    said = done
    if (next === undefined) return
    line.show(() => `${done + 1}/${most}  ${shortChoices(next.choices)}`)
  }
}

/** What a client relies on, in words. */
export function reliancesText(found: Reliances, profile: string | undefined): string {
  const { calls, tried, unnoticed, reliesOn: needs, problem } = found
  const runs = tried.length + unnoticed
  const lines = [
    ...tried.flatMap(triedLines),
    ...(tried.length === 0 ? [] : ['']),
    ...needs.flatMap(relianceLines),
    ...(runs === 0
      ? []
      : [
          `${counted(calls, 'call')}. ${counted(tried.length, 'alternative')} tried; ` +
            `${unnoticed} more change none of the answers.`,
        ]),
    ...(problem?.split('\n') ?? []),
    verdict(found, profile),
  ]
  return `${lines.map(printable).join('\n')}\n`
}

function triedLines({ choices, failure, changed, firstCall, lastLines }: Tried): readonly string[] {
  const what = `${failure === undefined ? '✓' : '✗'} ${shortChoices(choices)}`
  if (failure === undefined) return [what]
  const first = `  ${failure}; ${counted(changed, 'answer')} changed, first that of ${firstCall}`
  return [what, first, ...lastLines.map((line) => `  | ${line}`)]
}

function relianceLines({ silence, choice, failsUnder, profileHas }: Reliance): readonly string[] {
  const { section, question = '' } = silences.find(({ id }) => id === silence) ?? {}
  return [
    `Your client relies on ${silence}=${choice}, which the service never promised (section ${section}).`,
    `  question  ${question}`,
    `  fails     with ${failsUnder.map((other) => other.slice(0, 100)).join(', ')}`,
    `  try it    ${shellLine(['animal-store', 'mock', '--choose', `${silence}=${failsUnder[0]}`])}`,
    ...(profileHas === undefined ? [] : [`  profile   has ${profileHas}`]),
    '',
  ]
}

function verdict(
  { reliesOn: needs, isSafe, problem, tried, exitCode }: Reliances,
  profile: string | undefined,
): string {
  if (profile === undefined) {
    if (exitCode === 3) return 'Inconclusive.'
    if (needs.length === 0) return 'Your client relies on nothing that the interface leaves open.'
    return `Your client relies on ${counted(needs.length, 'choice')} that the service never promised.`
  }
  if (isSafe === true) return `Safe to deploy: your client passes with the choices of ${profile}.`
  const culprits = needs.filter(({ profileHas }) => profileHas !== undefined)
  if (isSafe === false) {
    const why = culprits.map(
      ({ silence, choice, profileHas }) =>
        `your client relies on ${silence}=${choice}, and ${profile} has ${profileHas}`,
    )
    return `Not safe to deploy: ${why.join('; ') || `your client fails when all choices of ${profile} come together`}.`
  }
  const open = needs.map(({ silence }) => silence).join(', ')
  if (problem !== undefined || tried.length === 0 || open === '') return 'Inconclusive.'
  return `Inconclusive: ${profile} does not say what the service does about ${open}.`
}
