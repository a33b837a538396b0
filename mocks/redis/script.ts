import { createHash } from 'node:crypto'

/**
 * What Redis runs for one replica: operations on one sandbox, in their order, as one step. Each operation is a letter with
 * its first argument behind it, and its other arguments:
 *
 *     c  count calls of a key                    o  open the sandbox; begin it if there is none
 *     k  add a call that counts for no key       l  load everything
 *     j  add journal entries of counted calls    w  write a change of the control API
 *     e  append an edit to the animals           s  read a snapshot
 *     n  nothing: only bring new animals         d  drop the sandbox, unless it holds something
 *
 * Keys: h (a hash: version, settings, whether it holds something, counts, and how many entries of the journal will never
 * come), q (quotas by key), r (the records of the animals), j (the journal: "COUNT RECORDS", as they came together), s
 * (snapshots). The counts are one text: how many records of animals there have ever been, when a call came last, the number
 * of the last call and of the one before the first, how many entries of the journal came in all, and their bytes and number
 * that are kept.
 *
 * A call gets its number as it is counted, and its entry comes a little later. The numbers of calls and of records go on from
 * the time at which a sandbox is made, so that none ever comes again; a journal that is cleared begins after the last of them.
 *
 * First arguments: how long an idle sandbox stays, in milliseconds or "", and how many records of animals the replica knows,
 * or "" if it asks for none. Defining a Lua function is slow. So functions that are rarely used are defined inside `work`.
 */
export const script = `
local h, q, r, j, s = unpack(KEYS)
local idle, known = ARGV[1], ARGV[2]
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
local quotas, added, entries = {}, {}, {}
local touched, has_changed = false, false
local at = 2

local function take()
  at = at + 1
  return ARGV[at]
end

local function text(number)
  return string.format('%.0f', number)
end

-- The numbers of a quota: minute end, minute, day end, day, refusals, banned until. None where the key never called.
local function quota_of(key)
  local state = quotas[key]
  if state then return state end
  local before = call('HGET', q, key)
  if not before then return nil end
  state = { string.match(before, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$') }
  for index = 1, 6 do state[index] = tonumber(state[index]) end
  return state
end

-- Counts calls of one key, by version or "", clock, and the limits and terms of the key. Says the numbers of the first call
-- and when it is, and the quota before.
local function count_calls(given)
  local key, many = take(), tonumber(take())
  local expected, mode, shift, most_minute, most_day, start, window_start, ban_calls, ban_seconds, default_ban =
    string.match(given, '^(%S*) (%a)(%S+) (%d+) (%d+) (%S+) (%S+) (%S+) (%d+) (%d+)$')
  if not version or (expected ~= '' and expected ~= version) then return false end
  local now = tonumber(shift)
  if mode == 'r' then now = math.min(math.max(0, real + now), 8640000000000000) end
  now = math.floor(now / 1000)
  most_minute, most_day, ban_calls = tonumber(most_minute), tonumber(most_day), tonumber(ban_calls)

  local function window_end(length)
    if window_start == 'clock' then return (math.floor(now / length) + 1) * length end
    return now + length
  end

  local function first_state()
    local count = start == 'last' and most_minute - 1 or start == 'exhausted' and most_minute or 0
    local banned_until = start == 'banned' and now + default_ban or 0
    return { window_end(60), count, window_end(86400), count, 0, banned_until }
  end

  -- As countCall of mocks/keys/quota.ts has it, with which the replica works out what each call gets; a test compares the two.
  local function count(state)
    local is_minute_on = now < state[1] and now >= state[1] - 60
    local is_day_on = now < state[3] and now >= state[3] - 86400
    if not is_minute_on and state[4] < most_day then state[5] = 0 end
    if not is_minute_on then state[1], state[2] = window_end(60), 0 end
    if not is_day_on then state[3], state[4] = window_end(86400), 0 end
    if now < state[6] then return end
    if state[2] < most_minute and state[4] < most_day then
      state[2], state[4], state[5], state[6] = state[2] + 1, state[4] + 1, 0, 0
      return
    end
    state[5] = state[5] + 1
    if ban_calls and state[5] > ban_calls then state[5], state[6] = 0, now + ban_seconds end
  end

  local result = { calls + 1, calls + 1 - base, now }
  local state = quota_of(key)
  for index = 1, state and 6 or 0 do result[3 + index] = state[index] end
  for _ = 1, many do
    if not state then
      state = first_state()
    elseif start ~= 'full' and now >= math.max(state[1], state[4] >= most_day and state[3] or 0, state[6]) + 60 then
      state = first_state()
    end
    count(state)
  end
  quotas[key] = state
  touched, calls = true, calls + many
  return result
end

local function count_of(entry)
  return tonumber(string.match(entry, '^%d+'))
end

local function log(entry)
  local new = count_of(entry)
  total, kept, bytes, has_changed = total + new, kept + new, bytes + #entry, true
  entries[#entries + 1] = entry
end

-- The operations that a usual call does not need: l, o, s, d, w.
local function work(letter, given)
  -- The sandbox, and the entries of the journal that came after so many of them, the latest first. Those that a replica took
  -- along when it was killed will never come: "lost" says so.
  local function load(last, lost)
    if not version then return false end
    local after, missing = false, tonumber(call('HGET', h, 'lost') or 0)
    if lost ~= '' or calls < total + missing then
      missing = calls - total
      call('HSET', h, 'lost', text(missing))
    end
    if last ~= '' then
      after = {}
      local new = math.min(total - tonumber(last), kept)
      while new > 0 do
        local entry = call('LINDEX', j, -1 - #after)
        after[#after + 1] = entry
        new = new - count_of(entry)
      end
    end
    local numbers = { used, total, kept, calls, base, calls - total - missing }
    return { version, call('HGET', h, 'settings'), numbers, call('HGETALL', q), after }
  end

  -- Everything: how many entries of the journal are known, or "" for none of them; whether those on their way are lost.
  if letter == 'l' then return load(given, take()) end

  -- A sandbox, made if there is none: version, settings.
  if letter == 'o' then
    local settings = take()
    if not version then
      version, touched = given, true
      revision, calls, base, total = real * 1000, real * 1000, real * 1000, real * 1000
      call('DEL', h, q, r, j, s)
      call('HSET', h, 'version', version, 'settings', settings)
    end
    return load('', '')
  end

  -- A snapshot: name.
  if letter == 's' then return call('HGET', s, given) end

  -- A sandbox that is dropped, unless it holds something.
  if letter == 'd' then
    if version and (call('LLEN', r) > 0 or call('HGET', h, 'holding') == '1') then return false end
    call('DEL', h, q, r, j, s)
    version = false
    return true
  end

  -- A change, w: version and revision that it was made from, or "" for any revision; the new version and settings; 1 where
  -- the sandbox holds something beside animals that calls will add to it; whether the journal is cleared; whether the animals
  -- begin anew, and how many records of them follow; "all" where every quota is replaced; how many quotas follow, and how many
  -- snapshots, each with its value, "" for none.
  local from_revision, new, settings, holding, clear, anew = take(), take(), take(), take(), take(), take()
  if given ~= version or (from_revision ~= '' and from_revision ~= text(revision)) then
    at = #ARGV
    return false
  end
  version, touched = new, true
  call('HSET', h, 'version', new, 'settings', settings, 'holding', holding)
  if clear ~= '' then
    call('DEL', j)
    base, bytes, kept = calls, 0, 0
  end
  if anew ~= '' then
    call('DEL', r)
    -- Others must see a change even where no record follows.
    revision = revision + 1
  end
  -- So many names follow, each with its value.
  local function set(key)
    for _ = 1, tonumber(take()) do
      local name, value = take(), take()
      if value ~= '' then call('HSET', key, name, value) else call('HDEL', key, name) end
    end
  end
  for _ = 1, tonumber(take()) do
    call('RPUSH', r, take())
    revision = revision + 1
  end
  if take() == 'all' then call('DEL', q) end
  set(q)
  set(s)
  return revision
end

local results = {}
while at < #ARGV do
  local operation = take()
  local letter, given, result = string.sub(operation, 1, 1), string.sub(operation, 2), false
  if letter == 'c' then
    -- Calls that count: what they go by, key, how many.
    result = count_calls(given)
  elseif letter == 'e' then
    -- A record of the animals.
    if version then
      revision, touched = revision + 1, true
      added[#added + 1] = given
    end
  elseif letter == 'j' then
    -- Records of calls that were counted, behind their count.
    if version then log(given) end
  elseif letter == 'k' then
    -- A call that does not count, with its record behind its number: version, record.
    local record = take()
    if version and (given == '' or given == version) then
      touched, calls = true, calls + 1
      log('1 A' .. text(calls) .. record)
      result = calls - base
    end
  elseif letter == 'n' then
    -- Nothing but the changes: version.
    result = given == version
  else
    result = work(letter, given)
  end
  results[#results + 1] = result
end

local is_used = version and touched and used < real - 1000
if version and (touched or has_changed) then
  if is_used then used = real end
  if #added > 0 then call('RPUSH', r, unpack(added)) end
  for key, state in pairs(quotas) do call('HSET', q, key, table.concat(state, ' ')) end
  if #entries > 0 then
    call('RPUSH', j, unpack(entries))
    -- Records that came together are dropped together. Nobody looks at more than the latest thousand, and no entry has more.
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

-- The records that the replica does not know. Those of this script alone it knows; where others are gone, it gets all.
local changes = false
if version and known ~= '' and known ~= text(first_revision) and known ~= text(revision) then
  local new, all = revision - known, call('LLEN', r)
  if new < 0 or new > all then new = all end
  changes = new > 0 and call('LRANGE', r, -new, -1) or {}
end
return { real, version and revision, changes, results, is_used }
`

export const scriptDigest = createHash('sha1').update(script).digest('hex')
