import { STATUS_CODES } from 'node:http'
import { testKeys } from '../../../mocks/entry.ts'
import { callLine, callOf } from '../../../mocks/parts/panel/bench/call-again.ts'
import { printable, printableLines } from '../../../spec/index.ts'
import type { JournalEntry } from '../../../mocks/journal/journal.ts'
import { resultOf, statusWord } from '../../../mocks/journal-text/short-reason.ts'
import { sentenceOf, stepTitle } from '../../../mocks/journal-text/step-text.ts'
import { type CommandFlags, defineCommand } from '../command.ts'
import { Failure, type Shell, UsageError } from '../shell.ts'
import type { Conduct } from '../../../spec/made/control-types.ts'
import { ask, callsOf, mockOf, mockOptions } from '../calls/calls-command.ts'

const options = {
  'Which call:': mockOptions,
  'What is printed:': {
    '--raw': 'the request and the reply, byte for byte as the mock keeps them',
    '--curl': 'a line for a shell that sends the call once more',
  },
} as const

type WhyFlags = CommandFlags<typeof options>

/** The command `why`. */
export const command = defineCommand({
  name: 'why',
  about: 'Say why a mock answered a call as it did, step by step.',
  takes: { '<number>': 'the number of the call, as the command calls lists it' },
  options,
  run: runWhy,
  more: `
Examples:
  animal-store why 12
  animal-store why 12 --raw
  animal-store why 12 --curl
  animal-store why 12 --page test-results/checkout/animal-store.html

Exit codes: 0 the call was found, 1 it was not, or the mock did not answer, 2 the usage is wrong.`,
})

async function runWhy(flags: WhyFlags, shell: Shell, [given = '']: readonly string[]): Promise<void> {
  const number = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined
  if (number === undefined)
    throw new UsageError(`Cannot find the call "${printable(given)}": expected a number, such as 12.`)
  const { raw, curl, page } = flags
  const mock = mockOf(flags)
  const { origin, report } = mock
  const sandbox = report?.sandbox ?? flags.sandbox
  const place = page ?? `the sandbox ${sandbox}`
  const entries = await callsOf(mock, flags)
  const entry = entries.find((one) => one.number === number)
  if (entry === undefined) {
    const [first, last] = [entries[0], entries.at(-1)].map((one) => one?.number)
    const kept = first === undefined ? 'There is none yet' : `It has ${first} to ${last}`
    throw new Failure(`There is no call ${number} in ${place}. ${kept}.`)
  }
  if (curl === true && origin === '')
    throw new Failure(`Cannot print a line for a shell: the mock of ${place} ran within its test, without an address.`)
  if (curl === true) return shell.out(`${callLine(origin, callOf(entry, sandbox), Object.keys(testKeys))}\n`)
  const { findings } = await ask<Conduct>(mock, sandbox, '/conduct?seen=1000')
  if (raw === true && entry.response.effect !== null) shell.err('No reply was sent.\n')
  const text = raw === true ? rawText(entry) : [...whyLines(entry), ...findingLines(findings, number)].join('\n')
  // Other programs get every byte; a terminal must not be steered by one.
  shell.out(raw === true && shell.columns === undefined ? text : `${printableLines(text)}\n`)
}

function whyLines(entry: JournalEntry): readonly string[] {
  const { number, at, method, target, status, steps, response } = entry
  const lines = steps.map((step) => {
    const sentence = sentenceOf(step, resultOf(step, entry))
    return `${step.decided === true ? '→' : ' '} ${stepTitle(step).toLowerCase().padEnd(10)} ${sentence}`
  })
  const word = statusWord(status, response.effect)
  return [`Call ${number} at ${at}: ${method} ${target} → ${word}`, ...lines]
}

/** What the call shows of the client, and how to mend it. */
function findingLines(findings: Conduct['findings'], number: number): readonly string[] {
  return findings.flatMap(({ rule, advice, seen }) =>
    seen
      .filter(({ calls }) => calls.includes(number))
      .map(({ text }) => `! ${'finding'.padEnd(10)} ${rule} (${text}): ${advice}`),
  )
}

/** The request, and the reply if it was sent. */
function rawText({ method, target, status, request, response }: JournalEntry): string {
  const message = (first: string, headers: object, body: string): string =>
    [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`), '', body].join('\r\n')
  return [
    message(`${method} ${target} HTTP/1.1`, request.headers, request.body),
    ...(response.effect === null
      ? [message(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, response.headers, response.body)]
      : []),
  ].join('\r\n')
}
