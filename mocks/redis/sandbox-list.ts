import { defaultSandboxName, sandboxNamePattern } from '../keys/keys.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { SandboxLimitError } from '../animals/storage-error.ts'
import { scriptOf } from './redis-connection.ts'
import type { ReplicaParts } from './replica-parts.ts'

/** Sandboxes with changes come behind all others in the list, by so many milliseconds. */
const changed = 1e15

/**
 * Enters a name as if its sandbox had changes, because the sandbox is not made yet. If the list is full, it removes another
 * name: one that was idle for too long, else the one idle longest of those without changes.
 * @returns the removed name; "" if none had to be removed; nothing if the list is full and none may be removed
 */
const enterScript = scriptOf(`
local list, name, most, idle, changed = KEYS[1], unpack(ARGV)
if redis.call('ZSCORE', list, name) then return '' end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone
if redis.call('ZCARD', list) >= tonumber(most) then
  -- One that was idle for too long is gone already, and only its name is left.
  gone = redis.call('ZRANGE', list, changed, string.format('%.0f', changed + now - idle), 'BYSCORE', 'LIMIT', 0, 1)[1]
  gone = gone or redis.call('ZRANGE', list, '-inf', '(' .. changed, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if not gone then return false end
  redis.call('ZREM', list, gone)
end
redis.call('ZADD', list, string.format('%.0f', changed + now), name)
return gone or ''
`)

/**
 * The names of all sandboxes but the default one, in a sorted set of Redis by when they were called last. It may be behind by
 * a moment: whether a sandbox is there, its own keys decide: spec/decisions/0151-one-deadline-for-a-call.md.
 */
export class SandboxList {
  readonly #parts: ReplicaParts
  readonly #key: string

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#key = `${parts.prefix}:sandboxes`
  }

  /** Names of sandboxes that there are, or were until a moment ago. */
  async names(): Promise<string[]> {
    const names = (await this.#parts.connection.send('ZRANGE', this.#key, '0', '-1')) as string[]
    return names.filter(isListed).toSorted()
  }

  /**
   * Enters a new sandbox.
   * @param drop drops a sandbox, unless it has changes. @returns whether it is gone
   * @throws {SandboxLimitError} where none can make room
   */
  async enter(name: string, drop: (name: string) => Promise<boolean>): Promise<void> {
    const { connection, limits, apiKeys } = this.#parts
    const { maxSandboxes: most, idleMilliseconds } = limits
    const idle = Math.min(idleMilliseconds, changed)
    for (;;) {
      const args = [name, most - 1, idle, changed].map(String)
      const gone = await connection.run(enterScript, [this.#key], args)
      if (gone === null) throw new SandboxLimitError(name, most, idleMilliseconds)
      if (typeof gone !== 'string' || !isListed(gone)) return
      if (!apiKeys.ownSandboxes.has(gone) && (await drop(gone))) return
      // It has changes, and the list did not know.
      await Promise.all([this.#add(gone, changed + Date.now()), this.remove(name)])
    }
  }

  /** Says when a sandbox was called last. Nobody waits for that. */
  use({ name, hasChanges }: Sandbox, usedMilliseconds: number): void {
    if (name === defaultSandboxName) return
    const isKept = hasChanges || this.#parts.apiKeys.ownSandboxes.has(name)
    this.#add(name, usedMilliseconds + (isKept ? changed : 0)).catch(() => undefined)
  }

  async #add(name: string, score: number): Promise<void> {
    await this.#parts.connection.send('ZADD', this.#key, String(score), name)
  }

  async remove(name: string): Promise<void> {
    await this.#parts.connection.send('ZREM', this.#key, name)
  }
}

/** Whether it can be the name of a sandbox in the list: anybody may have written there. */
function isListed(name: string): boolean {
  return name !== defaultSandboxName && sandboxNamePattern.test(name)
}
