import { defaultSandboxName, sandboxNamePattern } from '../../keys/keys.ts'
import { SandboxLimitError } from '../../animals/storage-error.ts'
import { scriptOf } from './redis-connection.ts'
import type { Replica } from './replica.ts'

/** The keys of a sandbox, by what they have: see script/script.ts. */
export function keysOf(prefix: string, name: string): string[] {
  return ['h', 'q', 'r', 'j', 's'].map((end) => `${prefix}:{${name}}:${end}`)
}

/**
 * Enters a name. If the list is full, the sandbox that was called longest ago makes room, of those without changes; those
 * that were idle for too long are gone already. What cannot be read is kept.
 * @returns the name that made room; "" if none had to; nothing if none may
 */
const enterScript = scriptOf(`
local list, prefix, name, most = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local call, try = redis.call, redis.pcall
if call('ZSCORE', list, name) then return '' end
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local gone = ''
if call('ZCARD', list) >= most then
  gone = false
  local isOwn = {}
  for at = 4, #ARGV do isOwn[ARGV[at]] = true end
  local others = call('ZRANGE', list, 0, -1, 'WITHSCORES')
  for at = 1, #others, 2 do
    local other, enteredAt = others[at], tonumber(others[at + 1])
    local key = prefix .. ':{' .. other .. '}:'
    local changed = try('HGET', key .. 'h', 'changed')
    -- One that was entered a moment ago is still to be made.
    local isGone = changed == false and enteredAt < now - 1000
    local isFree = isGone or (changed == '' and try('LLEN', key .. 'r') == 0)
    if isFree and not isOwn[other] then
      call('DEL', key .. 'h', key .. 'q', key .. 'r', key .. 'j', key .. 's')
      call('ZREM', list, other)
      gone = other
      break
    end
  end
  if not gone then return false end
end
call('ZADD', list, now, name)
return gone
`)

/**
 * The names of all sandboxes but the default one, in a sorted set of Redis by when they were called last. It may be behind by
 * a moment: whether a sandbox is there, its own keys decide: spec/decisions/0084-state-of-replicas-in-redis.md.
 */
export class SandboxList {
  readonly #replica: Replica
  readonly #key: string

  constructor(replica: Replica) {
    this.#replica = replica
    this.#key = `${replica.prefix}:sandboxes`
  }

  /** Names of sandboxes that there are, or were until a moment ago. */
  async names(): Promise<string[]> {
    const names = (await this.#replica.connection.send('ZRANGE', this.#key, '0', '-1')) as string[]
    // Anybody may have written there.
    return names.filter((name) => name !== defaultSandboxName && sandboxNamePattern.test(name)).toSorted()
  }

  /**
   * Enters a new sandbox.
   * @returns the name of the one that made room and is gone; "" if none had to
   * @throws {SandboxLimitError} where none can make room
   */
  async enter(name: string): Promise<string> {
    const { connection, prefix, limits, apiKeys } = this.#replica
    const { maxSandboxes, idleMilliseconds } = limits
    const args = [prefix, name, String(maxSandboxes - 1), ...apiKeys.ownSandboxes]
    const gone = await connection.run(enterScript, [this.#key], args)
    if (gone === null) throw new SandboxLimitError(name, maxSandboxes, idleMilliseconds)
    return gone as string
  }

  /** Says when a sandbox was called last. Nobody waits for that. */
  use(name: string, usedMilliseconds: number): void {
    if (name === defaultSandboxName) return
    this.#replica.connection.send('ZADD', this.#key, String(usedMilliseconds), name).catch(() => undefined)
  }

  async remove(name: string): Promise<void> {
    await this.#replica.connection.send('ZREM', this.#key, name)
  }
}
