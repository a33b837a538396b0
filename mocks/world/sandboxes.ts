import { defaultSandboxName } from '../keys/keys.ts'
import type { Sandbox } from './sandbox.ts'

/** How sandboxes come about, and go. */
export interface SandboxesOptions {
  readonly make: (name: string) => Sandbox
  /** How many there may be; the one idle longest makes room. */
  readonly most: number
  /** How long one may be idle before it is forgotten, in real milliseconds. */
  readonly idleMilliseconds: number
  readonly realNow: () => number
}

/** The sandboxes of a mock: made when they are first asked for, and forgotten when they are idle or too many. */
export class Sandboxes {
  readonly #options: SandboxesOptions
  readonly #byName = new Map<string, Sandbox>()
  /** The one of keys that name none. It is never forgotten. */
  readonly first: Sandbox

  constructor(options: SandboxesOptions) {
    this.#options = options
    this.first = this.open(defaultSandboxName)
  }

  get all(): readonly Sandbox[] {
    return [...this.#byName.values()]
  }

  find(name: string): Sandbox | undefined {
    return this.#byName.get(name)
  }

  /** The sandbox of that name; another one in its place where it was idle for too long. */
  open(name: string): Sandbox {
    const { make, idleMilliseconds, realNow } = this.#options
    let sandbox = this.#byName.get(name)
    const isIdle = sandbox !== undefined && sandbox.lastUsedMilliseconds <= realNow() - idleMilliseconds
    if (sandbox === undefined || (isIdle && name !== defaultSandboxName)) {
      this.#makeRoom()
      sandbox = make(name)
      this.#byName.set(name, sandbox)
    }
    sandbox.lastUsedMilliseconds = realNow()
    return sandbox
  }

  forget(name: string): boolean {
    this.#byName.get(name)?.close()
    return this.#byName.delete(name)
  }

  /** Forgets what is idle, and the idlest if there are too many for one more. */
  #makeRoom(): void {
    const { most, idleMilliseconds, realNow } = this.#options
    const others = this.all.filter(({ name }) => name !== defaultSandboxName)
    const idleSince = realNow() - idleMilliseconds
    for (const { name, lastUsedMilliseconds } of others) if (lastUsedMilliseconds <= idleSince) this.forget(name)
    if (this.#byName.size < most) return
    const [idlest] = others.toSorted((one, other) => one.lastUsedMilliseconds - other.lastUsedMilliseconds)
    if (idlest !== undefined) this.forget(idlest.name)
  }
}
