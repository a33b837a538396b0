import { defaultSandboxName } from '../keys/keys.ts'
import type { Sandbox } from './sandbox.ts'

/**
 * The sandboxes of a mock: made when they are first asked for, and forgotten when they are idle or too many.
 * @param most how many there may be; the one idle longest makes room
 * @param idleMilliseconds how long one may be idle, in real time
 */
export function keepSandboxes(
  make: (name: string) => Sandbox,
  most: number,
  idleMilliseconds: number,
  realNow: () => number,
) {
  const byName = new Map<string, Sandbox>()
  const isIdle = ({ name, lastUsedMilliseconds }: Sandbox) =>
    name !== defaultSandboxName && lastUsedMilliseconds <= realNow() - idleMilliseconds

  function forget(name: string): boolean {
    byName.get(name)?.close()
    return byName.delete(name)
  }

  /** Forgets what is idle, and the idlest if there are too many for one more. The one of keys that name none stays. */
  function makeRoom(): void {
    for (const sandbox of byName.values()) if (isIdle(sandbox)) forget(sandbox.name)
    if (byName.size < most) return
    const [idlest] = [...byName.values()]
      .filter(({ name }) => name !== defaultSandboxName)
      .toSorted((one, other) => one.lastUsedMilliseconds - other.lastUsedMilliseconds)
    if (idlest !== undefined) forget(idlest.name)
  }

  /** The sandbox of that name; another one in its place where it was idle for too long. */
  function open(name: string): Sandbox {
    let sandbox = byName.get(name)
    if (sandbox === undefined || isIdle(sandbox)) {
      makeRoom()
      sandbox = make(name)
      byName.set(name, sandbox)
    }
    sandbox.lastUsedMilliseconds = realNow()
    return sandbox
  }

  return { byName, first: open(defaultSandboxName), open, forget }
}
