import { type Transport, RequestError } from '../../../mocks/control/client/transport.ts'
import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import { operationIds, printable, writeJson } from '../../../spec/index.ts'
import type { JournalEntry } from '../../../mocks/journal/journal-entry.ts'
import { type CommandFlags, defineCommand, number } from '../command.ts'
import { runningMock } from '../mock-address.ts'
import { Failure, type Shell } from '../shell.ts'

/** Which mock is asked, and for which sandbox. */
export const mockOptions = {
  '--mock <address>': { text: 'the mock; its token comes from ANIMAL_STORE_TOKEN', usual: 'http://127.0.0.1:4010' },
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
  about: 'List the latest calls to a mock that runs, one a line, with why they were answered so.',
  options,
  run: runCalls,
  more: `
Examples:
  animal-store calls
  animal-store calls --sandbox checkout --status 429
  animal-store why 12

Exit codes: 0 the mock was asked, 1 it did not answer, 2 the usage is wrong.`,
})

async function runCalls({ mock, sandbox, operation, status, limit, json }: CallsFlags, shell: Shell): Promise<void> {
  const query = new URLSearchParams({ limit: String(limit) })
  if (operation !== undefined) query.set('operation', operation)
  if (status !== undefined) query.set('status', String(status))
  const target = sandboxPath(sandbox, `/journal?${query}`)
  const { entries } = (await read(runningMock(mock), target)) as { readonly entries: readonly JournalEntry[] }
  if (json === true) return shell.out(`${writeJson(entries, 2)}\n`)
  const lines = entries.map((entry) =>
    [entry.number, entry.method, entry.target, entry.status, entry.reason.join(' ')].join('  '),
  )
  shell.out(`${lines.map(printable).join('\n') || 'No call fits.'}\n`)
}

/** Reads something of a mock. @throws {Failure} when it does not answer, or refuses */
export async function read(mock: Transport, target: string): Promise<unknown> {
  try {
    return await mock.send({ method: 'GET', target })
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const advice = error.status === undefined ? ' Name it with --mock.' : ''
    throw new Failure(`Cannot read the calls of ${mock.origin}: ${error.message}${advice}`, { cause: error })
  }
}
