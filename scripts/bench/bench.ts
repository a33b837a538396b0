import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithCodeOf } from '../testing/exit-code.ts'
import { load, median, requestText } from './load.ts'
import { compare, inTurns, measure, verdict } from './measure.ts'
import { bareScript, startRedis, startServer, stopServers } from './servers.ts'

// Every figure is a ratio to a bare node:http server that sends the same bytes as constants, measured in the same run
// and in turns with it, because a shared machine is never quiet for long.

const help = `Measures the mock against a bare node:http server, and prints ratios.

Usage: npm run bench [-- --only throughput|start|replicas]`

const bin = fileURLToPath(new URL('../../dist/scripts/animal-store.js', import.meta.url))
const mockArgs = [bin, 'mock', '--quiet', '--port', '0']
// So many are created that the usual room would be full.
const unlimited = [...mockArgs, '--choose', 'enterprise=1000000000/1000000000', '--sandbox-bytes', '2000000000']
const newPet = '{"name":"Rex","categoryId":1,"status":"available"}'

/** `shared` is the least share that a replica reaches: spec/decisions/0190-where-the-time-of-a-call-goes.md. */
const loads = {
  list: { status: 200, floor: 0.75, shared: 0.5, request: requestText('GET', '/v1/pets?limit=20') },
  get: { status: 200, floor: 0.8, shared: 0.5, request: requestText('GET', '/v1/pets/7') },
  create: { status: 201, floor: 0.6, shared: 0.4, request: requestText('POST', '/v1/pets', newPet) },
}

const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  throughput: measureThroughput,
  start: measureStart,
  replicas: measureReplicas,
}

async function measureThroughput(): Promise<void> {
  const mock = await startServer([...unlimited, '--count', '60'])
  const bare = await startServer([bareScript, await constantReplies(mock.port)])
  console.log('\nRequests a second, 16 connections, as ratio to bare node:http (median of rounds in turns)')
  for (const [name, sent] of Object.entries(loads))
    await compare(name, sent.floor, { yardstick: () => measure(bare, sent), server: () => measure(mock, sent) })
}

async function measureStart(): Promise<void> {
  const { bare, mock } = await inTurns(10, { bare: () => timeStart([bareScript]), mock: () => timeStart(mockArgs) })
  console.log('\nCold start, from spawn to the first 200, as ratio to bare node:http (median)')
  const ratio = median(mock) / median(bare)
  console.log(`  start    ${verdict(ratio, 1.6, 'at most')}   bare: ${Math.round(median(bare))} ms`)
}

async function timeStart(args: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  const { port } = await startServer(args)
  await load(port, loads.get.request, { connections: 1, seconds: 0 })
  const took = performance.now() - startedAt
  await stopServers()
  return took
}

/** As many as a shared mock has. With few, a replica would mostly wait for Redis. */
const replicaConnections = 64

/**
 * A replica that has its state in Redis against the same mock in memory: requests a second, and the time of the CPU that
 * a call costs a replica and Redis, because on two cores the load takes its part as well.
 */
async function measureReplicas(): Promise<void> {
  const redis = await startRedis()
  /** Also tells how many microseconds of CPU a call took in Redis. */
  async function shared(sent: (typeof loads)['list']) {
    const before = await redis.cpuSeconds()
    const measured = await measure(replica, sent, replicaConnections)
    return { ...measured, redisCpu: (((await redis.cpuSeconds()) - before) / measured.replies) * 1e6 }
  }
  const memory = await startServer(unlimited)
  const replica = await startServer([...unlimited, '--state', redis.url])
  console.log(
    `\nOne replica with its state in Redis, ${replicaConnections} connections, as ratio to the mock in memory`,
  )
  for (const [name, sent] of Object.entries(loads)) {
    const yardstick = () => measure(memory, sent, replicaConnections)
    const found = await compare(name, sent.shared, { yardstick, server: () => shared(sent) })
    console.log(`           Redis: ${median(found.map(({ redisCpu }) => redisCpu)).toFixed(1)} µs a call`)
  }
  await redis.stop()
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

await endWithCodeOf('npm run bench -- --help', async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) {
    console.log(help)
    return 0
  }
  const chosen = values.only === undefined ? Object.keys(parts) : [values.only]
  for (const name of chosen) {
    const part = parts[name]
    if (part === undefined) throw new RangeError(`Cannot measure "${name}": expected ${Object.keys(parts).join(', ')}.`)
    await part()
    await stopServers()
  }
  return process.exitCode === 1 ? 1 : 0
})
