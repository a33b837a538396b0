import { RequestError } from '../../../mocks/control/client/transport.ts'
import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import { testKeys } from '../../../mocks/entry.ts'
import { callLine, callOf } from '../../../mocks/parts/panel/bench/call-again.ts'
import { printable, printableLines, writeJson } from '../../../spec/index.ts'
import type { JournalEntry } from '../../../mocks/journal/journal.ts'
import { resultText } from '../../../mocks/journal-text/short-reason.ts'
import { sentenceOf } from '../../../mocks/journal-text/step-text.ts'
import { type CommandFlags, defineCommand } from '../command.ts'
import { runningMock } from '../mock-address.ts'
import { Failure, type Shell, UsageError } from '../shell.ts'
import { entriesIn, mockOptions, read } from '../calls/calls-command.ts'

const options = {
  'Which call:': mockOptions,
  'What is printed:': {
    '--raw': 'the request and the reply, byte for byte as the mock keeps them',
    '--curl': 'a line for a shell that sends the call once more',
    '--json': 'all of it as JSON',
  },
} as const

type WhyFlags = CommandFlags<typeof options>

/** The command `why`. */
export const command = defineCommand({
  name: 'why',
  about: 'Say why a mock answered a call as it did, step by step.',
  takes: { '<number>': 'the number of the call, as animal-store calls lists it' },
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
  const { url, page, raw, curl, json } = flags
  const saved = page === undefined ? undefined : entriesIn(page)
  const { origin, sandbox } = saved ?? { origin: runningMock(url).origin, sandbox: flags.sandbox }
  const entry = saved === undefined ? await callWith(number) : saved.entries.find((one) => one.number === number)
  if (entry === undefined) throw new Failure(`There is no call ${number} in ${page}.`)
  if (json === true) return shell.out(`${writeJson(entry, 2)}\n`)
  if (curl === true) return shell.out(`${callLine(origin, callOf(entry, sandbox), Object.keys(testKeys))}\n`)
  const text = raw === true ? rawText(entry) : whyText(entry)
  // Other programs get every byte; a terminal must not be steered by one.
  shell.out(raw === true && shell.columns === undefined ? text : `${printableLines(text)}\n`)

  async function callWith(wanted: number): Promise<JournalEntry> {
    const target = sandboxPath(sandbox, `/journal/wait?after=${wanted - 1}&timeoutMilliseconds=1`)
    const missing = `There is no call ${wanted} of the sandbox ${sandbox}: it is still to come, or no longer kept.`
    const found = (await read(runningMock(url), target).catch((error: unknown) => {
      const isLate = error instanceof Failure && error.cause instanceof RequestError && error.cause.status === 504
      throw isLate ? new Failure(missing) : error
    })) as JournalEntry
    if (found.number !== wanted) throw new Failure(missing)
    return found
  }
}

function whyText(entry: JournalEntry): string {
  const { number, at, method, target, status, steps, response } = entry
  const lines = steps.map((step) => {
    const sentence = sentenceOf(step, step.step === 'operation' ? resultText(entry) : undefined)
    return `${step.decided === true ? '→' : ' '} ${step.step.padEnd(10)} ${sentence}`
  })
  const { effect } = response
  const end = effect === null ? '' : `, and then: ${effect}`
  return [`Call ${number} at ${at}: ${method} ${target} → ${status}${end}`, ...lines].join('\n')
}

function rawText({ method, target, status, request, response }: JournalEntry): string {
  const message = (first: string, headers: object, body: string): string =>
    [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`), '', body].join('\r\n')
  return [
    message(`${method} ${target} HTTP/1.1`, request.headers, request.body),
    message(`HTTP/1.1 ${status}`, response.headers, response.body),
  ].join('\r\n')
}
