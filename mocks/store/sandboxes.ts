import { type KeyRing, defaultSandboxName } from '../keys/keys.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { SandboxLimitError } from '../animals/storage-error.ts'

/** What sandboxes are bounded by. */
interface SandboxBounds {
  /** How many there may be. */
  readonly most: number
  /** How long one may be idle, in real time. */
  readonly idleMilliseconds: number
  readonly realNow: () => number
  readonly keys: KeyRing
}

/**
 * The sandboxes of a mock: made when they are first asked for, and forgotten when they are idle. For a new name, one that holds
 * nothing is dropped if there are too many: spec/decisions/0150-no-sandbox-is-dropped-with-what-it-holds.md.
 */
export function createSandboxes(make: (name: string) => Sandbox, bounds: SandboxBounds) {
  const { most, idleMilliseconds, realNow, keys } = bounds
  const byName = new Map<string, Sandbox>()
  // Both in the order of their last use, and those of `holding` were used before the others. So nobody looks at all of them.
  /** Those that held something when room was last needed. */
  const holding = new Set<Sandbox>()
  const others = new Set<Sandbox>()
  let latest: Sandbox | undefined

  const isIdle = ({ name, lastUsedMilliseconds }: Sandbox) =>
    name !== defaultSandboxName && lastUsedMilliseconds <= realNow() - idleMilliseconds

  function forget(name: string): boolean {
    const sandbox = byName.get(name)
    if (sandbox === undefined) return false
    sandbox.close()
    holding.delete(sandbox)
    others.delete(sandbox)
    return byName.delete(name)
  }

  function use(sandbox: Sandbox): Sandbox {
    sandbox.lastUsedMilliseconds = realNow()
    // The default one always stays. Most calls are in the sandbox of the call before.
    if (sandbox === latest || sandbox.name === defaultSandboxName) return sandbox
    latest = sandbox
    holding.delete(sandbox)
    others.delete(sandbox)
    others.add(sandbox)
    return sandbox
  }

  /** @throws {SandboxLimitError} where none can be dropped */
  function makeRoom(name: string): void {
    latest = undefined
    for (const queue of [holding, others]) {
      for (const sandbox of queue) {
        if (!isIdle(sandbox)) break
        forget(sandbox.name)
      }
    }
    for (const sandbox of others) {
      if (byName.size < most) return
      if (sandbox.isHolding || keys.ownSandboxes.has(sandbox.name)) {
        others.delete(sandbox)
        holding.add(sandbox)
      } else forget(sandbox.name)
    }
    if (byName.size >= most) throw new SandboxLimitError(name, most, idleMilliseconds)
  }

  /** The sandbox of that name; another one in its place where it was idle for too long. */
  function open(name: string): Sandbox {
    const found = byName.get(name)
    if (found !== undefined && !isIdle(found)) return use(found)
    if (found !== undefined) forget(name)
    if (name !== defaultSandboxName) makeRoom(name)
    const sandbox = make(name)
    byName.set(name, sandbox)
    return use(sandbox)
  }

  /** What a sandbox held may be gone. */
  function lookAgain(sandbox: Sandbox): void {
    if (holding.delete(sandbox)) others.add(sandbox)
  }

  return { byName, first: open(defaultSandboxName), open, forget, lookAgain }
}
