import { countingLua } from './counting.ts'

/**
 * What Redis runs for one replica: instructions for one sandbox, in their order, as one step. An instruction is a letter with
 * its first argument right behind it, and then its other arguments:
 *
 *     c  count calls of one key; or count nothing, where the replica only asks whether it is current
 *     a  append to the lines about the items, or to the journal
 *     w  commit a change: make the sandbox, or write what was changed of it
 *     l  load the quotas, the journal or a snapshot
 *
 * Keys: q has the quotas by key, r the lines about the items, j the journal in blocks ("COUNT RECORDS"), s the snapshots.
 * h is a hash: version, settings, whether it has changes, and the counts as one text: how many lines about items there have
 * ever been; when a call came last; the number of the last call, and of the one before the first; the bytes of the journal,
 * and how many calls it has. The list has the names of all sandboxes but the default one, by when they were called last; it
 * may have names of sandboxes that expired.
 *
 * A call gets its number when it is added to the journal. The numbers of calls and of lines begin with the time at which a
 * sandbox is made, so that no number ever comes twice, also in another sandbox of that name. A journal that is cleared begins
 * after the last call.
 *
 * First arguments: after how many milliseconds an idle sandbox is deleted, or "" for never; its name in the list, or "" for
 * the default sandbox; how many lines about items the replica knows; and the version that it has. What it lacks comes with the
 * results.
 */
export const script = `
local h, q, r, j, s, list = unpack(KEYS)
local idle, name, known, known_version = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local call = redis.call
local time = call('TIME')
local real = time[1] * 1000 + math.floor(time[2] / 1000)
local found = call('HMGET', h, 'version', 'counts')
local version = found[1]
local revision, used, calls, base, bytes, kept =
  string.match(found[2] or '0 0 0 0 0 0', '^(%d+) (%d+) (%d+) (%d+) (%d+) (%d+)$')
revision, used, calls = tonumber(revision), tonumber(used), tonumber(calls)
base, bytes, kept = tonumber(base), tonumber(bytes), tonumber(kept)
local first_revision = revision
local quotas = {}
local touched, has_logged = false, false
local at = 4

local function argument()
  at = at + 1
  return ARGV[at]
end

local function text(number)
  return string.format('%.0f', number)
end

local function count_of(block)
  return tonumber(string.match(block, '^%d+'))
end

${countingLua}
-- What a usual call does not need. Defining a Lua function is slow, so all of it is one.
local function work(letter, given)
  -- Load: the number of the last call that the replica knows, or "" if it asks for no journal; the name of a snapshot, or "".
  if letter == 'l' then
    local snapshot = argument()
    if not version then return false end
    local after = false
    if given ~= '' then
      -- The blocks with newer calls, the latest first.
      after = {}
      local new = math.min(calls - given, kept)
      while new > 0 do
        local block = call('LINDEX', j, -1 - #after)
        after[#after + 1] = block
        new = new - count_of(block)
      end
    end
    return { { used, calls, base, kept }, call('HGETALL', q), after, snapshot ~= '' and call('HGET', s, snapshot) }
  end

  -- Commit: a change, as sandbox-copy.ts describes it.
  local change = cjson.decode(argument())
  if change.before ~= (version or '') then return false end
  if change.revision ~= '' and change.revision ~= text(revision) then return false end
  if not version then
    -- If the list is full, the sandbox that was called longest ago makes room, of those without changes. What cannot be read
    -- is kept.
    if name ~= '' and call('ZCARD', list) >= change.mostOthers and not call('ZSCORE', list, name) then
      local is_full, is_own = true, {}
      for _, own in ipairs(change.own) do is_own[own] = true end
      for _, other in ipairs(call('ZRANGE', list, 0, -1)) do
        local key = string.sub(list, 1, -10) .. '{' .. other .. '}:'
        local changed = redis.pcall('HGET', key .. 'h', 'changed')
        local is_free = changed == '' and not is_own[other] and redis.pcall('LLEN', key .. 'r') == 0
        if changed == false or is_free then
          call('DEL', key .. 'h', key .. 'q', key .. 'r', key .. 'j', key .. 's')
          call('ZREM', list, other)
          is_full = false
          break
        end
      end
      if is_full then return 'full' end
    end
    call('DEL', h, q, r, j, s)
    revision, calls, base = real * 1000, real * 1000, real * 1000
  end
  version, touched = change.version, true
  call('HSET', h, 'version', version, 'settings', change.settings, 'changed', change.hasChanges and '1' or '')
  if change.isJournalCleared then
    call('DEL', j)
    base, bytes, kept = calls, 0, 0
  end
  if change.areItemsAnew then
    call('DEL', r)
    -- Others must see a change even where no line follows.
    revision = revision + 1
  end
  for _, line in ipairs(change.lines) do call('RPUSH', r, line) end
  revision = revision + #change.lines
  if change.areQuotasAnew then call('DEL', q) end
  for key, values in pairs({ [q] = change.quotas, [s] = change.snapshots }) do
    for _, value in ipairs(values) do
      if value[2] ~= '' then call('HSET', key, value[1], value[2]) else call('HDEL', key, value[1]) end
    end
  end
  return { revision, base }
end

local results = {}
while at < #ARGV do
  local instruction = argument()
  local letter, given, result = string.sub(instruction, 1, 1), string.sub(instruction, 2), false
  if letter == 'c' then
    result = count_calls(given)
  elseif letter == 'a' then
    -- Append: a line about the items; or a block of the journal, by the version that its calls must have, or "". Says the
    -- number of its first call.
    local line = argument()
    if version and given == 'r' then
      revision, touched = revision + 1, true
      call('RPUSH', r, line)
    elseif version and (given == 'j' or given == 'j' .. version) then
      local new = count_of(line)
      result, touched, has_logged = calls + 1 - base, true, true
      calls, kept, bytes = calls + new, kept + new, bytes + #line
      call('RPUSH', j, line)
    end
  else
    result = work(letter, given)
  end
  results[#results + 1] = result
end

if version and touched then
  if used < real - 1000 then
    used = real
    if name ~= '' then call('ZADD', list, real, name) end
    if idle ~= '' then
      for index = 1, 5 do call('PEXPIRE', KEYS[index], idle) end
    end
  end
  for key, state in pairs(quotas) do call('HSET', q, key, table.concat(state, ' ')) end
  if has_logged then
    -- Whole blocks are dropped. Nobody looks at more than the latest thousand calls, and no block has more.
    while kept > 2000 or bytes > 8388608 do
      local oldest = call('LPOP', j)
      kept, bytes = kept - count_of(oldest), bytes - #oldest
    end
    call('PUBLISH', h, '')
  end
  local counts = string.format('%.0f %.0f %.0f %.0f %.0f %.0f', revision, used, calls, base, bytes, kept)
  call('HSET', h, 'counts', counts)
end

-- The lines that the replica does not know. It knows those of this script. If some that it needs are gone, it gets all.
local lines, news = false, false
if version then
  if known ~= text(first_revision) and known ~= text(revision) then
    local new, all = revision - known, call('LLEN', r)
    if new < 0 or new > all then new = all end
    lines = new > 0 and call('LRANGE', r, -new, -1) or {}
  end
  if known_version ~= version then news = { version, call('HGET', h, 'settings') } end
end
return { real, version and revision, lines, news, results }
`
