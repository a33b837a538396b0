import type { ClockState } from '../world/clock.ts'
import type { Client } from './link.ts'

/** What must be the same in all replicas, since any of them makes and resets sandboxes. */
export interface Origin {
  /** The animals that sandboxes begin with: in words, and a digest of them. */
  readonly dataset: string
  /** Options by name, as plain data. */
  readonly options: Readonly<Record<string, unknown>>
  /** A clock that runs was set as its replica started, so all of them take that of the first. */
  readonly clock: ClockState
}

/** This replica cannot use this state: the message says what differs and what to do. */
class ReplicaError extends Error {
  override readonly name = 'ReplicaError'
}

/** Replicas that ended are remembered for so long. */
const leaseMilliseconds = 30_000

/** How often a replica says that it is still there. */
export const renewalMilliseconds = 10_000

/**
 * Joins the replicas of a state, or begins it.
 * @returns the clock that sandboxes begin with
 * @throws {ReplicaError} when others run with other options, or the state is one of another dataset
 */
export async function join(client: Client, prefix: string, origin: Origin): Promise<ClockState> {
  const { dataset, options, clock } = origin
  await client.set(`${prefix}:dataset`, dataset, { condition: 'NX' })
  const found = await client.get(`${prefix}:dataset`)
  if (found !== null && found !== dataset) {
    throw new ReplicaError(
      `it holds sandboxes that begin with ${nameOf(found)}, and this start is with ${nameOf(dataset)}. ` +
        'Start with the same animals, or name another database or prefix',
    )
  }
  const own = JSON.stringify({ options, clock })
  await client.set(optionsKey(prefix), own, { condition: 'NX', expiration: { type: 'PX', value: leaseMilliseconds } })
  const theirs = JSON.parse((await client.get(optionsKey(prefix))) ?? own) as Pick<Origin, 'options' | 'clock'>
  const differing = Object.keys(options).filter(
    (name) => JSON.stringify(options[name]) !== JSON.stringify(theirs.options[name]),
  )
  if (differing.length === 0) return theirs.clock
  throw new ReplicaError(
    `other replicas were started with another ${differing.join(', ')}. Start all of them with the same options; ` +
      `replicas that ended are remembered for ${leaseMilliseconds / 1000} seconds`,
  )
}

/** Says that a replica with these options is still there. */
export async function renew(client: Client, prefix: string): Promise<void> {
  await client.pExpire(optionsKey(prefix), leaseMilliseconds)
}

function optionsKey(prefix: string): string {
  return `${prefix}:options`
}

/** What it says before the digest. */
function nameOf(dataset: string): string {
  return dataset.replace(/ \w+$/, '')
}

/**
 * What a person should know of a Redis before state is kept there.
 * @throws {ReplicaError} when it is too old, or a cluster
 */
export async function lookAt(client: Client): Promise<readonly string[]> {
  const info = Object.fromEntries(
    (await client.info())
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  const { redis_version: version = '0' } = info
  if (Number.parseInt(version, 10) < 7) throw new ReplicaError(`it is Redis ${version}; Redis 7 or Valkey 8 is needed`)
  if (info['cluster_enabled'] === '1') throw new ReplicaError('it is a cluster, which is not supported yet')
  const policy = info['maxmemory_policy'] ?? 'noeviction'
  const notices = []
  if (policy !== 'noeviction') {
    notices.push(
      `Redis may drop any of the state when its memory is full: maxmemory-policy is ${policy}. Set noeviction.`,
    )
  }
  if (info['aof_enabled'] === '0') {
    notices.push('Redis keeps no append-only file, so the latest changes are gone when it ends. Set appendonly yes.')
  }
  return notices
}
