import { OptionsError } from '../../../spec/index.ts'
import { tellAll } from '../../journal/journal.ts'
import { entryPoints } from '../../store/entry-points.ts'
import type { Registered } from '../../store/registered.ts'
import {
  type AnimalStore,
  type AnimalStoreOptions,
  createAnimalStore,
  failurePrinter,
  limitsOf,
} from '../../store/store.ts'
import { completeSettings } from '../../world/settings.ts'
import { Copies } from './copies.ts'
import { commonOptionsOf, join, leaseMilliseconds } from './join.ts'
import type { RedisConnection, Send } from './redis-connection.ts'
import { ReplicaCalls } from './replica-calls.ts'
import { requireUsualBounds } from './shared-journal.ts'
import { SharedWork } from './shared-work.ts'

/**
 * Opens a replica, which answers from copies that Redis has just called current:
 * spec/decisions/0084-state-of-replicas-in-redis.md. To read how, begin with `script/script.ts`, what Redis does. Then:
 *
 * - `replica-calls.ts`: a call, from a copy;
 * - `copies.ts`: which copies there are, and how one is changed in one step;
 * - `sandbox-copy.ts`: one of them follows Redis, by `script-queue.ts`; its items are in `item-log.ts`, its calls in
 *   `shared-journal.ts`;
 * - `shared-work.ts`: what the control API does;
 * - `redis-connection.ts` and `join.ts`: where all of it is sent, and who may.
 */
export function openRedisStore(
  options: AnimalStoreOptions,
  registered: Registered,
  connection: RedisConnection,
  prefix: string,
  deadlineMilliseconds: number,
) {
  const { onFailure: report = failurePrinter(), onRecord } = options
  // An error of the error handler must not become another failure.
  const onFailure = (error: unknown) => tellAll([report], [error], () => undefined)
  const limits = limitsOf(options)
  // What is the same in every replica: keys, the dataset, how calls are refused. Its own sandboxes are not used.
  const inner = createAnimalStore({ ...options, state: undefined, onFailure }, registered)
  const faultIds = registered.faults?.ids ?? []
  let settings = completeSettings(options, { realNow: Date.now, faultIds })
  requireUsualBounds(settings.journal)
  const copies = new Copies({
    connection,
    prefix,
    deadlineMilliseconds,
    limits,
    apiKeys: inner.keys,
    registered,
    // What this replica holds back: the others know nothing of it.
    holds: new Map(),
    onFailure,
    baseAnimals: () => inner.baseAnimals,
    settings: () => settings,
  })
  const work = new SharedWork(copies)
  const calls = new ReplicaCalls(copies)
  if (onRecord !== undefined) calls.subscribe(onRecord)
  let renewal: NodeJS.Timeout | undefined

  function needsWithin(): never {
    throw new OptionsError(
      'The sandboxes of this store are shared by replicas: use the control API, or await store.within({ sandbox, use: "change" }, (store) => …).',
    )
  }

  const own: AnimalStore = {
    ...inner,
    ...entryPoints(
      (call) => calls.answer(call),
      (...why) => inner.refuse(...why),
      onFailure,
    ),
    subscribe(listener, name) {
      if (name === undefined) return calls.subscribe(listener)
      return copies.journalOf(name).subscribe((record) => {
        const sandbox = copies.get(name)
        if (sandbox !== undefined) listener(record, sandbox)
      })
    },
  }

  return {
    store: {
      ...own,
      sandbox: needsWithin,
      get sandboxes() {
        return needsWithin()
      },
      forget: needsWithin,
      reset: () => work.reset(),
      within: (scope, run) => work.within(own, scope, run),
    } satisfies AnimalStore,
    /** Prepares a new connection. @throws {ReplicaError} when this replica cannot use what is there */
    async join(send: Send): Promise<void> {
      // Redis may have lost what it said before.
      copies.dropAll()
      const clock = await join(send, prefix, await commonOptionsOf(inner, settings, limits))
      settings = { ...settings, clock }
      clearInterval(renewal)
      renewal = setInterval(() => {
        const renewing = connection.send('PEXPIRE', `${prefix}:options`, String(leaseMilliseconds))
        // While Redis is away, calls say so.
        Promise.all([renewing, copies.dropGone()]).catch(() => undefined)
      }, leaseMilliseconds / 3).unref()
    },
    close: () => clearInterval(renewal),
  }
}
