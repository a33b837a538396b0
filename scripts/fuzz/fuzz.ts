import { Command } from 'commander'
import { option } from '../commands/command.ts'
import { parseWholeNumber } from '../commands/parse-values.ts'
import { escapeBytes } from './escape-bytes.ts'
import { bytesOf } from './exchange.ts'
import type { Failure } from './run-fuzz.ts'

const program = new Command('npm run fuzz --')
  .description(
    'Send malformed requests over raw sockets to the mock, which runs in a process of its own. It fails as soon as the mock ' +
      'ends, hangs for 5 seconds, or sends a reply that is malformed or no Error where it should be one. The request ' +
      'that made it fail is shrunk by fast-check.',
  )
  .addOption(
    number('--seed <n>', 'what the requests are drawn from: the same seed sends the same bytes', 0, 2 ** 31 - 1, 1),
  )
  .addOption(number('--count <n>', 'how many cases to play, each one connection or more', 1, 1_000_000, 10_000))
  .addOption(option('--path <path>', 'play one case again, as a failure printed it, such as 12:0:3', parsePath))
  .addHelpText('after', '\nExit codes: 0 all went well, 1 the server misbehaved, 2 the usage is wrong.')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))

function number(flags: string, description: string, least: number, most: number, usual: number) {
  return option(flags, `${description}: ${least} to ${most}`, (text) => {
    const found = parseWholeNumber(text, most)
    if (found >= least) return found
    throw new RangeError(`Expected a whole number from ${least} to ${most}.`)
  }).default(usual)
}

function parsePath(text: string): string {
  if (/^\d+(?::\d+)*$/.test(text)) return text
  throw new RangeError('Expected numbers such as 12:0:3.')
}

function failureText(seed: number, count: number, { problem, cases, received, serverErrors }: Failure): string {
  const [first, second] = cases
  const found = second === undefined ? first : undefined
  const lines = [`seed ${seed}: ${problem}`]
  if (found !== undefined) {
    const { kind, connections, ending } = found.drawn
    const many = connections === 1 ? '' : `on ${connections} connections at once, `
    lines.push(
      `  case      ${found.path} (${kind}, ${many}then ${ending})`,
      `  sent      ${escapeBytes(bytesOf(found.drawn))}`,
    )
  } else if (second !== undefined) lines.push(`  cases     ${cases.map(({ path }) => path).join(', ')}: some of them`)
  if (received.length > 0) lines.push(`  received  ${escapeBytes(received)}`)
  if (serverErrors !== '') lines.push(`  server    ${serverErrors.trim().replaceAll('\n', '\n            ')}`)
  const again = found === undefined ? `--count ${count}` : `--path ${found.path}`
  return [...lines, `  again     npm run fuzz -- --seed ${seed} ${again}`].join('\n')
}

const options = program.parse().opts<{ seed: number; count: number; path?: string }>()
// It loads the mock, which help and wrong usage need not wait for.
const { runFuzz } = await import('./run-fuzz.ts')
const count = options.path === undefined ? options.count : 1
const startedAt = performance.now()
let done = 0
const progress = setInterval(() => console.error(`${done} of ${count} cases`), 2000)
const failure = await runFuzz({ ...options, count, onCase: () => done++ }).finally(() => clearInterval(progress))
if (failure === undefined) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`seed ${options.seed}: ${done} cases in ${seconds} s, and the server took them all well`)
} else {
  console.error(failureText(options.seed, count, failure))
  process.exitCode = 1
}
