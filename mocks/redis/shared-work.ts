import type { Awaitable } from '../../spec/index.ts'
import { defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import type { SharedScope } from '../store/shared-state.ts'
import type { AnimalStore } from '../store/store.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { Changes } from './changes.ts'
import type { Copies } from './copies.ts'
import type { Deadline } from './deadline.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'
import type { Visits } from './visits.ts'

/** A piece of work on sandboxes, which begins again where a copy was stale. */
interface Work<T> {
  /** What it gets, but for the sandboxes. */
  readonly store: AnimalStore
  readonly run: (store: AnimalStore) => Awaitable<T>
  /** How long it may take from now on. */
  readonly newDeadline: () => Deadline
  readonly deadline: Deadline
  /** The sandboxes that were made for it. */
  readonly made: Set<string>
  /** The sandboxes to remove once it is done. */
  readonly forgotten: Set<string>
}

/** What the control API, and whoever calls `store.within`, does with sandboxes. */
export class SharedWork {
  readonly #copies: Copies
  readonly #changes: Changes
  readonly #visits: Visits

  constructor(copies: Copies, changes: Changes, visits: Visits) {
    this.#copies = copies
    this.#changes = changes
    this.#visits = visits
  }

  async within<T>(
    store: AnimalStore,
    scope: SharedScope,
    run: (store: AnimalStore) => Awaitable<T>,
    newDeadline: () => Deadline,
  ): Promise<T> {
    const deadline = newDeadline()
    const work = { store, run, newDeadline, deadline, made: new Set<string>(), forgotten: new Set<string>() }
    const result = await retryWhileStale(() => this.#try(work, scope), deadline)
    // A change would not find what is gone, and put its copy back.
    await Promise.all([...work.forgotten].map((name) => deadline.race(this.#copies.forget(name))))
    return result
  }

  async #try<T>(work: Work<T>, { sandbox: name, use }: SharedScope): Promise<T> {
    const { deadline } = work
    if (name === undefined || !sandboxNamePattern.test(name)) return this.#runOnAll(work, use)
    if (use === 'forget') await deadline.race(this.#visits.removeDamaged(name))
    if (use === 'make' || (use !== 'look' && (await deadline.race(this.#copies.reload(name))) === true)) {
      const change = (sandbox: Sandbox) => this.#runOn(work, [sandbox])
      return deadline.race(this.#changes.change(name, { work: change, deadline, isOfCall: false }))
    }
    const found = await deadline.race(this.#visits.find(name))
    return found === undefined ? this.#runOnAll(work, use) : this.#look(work, use, [found])
  }

  async #runOnAll<T>(work: Work<T>, use: SharedScope['use']): Promise<T> {
    return this.#look(work, use, await work.deadline.race(this.#visits.all(work.deadline)))
  }

  /** Whoever looks may wait for calls that are still to come. */
  #look<T>(work: Work<T>, use: SharedScope['use'], found: readonly Sandbox[]): Promise<T> {
    const running = this.#runOn(work, found)
    return use === 'look' ? running : work.deadline.race(running)
  }

  /** Lets work be done on these sandboxes. */
  async #runOn<T>({ store, run, newDeadline, deadline, made, forgotten }: Work<T>, given: readonly Sandbox[]) {
    let sandboxes = given
    return run({
      ...store,
      sandbox: (name = defaultSandboxName) => {
        const found = sandboxes.find((sandbox) => sandbox.name === name)
        if (found !== undefined) return found
        made.add(name)
        throw new StaleCopyError(this.#copies.open(name))
      },
      // One that was made for this work was not there before it.
      get sandboxes() {
        return sandboxes.filter((sandbox) => !made.has(sandbox.name))
      },
      reset: async () => {
        await this.#visits.reset(deadline)
        sandboxes = [this.#copies.get(defaultSandboxName) ?? (await this.#copies.open(defaultSandboxName))]
      },
      within: (scope, other) => this.within(store, scope, other, newDeadline),
      forget: (name) => {
        forgotten.add(name)
        return true
      },
    })
  }
}
