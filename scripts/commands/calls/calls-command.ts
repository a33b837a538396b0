import { type Transport, RequestError } from '../../../mocks/control/client/transport.ts'
import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import type { MockReport } from '../../../mocks/control/report/mock-report.ts'
import { operationIds, printable, readJson, writeJson } from '../../../spec/index.ts'
import type { JournalEntry } from '../../../mocks/journal/journal.ts'
import { reasonLine } from '../../../mocks/journal-text/short-reason.ts'
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

const options = {
  'Which calls:': {
    ...mockOptions,
    '--operation <id>': { text: 'calls of one operation', choices: operationIds },
    '--status <number>': number('calls that were answered so', 599, 100),
    '--limit <number>': { ...number('the latest calls, so many at most', 1000, 1), usual: 20 },
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
  animal-store calls --sandbox checkout --status 429
  animal-store calls --page test-results/checkout/animal-store.html
  animal-store why 12

Exit codes: 0 the mock was asked, 1 it did not answer, 2 the usage is wrong.`,
})

async function runCalls(flags: CallsFlags, shell: Shell): Promise<void> {
  const entries =
    flags.page === undefined ? await entriesOf(flags) : entriesIn(flags.page).entries.filter(isMeant(flags))
  if (flags.json === true) return shell.out(`${writeJson(entries.slice(-flags.limit), 2)}\n`)
  const rows = entries.slice(-flags.limit).map((entry) => ({
    call: entry.number,
    method: printable(entry.method),
    target: printable(entry.target),
    status: entry.status,
    why: printable(reasonLine(entry)),
  }))
  shell.out(rows.length === 0 ? 'No call fits.\n' : tableText(rows, ['call', 'method', 'target', 'status', 'why']))
}

async function entriesOf({ url, sandbox, operation, status, limit }: CallsFlags): Promise<readonly JournalEntry[]> {
  const query = new URLSearchParams({ limit: String(limit) })
  if (operation !== undefined) query.set('operation', operation)
  if (status !== undefined) query.set('status', String(status))
  const target = sandboxPath(sandbox, `/journal?${query}`)
  const { entries } = (await read(runningMock(url), target)) as { readonly entries: readonly JournalEntry[] }
  return entries
}

function isMeant({ operation, status }: CallsFlags): (entry: JournalEntry) => boolean {
  return (entry) =>
    (operation === undefined || entry.operation === operation) && (status === undefined || entry.status === status)
}

/**
 * What the page of a failed test has, as the fixture of Playwright and `mockReport` write it.
 * @throws {UsageError} when the file is something else, or cannot be read
 */
export function entriesIn(file: string): Pick<MockReport, 'origin' | 'sandbox'> & {
  readonly entries: readonly JournalEntry[]
} {
  const page = readFileOf('--page', file).toString()
  const [, json = ''] = /<script type="application\/json" class="report">([^<]*)<\/script>/.exec(page) ?? []
  const reading = readJson(json)
  if (!reading.ok)
    throw new UsageError(
      `Cannot read the calls in ${file}: expected the page of a failed test, such as animal-store.html in the report of Playwright.`,
    )
  // The kit wrote it.
  const { origin, sandbox, answers } = reading.value as MockReport
  const { entries } = answers[sandboxPath(sandbox, '/journal')] as { readonly entries: readonly JournalEntry[] }
  return { origin, sandbox, entries }
}

/** Reads something of a mock. @throws {Failure} when it does not answer, or refuses */
export async function read(mock: Transport, target: string): Promise<unknown> {
  try {
    return await mock.send({ method: 'GET', target })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const advice = error.status === undefined ? ' Name it with --url.' : ''
    throw new Failure(`Cannot read the calls of ${mock.origin}: ${error.message}${advice}`, { cause: error })
  }
}
