import { type CommandFlags, defineCommand } from '../command.ts'
import { keyOptions, maxWaitOption, reachOptions, readKey } from '../deployment.ts'
import { realpathSync } from 'node:fs'
import { baseUrlOf } from '../../../contract-tests/client/index.ts'
import type { RunEvent, RunResult } from '../../../contract-tests/index.ts'
import { type Side, driftBetween, driftText, readSide } from '../../../contract-tests/parts/drift/index.ts'
import { runContract } from '../../../contract-tests/all.ts'
import { ProfileError, counted, escapedJson, printable, writeJson } from '../../../spec/index.ts'
import { isHostOf, optionsOf, requireHost, warn } from '../contract/suite-options.ts'
import { showWait } from '../contract/show-wait.ts'
import { shownProblems } from '../mock/store-options.ts'
import { earlierReport } from '../reports.ts'
import { ExitWith, type Shell, type StatusLine, UsageError, whileShown } from '../shell.ts'

const options = {
  'The API key of both deployments:': {
    ...keyOptions,
    '--key-env-a <name>': 'the environment variable that holds the API key of A alone',
    '--key-env-b <name>': 'the environment variable that holds the API key of B alone',
  },
  'What the runs may do:': {
    '--read-only': 'send nothing but GET',
    '--write-to <host>': 'allow writing to this production host, which must be typed out',
    '--any-path': 'accept addresses that do not end in /v1',
    ...maxWaitOption(120),
    '--category <id>': 'a categoryId that new animals may have',
    '--date <instant>': 'the day by which both judge the removal of getPet, such as 2031-01-01',
  },
  'How they reach the deployments:': reachOptions,
  'What is printed and written:': {
    '--json': 'print JSON in place of text',
    '--quiet': 'print only the comparison',
  },
} as const

type DriftFlags = CommandFlags<typeof options>

/** The command `drift`. */
export const command = defineCommand({
  name: 'drift',
  about: 'Compare two deployments, reports or profiles: clause by clause, and choice by choice.',
  takes: { '<a>': 'an address, a report or a profile', '<b>': 'another address, report or profile' },
  options,
  run: runDrift,
  more: `
A and B are each the address of a deployment, what contract --report json=FILE wrote, or a profile.

Examples:
  animal-store drift https://staging.example/v1 https://next.example/v1 --key-env KEY
  animal-store drift https://staging.example/v1 https://api.example/v1 --key-env-a STAGING_KEY --key-env-b KEY
  animal-store drift staging.profile.json https://next.example/v1 --key-env KEY
  animal-store drift monday.json friday.json --json

Exit codes: 0 no drift, 1 drift, 2 wrong usage, 3 inconclusive.`,
})

/** One side: what a file says of it, or what a run is going to find. */
interface Compared {
  readonly name: string
  readonly look: (onEvent: (event: RunEvent) => void, signal: AbortSignal) => Promise<Side | RunResult>
}

/**
 * Compares two deployments, reports or profiles.
 * @throws {UsageError} when they cannot be compared
 * @throws {ExitWith} unless nothing differs
 */
async function runDrift(flags: DriftFlags, shell: Shell, [one = '', other = '']: readonly string[]): Promise<void> {
  const [nameOfA, nameOfB] = [nameOf(one, flags), nameOf(other, flags)]
  if (nameOfA === nameOfB)
    throw new UsageError(`Cannot compare ${printable(one)} with itself: name two addresses or files.`)
  if (flags.writeTo !== undefined) requireHost(flags.writeTo, [nameOfA, nameOfB].filter(isAddress))
  // Standard input has a key once.
  let shared: Promise<string> | undefined
  const keyFrom = (keyEnv: string | undefined) => () =>
    keyEnv === undefined ? (shared ??= readKey(flags, shell)) : readKey({ keyEnv }, shell)
  const a = await open(nameOfA, flags, keyFrom(flags.keyEnvA), shell)
  const b = await open(nameOfB, flags, keyFrom(flags.keyEnvB), shell)

  const found = await whileShown(shell, (line, signal) => {
    const show = flags.quiet === true ? () => () => undefined : progress(line)
    return Promise.all([a.look(show('A'), signal), b.look(show('B'), signal)])
  })
  const drift = driftBetween(found[0], found[1])
  if (flags.json === true) shell.out(`${escapedJson(writeJson({ version: 1, a: a.name, b: b.name, ...drift }, 2))}\n`)
  else
    shell.out(
      `${printable(`A  ${a.name}${cost(a.name, found[0])}`)}\n${printable(`B  ${b.name}${cost(b.name, found[1])}`)}\n\n${driftText(drift, shell.columns)}`,
    )
  if (drift.exitCode !== 0) throw new ExitWith(drift.exitCode)
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && !/^[a-z]:/i.test(text)
}

/** The address of a deployment, or where a file really is. @throws {ContractOptionsError} {UsageError} when it is neither */
function nameOf(text: string, { anyPath }: DriftFlags): string {
  if (isAddress(text)) return baseUrlOf(text, anyPath)
  try {
    return realpathSync(text)
  } catch {
    throw new UsageError(
      `Cannot compare ${printable(text)}: there is no such file, and an address begins with https:// or http://.`,
    )
  }
}

async function open(
  name: string,
  flags: DriftFlags,
  readItsKey: () => Promise<string>,
  shell: Shell,
): Promise<Compared> {
  if (!isAddress(name)) {
    const side = fileSide(name)
    return { name, look: () => Promise.resolve(side) }
  }
  const mayWrite = isHostOf(flags.writeTo, name) ? flags.writeTo : undefined
  const its = { ...flags, url: name, writeTo: mayWrite, learn: 'B' }
  const suite = optionsOf(its, { baseUrl: name, apiKey: await readItsKey() })
  warn(suite, its, shell)
  return { name, look: (onEvent, signal) => runContract({ ...suite, onEvent, signal }) }
}

/** @throws {UsageError} when the file is neither a report nor a profile */
function fileSide(file: string): Side {
  try {
    return earlierReport('drift', file, readSide, ' or --learn FILE')
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    const expected = 'expected what --report json=FILE or --learn FILE wrote'
    throw new UsageError(`Cannot compare ${printable(file)}: ${expected}. ${shownProblems(error)}`)
  }
}

/** What a run left behind; nothing for a file. */
function cost(name: string, found: Side | RunResult): string {
  if (!isAddress(name) || !('animals' in found)) return ''
  const added = found.animals.map(({ id }) => id ?? '?').join(', ')
  return `  (${counted(found.requests, 'request')}; ${added === '' ? 'no animal added' : `animals added: ${added}`})`
}

/** On a terminal, how far both runs are in one line. Elsewhere, what they wait for. */
function progress(line: StatusLine): (side: 'A' | 'B') => (event: RunEvent) => void {
  const far = { A: '', B: '' }
  return (side) => (event) => {
    if (event.kind === 'wait') showWait(line, event, `${side}: `)
    if (event.kind !== 'exchange') return
    far[side] = `${side} ${event.number}/${event.mostRequests}`
    line.show(() => `${far.A}  ${far.B}`)
  }
}
