import { createClient } from '@redis/client'
import { ownRedis } from '../../mocks/testing/redis-server.ts'
import { median } from './load.ts'
import { type Load, compare, measure } from './measure.ts'
import { type Started, startServer } from './servers.ts'

/** As many as a shared mock has. With few, a replica would mostly wait for Redis. */
const connections = 64

/** The least share of what the same mock reaches in memory: spec/decisions/0128-replicas-under-64-connections.md. */
const floors: Readonly<Record<string, number>> = { list: 0.5, get: 0.5, create: 0.4 }

/**
 * Measures replicas that share their state in Redis against the same mock in memory: requests a second, and the time of
 * the CPU that a call costs a replica and Redis, because on two cores the load takes its part as well.
 */
export async function measureReplicas(
  mockArgs: readonly string[],
  loads: Readonly<Record<'list' | 'get' | 'create', Load>>,
  rounds: number,
  seconds: number,
): Promise<void> {
  const redis = await ownRedis()
  const client = createClient({ url: redis.url })
  await client.connect()
  /** Also tells how many microseconds of CPU a call took in Redis. */
  async function shared(servers: readonly Started[], sent: Load) {
    const before = await redisSeconds()
    const measured = await measure(servers, sent, seconds, Math.ceil(connections / servers.length))
    return { ...measured, redisCpu: (((await redisSeconds()) - before) / measured.replies) * 1e6 }
  }
  async function redisSeconds(): Promise<number> {
    const info = await client.info()
    return [...info.matchAll(/^used_cpu_(?:user|sys):([\d.]+)/gm)].reduce((sum, [, value]) => sum + Number(value), 0)
  }
  const memory = await startServer(mockArgs)
  const replicas = [await startServer([...mockArgs, '--state', redis.url])]
  console.log(
    `\nOne replica with its state in Redis, ${connections} connections, as ratio to the same mock in memory (median of rounds in turns)`,
  )
  for (const [name, load] of Object.entries(loads)) {
    const sent = { ...load, floor: floors[name] ?? 0 }
    const turns = {
      yardstick: () => measure([memory], sent, seconds, connections),
      server: () => shared(replicas, sent),
    }
    await compare(name, sent, rounds, turns, (found) => {
      return `, Redis: ${median(found.map(({ redisCpu }) => redisCpu)).toFixed(1)} µs a call`
    })
  }
  console.log('\nReplicas together, get: requests a second')
  for (const count of [1, 2, 4]) {
    while (replicas.length < count) replicas.push(await startServer([...mockArgs, '--state', redis.url]))
    const { rate, cpu, redisCpu } = await shared(replicas, loads.get)
    console.log(
      `  ${count} ${Math.round(rate)}   ${cpu.toFixed(1)} µs of a replica and ${redisCpu.toFixed(1)} µs of Redis a call: one core of Redis ends at ${Math.round(1e6 / redisCpu)} a second`,
    )
  }
  client.destroy()
  await redis.stop()
}
