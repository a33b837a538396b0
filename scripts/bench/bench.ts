import { type ChildProcess, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { thereIsNo } from '../../spec/messages.ts'
import { measureHeap } from './heap.ts'
import { load, median, requestText } from './load.ts'
import { compare, inTurns, measure, startServer, stopServers, verdict } from './measure.ts'
import { measureReplicas } from './replicas.ts'
import { measureScale } from './scale.ts'

// Every figure is a ratio to a bare node:http server that sends the same bytes as constants, measured in the same run
// and in turns with it, because a shared machine is never quiet for long.

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    starts: { type: 'string', default: '10' },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const [rounds, seconds, starts] = [options.rounds, options.seconds, options.starts].map(Number) as [
  number,
  number,
  number,
]

const bin = fileURLToPath(new URL('../../dist/scripts/animal-store.js', import.meta.url))
const mockArgs = [bin, 'mock', '--quiet', '--port', '0']
// So many are created that the usual room would be full.
const unlimited = [...mockArgs, '--choose', 'enterprise=1000000000/1000000000', '--sandbox-bytes', '2000000000']
const bareScript = fileURLToPath(new URL('./bare-server.js', import.meta.url))
const bareProxy = fileURLToPath(new URL('./bare-proxy.js', import.meta.url))
const newPet = '{"name":"Rex","categoryId":1,"status":"available"}'

const loads = {
  list: { status: 200, floor: 0.75, request: requestText('GET', '/v1/pets?limit=20') },
  get: { status: 200, floor: 0.8, request: requestText('GET', '/v1/pets/7') },
  create: { status: 201, floor: 0.6, request: requestText('POST', '/v1/pets', { body: newPet }) },
}

const parts: Readonly<Record<string, () => Promise<void>>> = {
  throughput: measureThroughput,
  start: measureStart,
  scale: measureScale,
  heap: measureHeap,
  replicas: () => measureReplicas(unlimited, loads, rounds, seconds),
  proxy: measureProxy,
}

async function measureThroughput(): Promise<void> {
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

async function measureStart(): Promise<void> {
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
async function measureProxy(): Promise<void> {
  const replies = await constantReplies((await startServer(unlimited)).port)
  await stopServers()
  const upstream = await startServer([bareScript, replies])
  const to = `http://127.0.0.1:${upstream.port}/v1`
  const ours = await startServer([bin, 'proxy', '--to', to, '--port', '0', '--quiet'])
  const bare = await startServer([bareProxy, String(upstream.port)])
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

const { only, help } = options
if (help) {
  console.log(`npm run bench -- [--only ${Object.keys(parts).join('|')}] [--rounds 5] [--seconds 2] [--starts 10]

Measures the mock against a bare node:http server, the proxy against a bare proxy, and prints ratios.`)
} else if (only !== undefined && parts[only] === undefined) {
  console.error(thereIsNo('part', only, Object.keys(parts)))
  process.exitCode = 2
} else {
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue
    await part()
    await stopServers()
  }
}
