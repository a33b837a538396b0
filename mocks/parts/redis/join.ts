import { createHash } from 'node:crypto'
import { baseChecksum } from '../../animals/base-checksum.ts'
import type { AnimalStore, limitsOf } from '../../store/store.ts'
import type { ClockState } from '../../world/clock.ts'
import type { Settings } from '../../world/settings.ts'
import type { Send } from './redis-connection.ts'

/** What must be the same in all replicas, because any of them makes and resets sandboxes. */
interface CommonOptions {
  /** The animals that sandboxes begin with: in words, and a digest of them. */
  readonly dataset: string
  /** Options by name, as plain data. */
  readonly options: Readonly<Record<string, unknown>>
  /** All replicas take the clock of the first one: a running clock was set when its replica started. */
  readonly clock: ClockState
}

/** What this replica would begin sandboxes with. */
export async function commonOptionsOf(
  store: AnimalStore,
  settings: Settings,
  limits: ReturnType<typeof limitsOf>,
): Promise<CommonOptions> {
  const base = await store.baseAnimals
  const { dataset = 'animals of its own', seed } = store
  const { clock } = settings
  const keys = JSON.stringify([...store.keys.own].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return {
    dataset: `${dataset} (${base.items.length} animals, seed ${seed}) ${baseChecksum(base)}`,
    options: {
      ...settings,
      ...limits,
      clock: clock.mode === 'running' ? 'running' : clock,
      keys: createHash('sha256').update(keys).digest('hex'),
    },
    clock,
  }
}

/** This replica cannot use this state: the message says what differs and what to do. */
class ReplicaError extends Error {
  override readonly name = 'ReplicaError'
}

/** Replicas that ended are remembered for so long. */
export const leaseMilliseconds = 30_000

/**
 * Joins the replicas of a state, or begins it.
 * @returns the clock that sandboxes begin with
 * @throws {ReplicaError} when others run with other options, or the state is one of another dataset
 */
export async function join(
  send: Send,
  prefix: string,
  { dataset, options, clock }: CommonOptions,
): Promise<ClockState> {
  const firstOf = async (name: string, own: string, ...expiry: string[]) => {
    const key = `${prefix}:${name}`
    // What was there; nothing if this is the first.
    const found = await send('SET', key, own, 'NX', 'GET', ...expiry)
    return typeof found === 'string' ? found : own
  }
  const found = await firstOf('dataset', dataset)
  if (found !== dataset) {
    const wordsOf = (text: string) => text.slice(0, text.lastIndexOf(' '))
    throw new ReplicaError(
      `it holds sandboxes that begin with ${wordsOf(found)}, and this start is with ${wordsOf(dataset)}. ` +
        'Start with the same animals, or name another database or prefix',
    )
  }
  const ownOptions = JSON.stringify({ options, clock })
  const theirs = JSON.parse(await firstOf('options', ownOptions, 'PX', String(leaseMilliseconds))) as Omit<
    CommonOptions,
    'dataset'
  >
  const differing = Object.keys(options).filter(
    (name) => JSON.stringify(options[name]) !== JSON.stringify(theirs.options[name]),
  )
  if (differing.length === 0) return theirs.clock
  throw new ReplicaError(
    `other replicas were started with another ${differing.join(', ')}. Start all of them with the same options; ` +
      `replicas that ended are remembered for ${leaseMilliseconds / 1000} seconds`,
  )
}
