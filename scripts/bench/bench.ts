import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { ConstantReplies } from './bare-server.ts'
import { measureHeap } from './heap.ts'
import { load, median, requestText } from './load.ts'
import { type Started, measure, reached, startServer, verdict } from './measure.ts'
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

if (options.help) {
  console.log(`npm run bench -- [--only throughput|start|scale|heap|replicas|proxy] [--rounds 5] [--seconds 2] [--starts 10]

Measures the mock against a bare node:http server, the proxy against a bare proxy, and prints ratios.`)
  process.exit()
}

const bin = fileURLToPath(new URL('../../dist/scripts/animal-store.js', import.meta.url))
const mockArgs = [bin, 'mock', '--quiet', '--port', '0']
const newPet = '{"name":"Rex","categoryId":1,"status":"available"}'

const loads = {
  list: { route: 'GET /v1/pets?limit=20', status: 200, floor: 0.7, request: requestText('GET', '/v1/pets?limit=20') },
  get: { route: 'GET /v1/pets/7', status: 200, floor: 0.78, request: requestText('GET', '/v1/pets/7') },
  create: {
    route: 'POST /v1/pets',
    status: 201,
    floor: 0.6,
    request: requestText('POST', '/v1/pets', { body: newPet }),
  },
}

const parts = {
  throughput: measureThroughput,
  start: measureStart,
  scale: measureScale,
  heap: measureHeap,
  replicas: () =>
    measureReplicas([...mockArgs, '--choose', 'enterprise=1000000000/1000000000'], loads, {
      rounds: Number(options.rounds),
      seconds: Number(options.seconds),
    }),
  proxy: measureProxy,
}

async function measureThroughput(): Promise<void> {
  const mock = await startServer([...mockArgs, '--count', '60', '--choose', 'enterprise=1000000000/1000000000'])
  const bare = await startBare(await constantReplies(mock.port))
  try {
    console.log('\nRequests a second, 16 connections, as ratio to bare node:http (median of rounds in turns)')
    for (const [name, { floor, ...sent }] of Object.entries(loads)) {
      if (name === 'create') printMemory(mock.process, bare.process)
      for (const server of [bare, mock]) await measure([server], sent, 1)
      const rounds: { yardstick: Measured; measured: Measured }[] = []
      for (let round = 0; round < Number(options.rounds); round++) {
        const yardstick = await measure([bare], sent, Number(options.seconds))
        rounds.push({ yardstick, measured: await measure([mock], sent, Number(options.seconds)) })
      }
      const rate = median(rounds.map(({ yardstick, measured }) => measured.rate / yardstick.rate))
      const bareCpu = median(rounds.map(({ yardstick }) => yardstick.cpu))
      const cpu = median(rounds.map(({ measured }) => measured.cpu))
      console.log(
        `  ${name.padEnd(8)} ${verdict(rate, floor, 'at least')}   by CPU: ${(bareCpu / cpu).toFixed(2)} ` +
          `(${bareCpu.toFixed(1)} and ${cpu.toFixed(1)} µs a call)`,
      )
    }
  } finally {
    mock.process.kill()
    bare.process.kill()
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

function printMemory(mock: ChildProcess, bare: ChildProcess): void {
  const megabytes = (child: ChildProcess) =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
  const used = megabytes(mock)
  console.log(
    `  memory   ${Math.round(used)} MB after the list and get loads, at most 150 MB: ${reached(used <= 150)}   bare: ${Math.round(megabytes(bare))} MB`,
  )
}

async function measureStart(): Promise<void> {
  const mockTimes: number[] = []
  const bareTimes: number[] = []
  for (let start = 0; start < Number(options.starts); start++) {
    bareTimes.push(await timeStart([bareScript]))
    mockTimes.push(await timeStart(mockArgs))
  }
  const ratio = median(mockTimes) / median(bareTimes)
  console.log('\nCold start, from spawn to the first 200, as ratio to bare node:http (median)')
  console.log(`  start    ${verdict(ratio, 1.6, 'at most')}   bare: ${Math.round(median(bareTimes))} ms`)
}

const bareProxyScript = fileURLToPath(new URL('./bare-proxy.js', import.meta.url))

/** What a call takes through the proxy, which judges it, and through a bare one, with a bare server behind both. */
async function measureProxy(): Promise<void> {
  const mock = await startServer([...mockArgs, '--choose', 'enterprise=1000000000/1000000000'])
  const upstream = await startBare(await constantReplies(mock.port))
  mock.process.kill()
  const to = `http://127.0.0.1:${upstream.port}/v1`
  const ours = await startServer([bin, 'proxy', '--to', to, '--port', '0', '--quiet'])
  const bare = await startServer([bareProxyScript, String(upstream.port)])
  try {
    console.log(
      '\nHow long a call takes through the proxy, as ratio to a bare node:http proxy (median of rounds in turns)',
    )
    for (const connections of [1, 16]) {
      const timeOf = async ({ port }: Started, seconds: number): Promise<number> => {
        const { unexpected, medianMilliseconds } = await load(port, loads.list.request, { connections, seconds })
        if (unexpected > 0) throw new Error(`${unexpected} replies were not 200.`)
        return medianMilliseconds
      }
      const times = { direct: [] as number[], bare: [] as number[], ours: [] as number[] }
      for (const server of [ours, bare]) await timeOf(server, 2)
      for (let round = 0; round < Number(options.rounds); round++) {
        times.direct.push(await timeOf(upstream, 0.5))
        times.bare.push(await timeOf(bare, Number(options.seconds)))
        times.ours.push(await timeOf(ours, Number(options.seconds)))
      }
      const ratio = median(times.ours.map((time, at) => time / (times.bare[at] ?? Number.NaN)))
      const shown = Object.entries(times).map(([name, of]) => `${name} ${median(of).toFixed(2)} ms`)
      const name = `${connections} at once`
      console.log(
        `  ${name.padEnd(10)} ${verdict(ratio, connections === 1 ? 1.5 : 2, 'at most')}   ${shown.join(', ')}`,
      )
    }
  } finally {
    for (const server of [ours, bare, upstream]) server.process.kill()
  }
}

// As small as a server can be, in plain JavaScript, so that nothing has to be made ready before it runs.
const bareScript = fileURLToPath(new URL('./smallest-server.js', import.meta.url))

async function timeStart(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const server = await startServer(args)
  try {
    const { unexpected } = await load(server.port, loads.get.request, { connections: 1, calls: 1 })
    if (unexpected > 0) throw new Error('The first reply was not 200.')
    return performance.now() - startedAt
  } finally {
    server.process.kill()
    await once(server.process, 'exit')
  }
}

function startBare(replies: ConstantReplies): Promise<Started> {
  return startServer([fileURLToPath(new URL('./bare-server.ts', import.meta.url)), JSON.stringify(replies)])
}

/** What the mock answers to each load, for the bare server to send as constants. */
async function constantReplies(port: number): Promise<ConstantReplies> {
  const replies: Record<string, ConstantReplies[string]> = {}
  for (const { route } of Object.values(loads)) {
    const [method = '', target = ''] = route.split(' ')
    const response = await fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      headers: { authorization: 'Bearer test_enterprise', 'content-type': 'application/json' },
      body: method === 'POST' ? newPet : null,
    })
    const passed = [...response.headers].filter(([name]) => !/^(?:connection|keep-alive|content-length)$/.test(name))
    const body = await response.text()
    const headers = { ...Object.fromEntries(passed), 'Content-Length': `${Buffer.byteLength(body)}` }
    replies[route] = { status: response.status, headers, body }
  }
  return replies
}

const chosen = Object.entries(parts).filter(([name]) => options.only === undefined || options.only === name)
if (chosen.length === 0) {
  console.error(`There is no part "${options.only}". Parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
for (const [, measurePart] of chosen) await measurePart()
