import { createClient } from '@redis/client'
import { ownRedis } from '../../mocks/testing/redis-server.ts'
import { median } from './load.ts'
import { type Load, type Started, measure, startServer, verdict } from './measure.ts'

/** As many as a mock has that a company shares. Few would wait for Redis most of the time. */
const connections = 64

/** At least so much of what the same mock reaches in memory: spec/decisions/0128-replicas-under-64-connections.md. */
const floors: Readonly<Record<string, number>> = { list: 0.55, get: 0.6, create: 0.7 }

/**
 * Measures replicas that share their state in Redis against the same mock in memory: requests a second, and the time of
 * the CPU that a call costs a replica and Redis, because on two cores the load takes its part as well.
 */
export async function measureReplicas(
  mockArgs: readonly string[],
  loads: Readonly<Record<string, Load>>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<void> {
  const redis = await ownRedis()
  const client = createClient({ url: redis.url })
  await client.connect()
  const memory = await startServer(mockArgs)
  const replicas = [await startServer([...mockArgs, '--state', redis.url])]
  try {
    console.log(
      `\nOne replica with its state in Redis, ${connections} connections, as ratio to the same mock in memory (median of rounds in turns)`,
    )
    for (const [name, sent] of Object.entries(loads)) {
      const measured = { rate: [] as number[], cpu: [] as number[], redis: [] as number[] }
      for (let round = 0; round <= rounds; round++) {
        const inMemory = await measure([memory], sent, seconds, connections)
        const shared = await withRedis(replicas, sent, seconds, client)
        // The first round only warms up.
        if (round === 0) continue
        measured.rate.push(shared.rate / inMemory.rate)
        measured.cpu.push(inMemory.cpu / shared.cpu)
        measured.redis.push(shared.redisCpu)
        if (round === rounds) {
          console.log(
            `  ${name.padEnd(7)} ${verdict(median(measured.rate), floors[name] ?? 0, 'at least')}   by CPU: ${median(measured.cpu).toFixed(2)} ` +
              `(${inMemory.cpu.toFixed(1)} and ${shared.cpu.toFixed(1)} µs a call), Redis: ${median(measured.redis).toFixed(1)} µs a call`,
          )
        }
      }
    }
    console.log('\nReplicas together, get: requests a second')
    for (const count of [1, 2, 4]) {
      while (replicas.length < count) replicas.push(await startServer([...mockArgs, '--state', redis.url]))
      const { rate, cpu, redisCpu } = await withRedis(replicas, loads['get'] as Load, seconds, client)
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

/** Loads the replicas. @returns what `measure` does, and the microseconds of the CPU that a call took of Redis */
async function withRedis(
  replicas: readonly Started[],
  sent: Load,
  seconds: number,
  client: { info(): Promise<string> },
) {
  const before = await redisSeconds(client)
  const measured = await measure(replicas, sent, seconds, Math.ceil(connections / replicas.length))
  return { ...measured, redisCpu: (((await redisSeconds(client)) - before) / measured.replies) * 1e6 }
}

async function redisSeconds(client: { info(): Promise<string> }): Promise<number> {
  const info = await client.info()
  return ['used_cpu_user', 'used_cpu_sys'].reduce(
    (sum, name) => sum + Number(new RegExp(`${name}:([\\d.]+)`).exec(info)?.[1]),
    0,
  )
}
