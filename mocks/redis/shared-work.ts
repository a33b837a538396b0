import { type Awaitable, OptionsError } from '../../spec/index.ts'
import { defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import type { SharedScope } from '../store/shared-state.ts'
import type { AnimalStore } from '../store/store.ts'
import { requireName } from '../world/sandbox-error.ts'
import type { Sandbox } from '../world/sandbox.ts'
import type { ChangeQueue } from './change-queue.ts'
import type { Copies } from './copies.ts'
import type { Deadline } from './deadline.ts'
import { StaleCopyError, retryWhileStale } from './stale-copy.ts'
import type { AllSandboxes } from './all-sandboxes.ts'

/** A piece of work on sandboxes, which begins again where a copy was stale. */
interface Work<T> {
  /** All of the store that it gets but the sandboxes. */
  readonly store: AnimalStore
  readonly scope: SharedScope
  readonly run: (store: AnimalStore) => Awaitable<T>
  readonly deadline: Deadline
  /** The sandboxes that were made for it. */
  readonly made: Set<string>
  /** The sandboxes to remove once it is done. */
  readonly forgotten: Set<string>
}

/** What the control API, and whoever calls `store.within`, does with sandboxes. */
export class SharedWork {
  readonly #copies: Copies
  readonly #changes: ChangeQueue
  readonly #allSandboxes: AllSandboxes
  readonly #newDeadline: () => Deadline

  constructor(copies: Copies, changes: ChangeQueue, allSandboxes: AllSandboxes, newDeadline: () => Deadline) {
    this.#copies = copies
    this.#changes = changes
    this.#allSandboxes = allSandboxes
    this.#newDeadline = newDeadline
  }

  async within<T>(store: AnimalStore, scope: SharedScope, run: (store: AnimalStore) => Awaitable<T>): Promise<T> {
    const deadline = this.#newDeadline()
    const work = { store, scope, run, deadline, made: new Set<string>(), forgotten: new Set<string>() }
    const result = await retryWhileStale(() => this.#try(work), deadline)
    // A change would not find what is gone, and put its copy back.
    await Promise.all([...work.forgotten].map((name) => deadline.race(this.#copies.forget(name))))
    return result
  }

  async #try<T>(work: Work<T>): Promise<T> {
    const { deadline, scope } = work
    const { sandbox: name, use } = scope
    if (name === undefined || !sandboxNamePattern.test(name)) return this.#runOnAll(work)
    if (use === 'forget') await deadline.race(this.#allSandboxes.removeDamaged(name))
    if (use === 'make' || (use !== 'look' && (await deadline.race(this.#copies.reload(name))))) {
      const change = (sandbox: Sandbox) => this.#runOn(work, [sandbox])
      return deadline.race(this.#changes.change(name, { work: change, deadline, isOfCall: false }))
    }
    const found = await deadline.race(this.#allSandboxes.find(name))
    return found === undefined ? this.#runOnAll(work) : this.#look(work, [found])
  }

  async #runOnAll<T>(work: Work<T>): Promise<T> {
    return this.#look(work, await work.deadline.race(this.#allSandboxes.all(work.deadline)))
  }

  /** Whoever looks may wait for calls that are still to come. */
  #look<T>(work: Work<T>, found: readonly Sandbox[]): Promise<T> {
    const running = this.#runOn(work, found)
    return work.scope.use === 'look' ? running : work.deadline.race(running)
  }

  /** Lets work be done on these sandboxes. */
  async #runOn<T>({ store, scope, run, deadline, made, forgotten }: Work<T>, given: readonly Sandbox[]) {
    let sandboxes = given
    return run({
      ...store,
      sandbox: (name = defaultSandboxName) => {
        const found = sandboxes.find((sandbox) => sandbox.name === name)
        if (found !== undefined) return found
        // The work would begin again, and not find it either.
        requireName('sandbox', name)
        if (scope.sandbox !== undefined && scope.sandbox !== name) throw elsewhere(name, scope.sandbox)
        made.add(name)
        throw new StaleCopyError(this.#copies.open(name))
      },
      // One that was made for this work was not there before it.
      get sandboxes() {
        return sandboxes.filter((sandbox) => !made.has(sandbox.name))
      },
      reset: async () => {
        await this.#allSandboxes.reset(deadline)
        sandboxes = [this.#copies.get(defaultSandboxName) ?? (await this.#copies.open(defaultSandboxName))]
      },
      within: (otherScope, other) => this.within(store, otherScope, other),
      forget: (name) => {
        forgotten.add(name)
        return true
      },
    })
  }
}

function elsewhere(name: string, own: string): OptionsError {
  return new OptionsError(
    `Cannot get the sandbox "${name}": this work is on "${own}" alone. Use store.within({ sandbox: "${name}", use: "make" }, (store) => …).`,
  )
}
