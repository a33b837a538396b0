import { type Awaitable, OptionsError } from '../../../spec/index.ts'
import { defaultSandboxName, sandboxNamePattern } from '../../keys/keys.ts'
import type { SharedScope } from '../../store/shared-state.ts'
import type { AnimalStore } from '../../store/store.ts'
import { requireName } from '../../world/sandbox-error.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { Copies } from './copies.ts'
import { Deadline, StaleCopyError } from './deadline.ts'
import type { SandboxCopy } from './sandbox-copy.ts'
import { StateUnavailableError } from './state-error.ts'

/** How much longer than a call the control API may take: it visits all sandboxes, in a few steps. */
const controlFactor = 5

/** What the control API, and whoever calls `store.within`, does with sandboxes. */
export class SharedWork {
  readonly #copies: Copies

  constructor(copies: Copies) {
    this.#copies = copies
  }

  #newDeadline(): Deadline {
    return new Deadline(controlFactor * this.#copies.replica.deadlineMilliseconds)
  }

  /** Does work on sandboxes, which begins again where a copy was stale. The store has all that it gets but the sandboxes. */
  async within<T>(store: AnimalStore, scope: SharedScope, run: (store: AnimalStore) => Awaitable<T>): Promise<T> {
    const copies = this.#copies
    const deadline = this.#newDeadline()
    const { sandbox: only, use } = scope
    const made = new Set<string>()
    const forgotten = new Set<string>()

    const runOn = async (given: readonly Sandbox[]) => {
      let sandboxes = given
      return run({
        ...store,
        sandbox: (name = defaultSandboxName) => {
          const found = sandboxes.find((sandbox) => sandbox.name === name)
          if (found !== undefined) return found
          // The work would begin again, and not find it either.
          requireName('sandbox', name)
          if (only !== undefined && only !== name) throw elsewhere(name, only)
          made.add(name)
          throw new StaleCopyError(copies.open(name))
        },
        // One that was made for this work was not there before it.
        get sandboxes() {
          return sandboxes.filter((sandbox) => !made.has(sandbox.name))
        },
        reset: async () => {
          await this.reset(deadline)
          sandboxes = [copies.get(defaultSandboxName) ?? (await copies.open(defaultSandboxName))]
        },
        within: (otherScope, other) => this.within(store, otherScope, other),
        forget: (name) => {
          forgotten.add(name)
          return true
        },
      })
    }

    const work = async () => {
      const isNamed = only !== undefined && sandboxNamePattern.test(only)
      if (isNamed && (use === 'make' || (use !== 'look' && (await copies.isThere(only))))) {
        return copies.change(only, deadline, (sandbox) => runOn([sandbox]))
      }
      const found = isNamed ? await deadline.race(this.#find(only)) : undefined
      return runOn(found === undefined ? await deadline.race(this.#all()) : [found])
    }

    const working = deadline.retryWhileStale(work)
    // Whoever looks may wait for calls that are still to come.
    const result = await (use === 'look' ? working : deadline.race(working))
    // A change would not find what is gone, and put its copy back.
    await Promise.all([...forgotten].map((name) => deadline.race(copies.forget(name))))
    return result
  }

  /** A sandbox, brought up to date; nothing if there is none. */
  async #find(name: string): Promise<SandboxCopy | undefined> {
    const found = await this.#copies.find(name)
    return found === undefined && name === defaultSandboxName ? this.#copies.open(name) : found
  }

  /** Every sandbox, brought up to date. One that cannot be read is left out, and a failure names it. */
  async #all(): Promise<SandboxCopy[]> {
    const find = (name: string) =>
      this.#find(name).catch((error: unknown) => {
        if (error instanceof StateUnavailableError) throw error
        this.#copies.replica.onFailure(
          new Error(`Cannot read what Redis has of the sandbox ${name}.`, { cause: error }),
        )
      })
    const found = await Promise.all([defaultSandboxName, ...(await this.#copies.names())].map(find))
    return found.flatMap((copy) => copy ?? [])
  }

  /** Resets the default sandbox, and removes all others. */
  reset(deadline = this.#newDeadline()): Promise<void> {
    return deadline.race(this.#reset(deadline))
  }

  async #reset(deadline: Deadline): Promise<void> {
    const copies = this.#copies
    const names = await copies.names()
    const resetting = copies.change(defaultSandboxName, deadline, (sandbox) => sandbox.reset())
    await Promise.all([resetting, ...names.map((name) => copies.forget(name))])
  }
}

function elsewhere(name: string, own: string): OptionsError {
  return new OptionsError(
    `Cannot get the sandbox "${name}": this work is on "${own}" alone. Use store.within({ sandbox: "${name}", use: "make" }, (store) => …).`,
  )
}
