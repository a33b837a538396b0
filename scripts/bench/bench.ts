import { type ChildProcess, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { number, optionOf } from '../commands/command.ts'
import { load, median, requestText } from './load.ts'
import { compare, inTurns, measure, verdict } from './measure.ts'
import { measureReplicas } from './replicas.ts'
import { measureScale } from './scale.ts'
import { bareScript, startServer, stopServers } from './servers.ts'
import { soak } from './soak.ts'

// Every figure is a ratio to a bare node:http server that sends the same bytes as constants, measured in the same run
// and in turns with it, because a shared machine is never quiet for long.

const bin = fileURLToPath(new URL('../../dist/scripts/animal-store.js', import.meta.url))
const mockArgs = [bin, 'mock', '--quiet', '--port', '0']
// So many are created that the usual room would be full.
const unlimited = [...mockArgs, '--choose', 'enterprise=1000000000/1000000000', '--sandbox-bytes', '2000000000']
const newPet = '{"name":"Rex","categoryId":1,"status":"available"}'

const loads = {
  list: { status: 200, floor: 0.75, request: requestText('GET', '/v1/pets?limit=20') },
  get: { status: 200, floor: 0.8, request: requestText('GET', '/v1/pets/7') },
  create: { status: 201, floor: 0.6, request: requestText('POST', '/v1/pets', { body: newPet }) },
}

type Numbers = Readonly<Record<'rounds' | 'seconds' | 'starts' | 'minutes' | 'calls', number>>

const parts: Readonly<Record<string, (numbers: Numbers) => Promise<unknown>>> = {
  throughput: measureThroughput,
  start: measureStart,
  scale: measureScale,
  replicas: ({ rounds, seconds }) => measureReplicas(unlimited, loads, rounds, seconds),
  proxy: measureProxy,
}

async function measureThroughput({ rounds, seconds }: Numbers): Promise<void> {
  const mock = await startServer([...unlimited, '--count', '60'])
  const bare = await startServer([bareScript, await constantReplies(mock.port)])
  console.log('\nRequests a second, 16 connections, as ratio to bare node:http (median of rounds in turns)')
  for (const [name, sent] of Object.entries(loads)) {
    if (name === 'create') printMemory(mock.process, bare.process)
    await compare(name, sent, rounds, {
      yardstick: () => measure([bare], sent, seconds),
      server: () => measure([mock], sent, seconds),
    })
  }
}

function printMemory(mock: ChildProcess, bare: ChildProcess): void {
  const [used = 0, usual = 0] = [mock, bare].map(
    ({ pid }) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  )
  console.log(
    `  memory   ${verdict(used, 150, 'at most', ' MB', 0)} after the list and get loads   bare: ${Math.round(usual)} MB`,
  )
}

async function measureStart({ starts }: Numbers): Promise<void> {
  const { bare, mock } = await inTurns(starts, { bare: () => timeStart([bareScript]), mock: () => timeStart(mockArgs) })
  console.log('\nCold start, from spawn to the first 200, as ratio to bare node:http (median)')
  const ratio = median(mock) / median(bare)
  console.log(`  start    ${verdict(ratio, 1.6, 'at most')}   bare: ${Math.round(median(bare))} ms`)
}

async function timeStart(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const { port } = await startServer(args)
  await load(port, loads.get.request, { connections: 1, calls: 1 })
  const took = performance.now() - startedAt
  await stopServers()
  return took
}

/** The cost of a call through the proxy, which judges it, and through a bare proxy, both before a bare server. */
async function measureProxy({ rounds, seconds }: Numbers): Promise<void> {
  const replies = await constantReplies((await startServer(unlimited)).port)
  await stopServers()
  const upstream = await startServer([bareScript, replies])
  const to = `http://127.0.0.1:${upstream.port}/v1`
  const ours = await startServer([bin, 'proxy', '--to', to, '--port', '0', '--quiet'])
  const bare = await startServer([bareScript, String(upstream.port)])
  console.log(
    '\nHow long a call takes through the proxy, as ratio to a bare node:http proxy (median of rounds in turns)',
  )
  for (const connections of [1, 16]) {
    const timeOf = async (port: number, forSeconds = seconds) =>
      (await load(port, loads.list.request, { connections, seconds: forSeconds })).medianMilliseconds
    const times = await inTurns(rounds, {
      direct: () => timeOf(upstream.port, 0.5),
      bare: () => timeOf(bare.port),
      ours: () => timeOf(ours.port),
    })
    const ratio = median(times.ours.map((time, at) => time / (times.bare[at] ?? Number.NaN)))
    const shown = Object.entries(times).map(([name, of]) => `${name} ${median(of).toFixed(2)} ms`)
    const name = `${connections} at once`
    console.log(`  ${name.padEnd(10)} ${verdict(ratio, connections === 1 ? 1.5 : 2, 'at most')}   ${shown.join(', ')}`)
  }
}

/** What the mock answers to each load, as JSON for the bare server to send as constants. */
async function constantReplies(port: number): Promise<string> {
  const replies: Record<string, object> = {}
  for (const { request } of Object.values(loads)) {
    const [method = '', target = ''] = request.split(' ')
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      headers: { authorization: 'Bearer test_enterprise', 'content-type': 'application/json' },
      body: method === 'POST' ? newPet : null,
    })
    const passed = [...response.headers].filter(([name]) => !/^(?:connection|keep-alive|content-length)$/.test(name))
    const body = await response.text()
    const headers = { ...Object.fromEntries(passed), 'Content-Length': `${Buffer.byteLength(body)}` }
    replies[`${method} ${target}`] = { status: response.status, headers, body }
  }
  return JSON.stringify(replies)
}

const aboutSoak = `
A soak uses a mock with a state file and two replicas, and fails if anything grows. Each round calls, listens to the
journal, makes snapshots, loads animals, resets and deletes its sandbox, and so leaves nothing behind. In the end it
prints the slope of heap, handles, file descriptors and of the time that 99 of 100 calls took. Ctrl-C prints what was
measured so far. Exit codes: 0 all bounds are kept, 1 one is missed or an answer was wrong, 2 wrong usage.`

const most = 10_000
const {
  only,
  minutes,
  calls: callsPerSecond,
  ...others
} = new Command('npm run bench --')
  .description('Measure the mock against a bare node:http server, the proxy against a bare proxy, and print ratios.')
  .addOption(
    new Option('--only <part>', 'a part; soak runs only if it is named').choices([...Object.keys(parts), 'soak']),
  )
  .addOption(optionOf('--rounds <n>', { ...number('how many turns each takes', most, 1), usual: 5 }))
  .addOption(optionOf('--seconds <n>', { ...number('how long a turn takes', most, 1), usual: 2 }))
  .addOption(optionOf('--starts <n>', { ...number('how many cold starts', most, 1), usual: 10 }))
  .addOption(optionOf('--minutes <n>', { ...number('how long a soak takes; 2 show that it runs', most, 1), usual: 60 }))
  .addOption(optionOf('--calls <n>', { ...number('how many calls a second it sends', most, 1), usual: 20 }))
  .addHelpText('after', aboutSoak)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .parse()
  .opts<Numbers & { only?: string }>()

if (only === 'soak') {
  const isRed = await soak({ minutes, callsPerSecond, callsPerRound: 100, print: (line) => console.log(line) })
  process.exitCode = isRed ? 1 : 0
} else
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue
    await part({ ...others, minutes, calls: callsPerSecond })
    await stopServers()
  }
