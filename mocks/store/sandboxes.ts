import { type KeyRing, defaultSandboxName } from '../keys/keys.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { SandboxLimitError } from '../animals/storage-error.ts'

/** The limits of sandboxes. */
interface SandboxBounds {
  /** How many there may be. */
  readonly most: number
  /** How long one may be idle, in real time. */
  readonly idleMilliseconds: number
  readonly realNow: () => number
  readonly keys: KeyRing
}

/**
 * The sandboxes of a mock: made at first use, and deleted when idle. If there are too many, one without changes is
 * deleted for a new name: spec/decisions/0011-room-for-animals-and-sandboxes.md.
 */
export function createSandboxes(make: (name: string) => Sandbox, bounds: SandboxBounds) {
  const { most, idleMilliseconds, realNow, keys } = bounds
  const byName = new Map<string, Sandbox>()
  /** All but the default one, which always stays, in the order of last use. */
  const byUse = new Set<Sandbox>()

  const isIdle = ({ name, lastUsedMilliseconds }: Sandbox) =>
    name !== defaultSandboxName && lastUsedMilliseconds <= realNow() - idleMilliseconds

  function forget(name: string): boolean {
    const sandbox = byName.get(name)
    if (sandbox === undefined) return false
    sandbox.close()
    byUse.delete(sandbox)
    return byName.delete(name)
  }

  function use(sandbox: Sandbox): Sandbox {
    sandbox.lastUsedMilliseconds = realNow()
    if (sandbox.name === defaultSandboxName) return sandbox
    byUse.delete(sandbox)
    byUse.add(sandbox)
    return sandbox
  }

  /** @throws {SandboxLimitError} if none can be deleted */
  function makeRoom(name: string): void {
    for (const sandbox of byUse) {
      if (!isIdle(sandbox)) break
      forget(sandbox.name)
    }
    if (byName.size < most) return
    const { ownSandboxes } = keys
    for (const sandbox of byUse) {
      if (sandbox.hasChanges || ownSandboxes.has(sandbox.name)) continue
      forget(sandbox.name)
      if (byName.size < most) return
    }
    throw new SandboxLimitError(name, most, idleMilliseconds)
  }

  /** The sandbox of that name; a new one if there is none, or if it was idle for too long. */
  function open(name: string): Sandbox {
    const found = byName.get(name)
    if (found !== undefined && !isIdle(found)) return use(found)
    if (found !== undefined) forget(name)
    if (name !== defaultSandboxName) makeRoom(name)
    const sandbox = make(name)
    byName.set(name, sandbox)
    return use(sandbox)
  }

  return { byName, first: open(defaultSandboxName), open, forget }
}
