import { scriptOf } from '../redis-connection.ts'
import { countingLua } from './counting.ts'

/**
 * What Redis runs for one replica: instructions for one sandbox, in their order, as one step. An instruction is a letter with
 * its first argument right behind it, and then its other arguments:
 *
 *     c  count calls of one key, or a call of none; or count nothing, where the replica only asks whether it is current
 *     a  append to the lines about the items, or to the journal
 *     w  commit a change: make the sandbox, or write what was changed of it
 *     l  load the quotas, the journal or a snapshot
 *
 * Keys: q has the quotas by key, r the lines about the items, j the journal in blocks ("COUNT RECORDS"), s the snapshots.
 * h is a hash: version, settings, whether it has changes, how many journal records are lost, and the counts as one text:
 * how many lines about items there have ever been; when a call came last; the number of the last call, and of the one before
 * the first; how many journal records came in all; the bytes of those that are kept, and their number.
 *
 * A call gets its number when it is counted. Its journal record comes a little later. The numbers of calls and of records
 * begin with the time at which a sandbox is made, so that no number ever comes twice, also in another sandbox of that name.
 * A journal that is cleared begins after the last call.
 *
 * First arguments: after how many milliseconds an idle sandbox is deleted, or "" for never; how many lines about items the
 * replica knows, or "" if it asks for no news; and the version that it has. What it lacks comes with the results.
 */
export const script = scriptOf(`
local h, q, r, j, s = unpack(KEYS)
local idle, known, known_version = ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local time = call('TIME')
local real = time[1] * 1000 + math.floor(time[2] / 1000)
local found = call('HMGET', h, 'version', 'counts')
local version = found[1]
local revision, used, calls, base, total, bytes, kept =
  string.match(found[2] or '0 0 0 0 0 0 0', '^(%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)$')
revision, used, calls, base = tonumber(revision), tonumber(used), tonumber(calls), tonumber(base)
total, bytes, kept = tonumber(total), tonumber(bytes), tonumber(kept)
local first_revision = revision
local quotas = {}
local touched, has_logged = false, false
local at = 3

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
  -- Load: how many journal records the replica knows, or "" if it asks for none; whether those that are missing are lost,
  -- because a replica that is killed takes records along; the name of a snapshot, or "".
  if letter == 'l' then
    local lost, snapshot = argument(), argument()
    if not version then return false end
    local after, missing = false, tonumber(call('HGET', h, 'lost') or 0)
    if lost ~= '' or calls < total + missing then
      missing = calls - total
      call('HSET', h, 'lost', text(missing))
    end
    if given ~= '' then
      -- The blocks with newer records, the latest first.
      after = {}
      local new = math.min(total - tonumber(given), kept)
      while new > 0 do
        local block = call('LINDEX', j, -1 - #after)
        after[#after + 1] = block
        new = new - count_of(block)
      end
    end
    local numbers = { used, total, kept, calls, base, calls - total - missing }
    return { numbers, call('HGETALL', q), after, snapshot ~= '' and call('HGET', s, snapshot) }
  end

  -- Commit: the version that it was made from, "" where there must be no sandbox; the revision, or "" for any; the new
  -- version. Then the settings; 1 where the sandbox has changes beside
  -- items that calls will add to it; whether the journal is cleared; whether the items begin anew; how many lines of them
  -- follow; "all" where every quota is replaced; how many quotas follow, and how many snapshots, each with its value, "" for none.
  local from_revision, new = argument(), argument()
  local fits = (given == '' and not version) or (given ~= '' and given == version)
  if not fits or (from_revision ~= '' and from_revision ~= text(revision)) then
    at = #ARGV
    return false
  end
  if not version then
    call('DEL', h, q, r, j, s)
    revision, calls, base, total = real * 1000, real * 1000, real * 1000, real * 1000
  end
  version, touched = new, true
  call('HSET', h, 'version', new, 'settings', argument(), 'changed', argument())
  if argument() ~= '' then
    call('DEL', j)
    base, bytes, kept = calls, 0, 0
  end
  if argument() ~= '' then
    call('DEL', r)
    -- Others must see a change even where no line follows.
    revision = revision + 1
  end
  for _ = 1, tonumber(argument()) do
    call('RPUSH', r, argument())
    revision = revision + 1
  end
  if argument() == 'all' then call('DEL', q) end
  for _, key in ipairs({ q, s }) do
    for _ = 1, tonumber(argument()) do
      local name, value = argument(), argument()
      if value ~= '' then call('HSET', key, name, value) else call('HDEL', key, name) end
    end
  end
  return revision
end

local results = {}
while at < #ARGV do
  local instruction = argument()
  local letter, given, result = string.sub(instruction, 1, 1), string.sub(instruction, 2), false
  if letter == 'c' then
    result = count_calls(given)
  elseif letter == 'a' then
    -- Append: the key of the list, and a line about the items or a block of journal records.
    local line = argument()
    if version and given == 'r' then
      revision, touched = revision + 1, true
      call('RPUSH', r, line)
    elseif version then
      local new = count_of(line)
      total, kept, bytes, has_logged = total + new, kept + new, bytes + #line, true
      call('RPUSH', j, line)
    end
  else
    result = work(letter, given)
  end
  results[#results + 1] = result
end

local is_used = version and touched and used < real - 1000
if version and (touched or has_logged) then
  if is_used then used = real end
  for key, state in pairs(quotas) do call('HSET', q, key, table.concat(state, ' ')) end
  if has_logged then
    -- Whole blocks are dropped. Nobody looks at more than the latest thousand records, and no block has more.
    while kept > 2000 or bytes > 8388608 do
      local oldest = call('LPOP', j)
      kept, bytes = kept - count_of(oldest), bytes - #oldest
    end
    call('PUBLISH', h, '')
  end
  local counts = string.format('%.0f %.0f %.0f %.0f %.0f %.0f %.0f', revision, used, calls, base, total, bytes, kept)
  call('HSET', h, 'counts', counts)
  if is_used and idle ~= '' then
    for _, key in ipairs(KEYS) do call('PEXPIRE', key, idle) end
  end
end

-- The lines that the replica does not know. It knows those of this script. If some that it needs are gone, it gets all.
local lines, news = false, false
if version and known ~= '' then
  if known ~= text(first_revision) and known ~= text(revision) then
    local new, all = revision - known, call('LLEN', r)
    if new < 0 or new > all then new = all end
    lines = new > 0 and call('LRANGE', r, -new, -1) or {}
  end
  if known_version ~= version then news = { version, call('HGET', h, 'settings') } end
end
return { real, version and revision, lines, news, results, is_used }
`)
