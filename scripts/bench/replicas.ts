import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { createClient } from '@redis/client'
import { findRedis, startRedis } from '../../mocks/testing/redis-server.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { load, median } from './load.ts'
import { reached } from './reached.ts'

/** A request that is sent again and again. */
export interface Load {
  readonly request: string
  readonly status: number
}

/** At least so much of what the same mock reaches in memory. */
const floors: Readonly<Record<string, number>> = { list: 0.55, get: 0.6, create: 0.7 }

interface Started {
  readonly port: number
  readonly process: ChildProcess
}

/**
 * Measures replicas that share their state in Redis against the same mock in memory: requests a second, and the time of
 * the CPU that a call costs a replica and Redis, because on two cores the load takes its part as well.
 */
export async function measureReplicas(
  mockArgs: readonly string[],
  loads: Readonly<Record<string, Load>>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<void> {
  const program = await findRedis()
  if (program === undefined) throw new Error('There is no Redis to measure with.')
  const redis = await startRedis(program)
  const client = createClient({ url: redis.url })
  await client.connect()
  const memory = await start(mockArgs)
  const replicas = [await start([...mockArgs, '--state', redis.url])]
  try {
    console.log(
      '\nOne replica with its state in Redis, as ratio to the same mock in memory (median of rounds in turns)',
    )
    for (const [name, { request, status }] of Object.entries(loads)) {
      const measured = { rate: [] as number[], cpu: [] as number[], redis: [] as number[] }
      for (let round = 0; round <= rounds; round++) {
        const [inMemory] = await measure([memory], request, status, seconds, client)
        const [shared, redisCpu] = await measure(replicas, request, status, seconds, client)
        // The first round only warms up.
        if (round === 0) continue
        measured.rate.push(shared.rate / inMemory.rate)
        measured.cpu.push(inMemory.cpu / shared.cpu)
        measured.redis.push(redisCpu)
        if (round === rounds) {
          console.log(
            `  ${name.padEnd(7)} ${verdict(median(measured.rate), floors[name] ?? 0)}   by CPU: ${median(measured.cpu).toFixed(2)} ` +
              `(${inMemory.cpu.toFixed(1)} and ${shared.cpu.toFixed(1)} µs a call), Redis: ${median(measured.redis).toFixed(1)} µs a call`,
          )
        }
      }
    }
    console.log('\nReplicas together, get: requests a second')
    for (const count of [1, 2, 4]) {
      while (replicas.length < count) replicas.push(await start([...mockArgs, '--state', redis.url]))
      const { request, status } = loads['get'] as Load
      const [{ rate, cpu }, redisCpu] = await measure(replicas, request, status, seconds, client)
      console.log(
        `  ${count} ${Math.round(rate)}   ${cpu.toFixed(1)} µs of a replica and ${redisCpu.toFixed(1)} µs of Redis a call: one core of Redis ends at ${Math.round(1e6 / redisCpu)} a second`,
      )
    }
  } finally {
    for (const { process: child } of [memory, ...replicas]) child.kill()
    client.destroy()
    await redis.stop()
  }
}

async function start(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const address of createInterface({ input: child.stdout })) {
    return { port: Number(new URL(address).port), process: child }
  }
  throw new Error('The mock ended before it listened.')
}

interface Measured {
  /** Requests a second. */
  readonly rate: number
  /** Microseconds of the CPU that a call costs a replica. */
  readonly cpu: number
}

/** Loads the replicas all at once. @returns what they reached together, and what a call cost Redis in microseconds */
async function measure(
  replicas: readonly Started[],
  request: string,
  status: number,
  seconds: number,
  client: { info(): Promise<string> },
): Promise<[Measured, number]> {
  const cpuBefore = replicas.reduce((sum, replica) => sum + cpuSeconds(replica.process), 0)
  const redisBefore = await redisSeconds(client)
  const results = await Promise.all(replicas.map(({ port }) => load(port, request, { status, seconds })))
  const replies = results.reduce((sum, result) => sum + result.replies, 0)
  const unexpected = results.reduce((sum, result) => sum + result.unexpected, 0)
  if (unexpected > 0) throw new Error(`${unexpected} replies were not ${status}.`)
  const cpu = replicas.reduce((sum, replica) => sum + cpuSeconds(replica.process), 0) - cpuBefore
  const redisCpu = (await redisSeconds(client)) - redisBefore
  const rate = results.reduce((sum, result) => sum + result.replies / result.seconds, 0)
  return [{ rate, cpu: (cpu / replies) * 1e6 }, (redisCpu / replies) * 1e6]
}

async function redisSeconds(client: { info(): Promise<string> }): Promise<number> {
  const info = await client.info()
  return ['used_cpu_user', 'used_cpu_sys'].reduce(
    (sum, name) => sum + Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]),
    0,
  )
}

function verdict(ratio: number, floor: number): string {
  return `${ratio.toFixed(2)}, at least ${floor}: ${reached(ratio >= floor)}`
}
