import { Command, Option } from 'commander'
import { printableJson } from '../../spec/printable.ts'
import { number, optionOf } from '../commands/command.ts'
import { textOf } from './exchange.ts'

const aboutSeed = 'what the requests are drawn from: the same seed sends the same bytes'
const aboutCount = 'how many cases to play, each one connection or more'
const aboutFrom = 'the number of the first case, as a failure printed it'

const {
  target: name,
  seed,
  count,
  from,
} = new Command('npm run fuzz --')
  .description(
    'Send malformed requests over raw sockets to the mock or the proxy, which runs in a process of its own. It fails as ' +
      'soon as that ends, hangs for 5 seconds, or sends a reply that is malformed or no Error where it should be one; or ' +
      'as soon as the deployment behind the proxy sees anything but the requests that the proxy counted.',
  )
  .addOption(new Option('--target <name>', 'what to fuzz').choices(['mock', 'proxy']).default('mock'))
  .addOption(optionOf('--seed <n>', { ...number(aboutSeed, 2 ** 31 - 1), usual: 1 }))
  .addOption(optionOf('--count <n>', { ...number(aboutCount, 1_000_000), usual: 10_000 }))
  .addOption(optionOf('--from <n>', { ...number(aboutFrom, 1_000_000), usual: 0 }))
  .parse()
  .opts<{ target: 'mock' | 'proxy'; seed: number; count: number; from: number }>()
// They load the mock, which help and wrong usage need not wait for.
const { runFuzz } = await import('./run-fuzz.ts')
const { [name]: target } = (await import('./targets.ts')).targets
const startedAt = performance.now()
let done = 0
const progress = setInterval(() => console.error(`${done} of ${count} cases`), 2000)
const failure = await runFuzz({ target, seed, count, from, onCase: () => done++ }).finally(() =>
  clearInterval(progress),
)
if (failure === undefined) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`seed ${seed}: ${done} cases in ${seconds} s, and the server took them all well`)
} else {
  const { problem, cases, received, serverErrors } = failure
  const shown = (text: string) => printableJson(text.slice(0, 2000))
  console.error(`seed ${seed}: ${problem}`)
  for (const found of cases) console.error(`  case ${found.number} (${found.kind}): ${shown(textOf(found))}`)
  console.error(`  received ${shown(received.toString('latin1'))}\n${serverErrors}`)
  console.error(
    `  again: npm run fuzz -- --target ${name} --seed ${seed} ${cases[0] ? `--from ${cases[0].number} --count 1` : `--count ${count}`}`,
  )
  process.exitCode = 1
}
