import { parseArgs } from 'node:util'
import { escapeBytes } from './escape-bytes.ts'
import { type FuzzCase, bytesOf } from './fuzz-case.ts'
import { type Failure, runFuzz } from './run-fuzz.ts'

const usage = `npm run fuzz -- [--seed N] [--count N] [--first N]

Sends malformed requests over raw sockets to the mock, which runs in a process of its own, and ends with 1 as soon as
it ends, hangs for 5 seconds, or sends a reply that is malformed or no Error where it should be one.

  --seed N    what the requests are drawn from: 0 to 4294967295 (default: 1). The same seed sends the same bytes.
  --count N   how many cases to play, each one connection or more: 1 to 1000000 (default: 10000)
  --first N   the number of the first case: 0 to 1000000 (default: 0), so that one case can be repeated
  --help      print this help

Exit codes: 0 all went well, 1 the server misbehaved, 2 the usage is wrong.`

class UsageError extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options === undefined) {
    console.log(usage)
    return 0
  }
  const startedAt = performance.now()
  let done = 0
  const progress = setInterval(() => console.error(`${done} of ${options.count} cases`), 2000)
  const failure = await runFuzz({ ...options, onCase: () => done++ }).finally(() => clearInterval(progress))
  if (failure === undefined) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`seed ${options.seed}: ${done} cases in ${seconds} s, and the server took them all well`)
    return 0
  }
  console.error(failureText(options, failure))
  return 1
}

interface Options {
  readonly seed: number
  readonly count: number
  readonly first: number
}

function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parse(args)
  if (values.help === true) return undefined
  return {
    seed: wholeNumber('--seed', values.seed ?? '1', 0, 2 ** 32 - 1),
    count: wholeNumber('--count', values.count ?? '10000', 1, 1_000_000),
    first: wholeNumber('--first', values.first ?? '0', 0, 1_000_000),
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: { seed: text, count: text, first: text, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const found = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (found >= least && found <= most) return found
  throw new UsageError(`${flag} must be a whole number from ${least} to ${most}, found "${text}".`)
}

function failureText(options: Options, { problem, cases, received, serverErrors }: Failure): string {
  const { seed } = options
  const [first, second] = cases
  const isOne = first !== undefined && second === undefined
  const again = isOne ? { first: first.number, count: 1 } : options
  return [
    `seed ${seed}: ${problem}`,
    ...(isOne ? caseLines(first) : []),
    ...(second === undefined ? [] : [`  cases     ${cases.map(({ number }) => number).join(', ')}: some of them`]),
    ...(received.length > 0 ? [`  received  ${escapeBytes(received)}`] : []),
    ...(serverErrors === '' ? [] : [`  server    ${serverErrors.trim().replaceAll('\n', '\n            ')}`]),
    `  again     npm run fuzz -- --seed ${seed} --first ${again.first} --count ${again.count}`,
  ].join('\n')
}

function caseLines(played: FuzzCase): readonly string[] {
  const { number, kind, connections, ending } = played
  const many = connections === 1 ? '' : `on ${connections} connections at once, `
  return [`  case      ${number} (${kind}, ${many}then ${ending})`, `  sent      ${escapeBytes(bytesOf(played))}`]
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 2
}
