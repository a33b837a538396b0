import { reportTransport } from '../../../mocks/control/client/report-transport.ts'
import { RequestError, type Transport } from '../../../mocks/control/client/transport.ts'
import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import type { MockReport } from '../../../mocks/control/report/mock-report.ts'
import { operationIds, printable, readJson, writeJson } from '../../../spec/index.ts'
import type { JournalEntry } from '../../../mocks/journal/journal.ts'
import { mostEntries } from '../../../mocks/world/settings.ts'
import { keyText, reasonLine, statusWord } from '../../../mocks/journal-text/short-reason.ts'
import { tookText } from '../../../mocks/journal-text/took.ts'
import { type CommandFlags, defineCommand, number } from '../command.ts'
import { readFileOf } from '../files.ts'
import { runningMock } from '../mock-address.ts'
import { Failure, type Shell, UsageError } from '../shell.ts'
import { tableText } from '../table.ts'

/** Which mock is asked, and for which sandbox. */
export const mockOptions = {
  '--url <address>': { text: 'the mock; its token comes from ANIMAL_STORE_TOKEN', usual: 'http://127.0.0.1:4010' },
  '--page <file>': 'the page of a failed test, in place of a mock that runs',
  '--sandbox <name>': { text: 'default, or the NAME of a key such as test_pro.NAME', usual: 'default' },
} as const

function readStatus(text: string): string {
  if (/^[1-5](?:xx|\d\d)$/.test(text)) return text
  throw new RangeError('Expected a status, such as 404 or 4xx.')
}

const options = {
  'Which calls:': {
    ...mockOptions,
    '--operation <id>': { text: 'calls of one operation', choices: operationIds },
    '--status <status>': { text: 'calls that were answered so, such as 404 or 4xx', parse: readStatus },
    '--limit <number>': { ...number('the latest calls, so many at most', mostEntries, 1), usual: 20 },
    '--json': 'print JSON in place of text',
  },
} as const

type CallsFlags = CommandFlags<typeof options>

/** The command `calls`. */
export const command = defineCommand({
  name: 'calls',
  about: 'List the latest calls to a mock, or in the page of a failed test, with why they were answered so.',
  options,
  run: runCalls,
  more: `
Examples:
  animal-store calls
  animal-store calls --sandbox checkout --status 4xx
  animal-store calls --page test-results/checkout/animal-store.html
  animal-store why 12

Exit codes: 0 the mock was asked, 1 it did not answer, 2 the usage is wrong.`,
})

async function runCalls(flags: CallsFlags, shell: Shell): Promise<void> {
  const { operation, status, limit, json } = flags
  const mock = mockOf(flags)
  const entries = (await callsOf(mock, flags))
    .filter((entry) => operation === undefined || entry.operation === operation)
    .filter((entry) => String(entry.status).startsWith(status?.replace('xx', '') ?? ''))
    .slice(-limit)
  if (json === true) return shell.out(`${writeJson(entries, 2)}\n`)
  const rows = entries.map((entry) => ({
    call: entry.number,
    time: entry.at.slice(11, 19),
    key: printable(keyText(entry)),
    method: printable(entry.method),
    target: printable(entry.target),
    status: statusWord(entry.status, entry.response.effect),
    took: tookText(entry),
    why: printable(reasonLine(entry)),
  }))
  const { test, sandbox, at } = mock.report ?? {}
  const title = test === undefined ? 'A saved page' : `The page of the failed test ${JSON.stringify(test)}`
  if (at !== undefined) shell.out(`${printable(title)}: the sandbox ${sandbox} at ${at.slice(0, 16)}Z.\n`)
  shell.out(rows[0] === undefined ? 'No call fits.\n' : tableText(rows, Object.keys(rows[0])))
}

/**
 * What is asked: a mock that runs, or the page that a failed test left.
 * @throws {UsageError} when there is no such page
 */
export function mockOf({ url, page }: CommandFlags<{ '': typeof mockOptions }>): Transport {
  if (page === undefined) return runningMock(url)
  const text = readFileOf('--page', page).toString()
  const [, json = ''] = /<script type="application\/json" class="report">([^<]*)<\/script>/.exec(text) ?? []
  const reading = readJson(json)
  // The kit wrote it.
  if (reading.ok) return reportTransport(reading.value as MockReport)
  throw new UsageError(
    `Cannot read the calls in ${page}: expected the page of a failed test, such as animal-store.html in the report of Playwright.`,
  )
}

/** The calls that a sandbox keeps. @throws {Failure} when the mock does not answer, or refuses */
export function callsOf(mock: Transport, { sandbox }: Pick<CallsFlags, 'sandbox'>): Promise<readonly JournalEntry[]> {
  return ask<{ entries: JournalEntry[] }>(mock, sandbox, `/journal?limit=${mostEntries}`).then((it) => it.entries)
}

/** Asks the mock about a sandbox; a page has one. @throws {Failure} when it does not answer, or refuses */
export async function ask<Reply>(mock: Transport, sandbox: string, path: string): Promise<Reply> {
  try {
    return (await mock.send({
      method: 'GET',
      target: sandboxPath(mock.report?.sandbox ?? sandbox, path),
    })) as Reply
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const advice = error.status === undefined ? ' Is the address right? To start a mock: animal-store mock' : ''
    throw new Failure(`Cannot read the calls of ${mock.origin}: ${error.message}${advice}`, { cause: error })
  }
}
