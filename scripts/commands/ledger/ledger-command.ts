import { baseUrlOf, createClient } from '../../../contract-tests/client/index.ts'
import { Pace } from '../../../contract-tests/session/pace.ts'
import { Look, PacedSender, Stop } from '../../../fixtures/seed/index.ts'
import { type Pet, counted, escapedJson, planNames, printable, writeJson } from '../../../spec/index.ts'
import { type CommandFlags, defineCommand } from '../command.ts'
import { addressOptions, maxWaitOption, reachOptions, readKey } from '../deployment.ts'
import { duration } from '../seed/seed-text.ts'
import { readLedger } from '../contract/ledger-file.ts'
import { ExitWith, type Shell, UsageError, whileShown } from '../shell.ts'

const options = {
  'Which deployment is asked:': addressOptions,
  'How:': {
    '--plan <plan>': { text: 'the plan of the key (default: as the headers show)', choices: planNames },
    ...maxWaitOption(600),
    '--json': 'print JSON in place of text',
    ...reachOptions,
  },
} as const

type LedgerFlags = CommandFlags<typeof options>

/** The command `ledger`. */
export const command = defineCommand({
  name: 'ledger',
  about: 'Count the animals that runs and seedings left behind, and ask whether they are still there.',
  takes: { '<file>': 'what contract --ledger or seed wrote' },
  options,
  run: runLedger,
  more: `
Without --url nothing is sent. With it, only GET is: a list, and a request for each animal that the list does not show.

Examples:
  animal-store ledger runs.ndjson
  animal-store ledger runs.ndjson --url https://staging.example/v1 --key-env KEY

Exit codes: 0 all was told, 2 wrong usage, 3 not all could be told.`,
})

/** What is known of an animal; `unknown` where its answer was lost, `untold` where asking shows nothing. */
type State = 'written' | 'there' | 'gone' | 'untold' | 'unknown'

interface Ours {
  readonly url: string
  readonly pet: Pet | undefined
  readonly sentAtMilliseconds: number
  state: State
}

/**
 * Counts the animals of a ledger, and asks for each whether it is there.
 * @throws {LedgerError} {UsageError} when the file or a flag cannot be used
 * @throws {ExitWith} when not all could be told
 */
async function runLedger(flags: LedgerFlags, shell: Shell, [file = '']: readonly string[]): Promise<void> {
  const { entries, notice } = readLedger(file)
  if (notice !== undefined) shell.err(`${printable(notice)}\n`)
  const url = flags.url === undefined ? undefined : baseUrlOf(flags.url, true)
  const known = [...new Set(entries.map((entry) => entry.url))]
  if (url !== undefined && !known.includes(url))
    throw new UsageError(`Nothing of ${file} was sent to ${url}. It has ${known.join(', ') || 'no animals'}.`)
  const ours = entries.flatMap(({ answer, ...entry }): Ours[] => {
    if (url !== undefined && entry.url !== url) return []
    if (answer.outcome === 'unknown') return [{ ...entry, pet: undefined, state: 'unknown' }]
    return answer.outcome === 'created' ? [{ ...entry, pet: answer.pet, state: 'written' }] : []
  })
  const stopped = url === undefined ? undefined : await askForAll(ours, url, flags, shell)
  if (flags.json === true)
    shell.out(`${escapedJson(writeJson({ version: 1, animals: ours, stopped: stopped ?? null }, 2))}\n`)
  else for (const address of known) if (url === undefined || url === address) shell.out(textOf(address, ours))
  if (stopped !== undefined) shell.err(`Stopped: ${printable(stopped)}.\n`)
  if (ours.some(({ state }) => state === 'untold')) throw new ExitWith(3)
}

/** Asks for each animal, and notes the answer. @returns why not for all, if something stopped it */
async function askForAll(ours: readonly Ours[], url: string, flags: LedgerFlags, shell: Shell) {
  const { timeout, ca: caFile, proxy, maxWait, plan } = flags
  const apiKey = await readKey(flags, shell)
  const deadlineMilliseconds = timeout * 1000
  const client = createClient({ baseUrl: url, anyPath: true, readOnly: true, deadlineMilliseconds, caFile, proxy })
  const asked = ours.filter(({ state }) => state === 'written')
  for (const one of asked) one.state = 'untold'
  return whileShown(shell, async (line, signal) => {
    const onWait = (milliseconds: number, reason: string): void =>
      line.show(() => printable(`waiting ${duration(milliseconds / 1000)}: ${reason}`), true)
    const how = { client, apiKey, maxWaitMilliseconds: maxWait * 1000, signal }
    const sender = new PacedSender(how, new Pace(plan), onWait)
    const created = asked.flatMap(({ pet }, position) => (pet === undefined ? [] : [{ pet, position }]))
    const look = new Look({ created }, (path) => sender.ask(path))
    try {
      for (const [at, one] of asked.entries()) {
        line.show(() => `${at} of ${asked.length}`)
        const found = one.pet === undefined ? 'unproven' : await look.check(one.pet)
        one.state = ({ found: 'there', absent: 'gone', unproven: 'untold' } as const)[found]
      }
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      return sender.mask(error.message, 500)
    }
    return undefined
  }).finally(() => client.close())
}

function textOf(url: string, all: readonly Ours[]): string {
  const ours = all.filter((one) => one.url === url)
  const count = (state: State): number => ours.filter((one) => one.state === state).length
  const there = ours.filter(({ state }) => state === 'there' || state === 'written')
  const age = duration((Date.now() - Math.min(...there.map((one) => one.sentAtMilliseconds))) / 1000)
  const rest: readonly (readonly [State, string])[] = [
    ['gone', 'gone'],
    ['untold', 'could not be told of'],
    ['unknown', 'perhaps added, because an answer was lost'],
  ]
  const parts = [
    `${counted(there.length, 'animal')} of ours on ${url}${there.length === 0 ? '' : `, the oldest ${age} old`}`,
    ...rest.flatMap(([state, text]) => (count(state) === 0 ? [] : [`${count(state)} ${text}`])),
  ]
  return `${printable(parts.join('; '))}.\n`
}
