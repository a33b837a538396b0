import { createHash } from 'node:crypto'

/**
 * What Redis runs for one replica: operations on one sandbox, in their order, as one step. Ids are texts, because the
 * numbers of Lua lose digits above 2^53. Each operation is a letter, what stands behind it, and its other arguments.
 *
 * Keys: h (version, settings, whether it holds something, epoch, counts, and how many entries of the journal will never come), q (quotas by key), r (what
 * became of animals, in its order: "COUNT ID PLACE" and behind it, a line each, so many animals without their ids, which
 * follow each other; "1 ID" for one that was removed), j (the journal: "COUNT RECORDS", as they came together), s
 * (snapshots). The counts are one text: revision, next place, when a call came last, the number of the last call and of the
 * one before the first, how many entries of the journal came in all, their bytes and number that are kept, the next id, and 1
 * if ids begin again.
 *
 * A call gets its number as it is counted, and its entry comes a little later. Numbers go on from the time at which a
 * sandbox is made, so that no number ever comes again; a journal that is cleared begins after the last of them.
 *
 * First arguments: how long an idle sandbox stays, in milliseconds or "", and the epoch and revision of the animals that
 * the replica has. Making a function takes Lua as long as a count, so what few scripts need is inside of what they call.
 */
export const script = `
local h, q, r, j, s = unpack(KEYS)
local idle, epoch, known = ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local time = call('TIME')
local real = time[1] * 1000 + math.floor(time[2] / 1000)
local found = call('HMGET', h, 'version', 'epoch', 'counts')
local version, its_epoch = found[1], found[2]
local revision, place, used, calls, base, total, bytes, kept, next_id, wrapped =
  string.match(found[3] or '0 0 0 0 0 0 0 0 1 0', '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
revision, place, used, calls, base = tonumber(revision), tonumber(place), tonumber(used), tonumber(calls), tonumber(base)
total, bytes, kept = tonumber(total), tonumber(bytes), tonumber(kept)
local first_revision = revision
local quotas, added, entries = {}, {}, {}
local touched, has_changed, loaded = false, false, false
local at = 3

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

-- Counts calls of one key, by version or "", clock, and the limits and terms of the key. An animal is added for each that
-- passes, if they have one, as long as ids are free. Says the numbers of the first call and when it is, the id and place of
-- the first animal and how many were added, and the quota before.
local function count_calls(given, have_animals)
  local key, many, animals = take(), tonumber(take()), have_animals and take()
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
    if now < state[6] then return false end
    if state[2] < most_minute and state[4] < most_day then
      state[2], state[4], state[5], state[6] = state[2] + 1, state[4] + 1, 0, 0
      return true
    end
    state[5] = state[5] + 1
    if ban_calls and state[5] > ban_calls then state[5], state[6] = 0, now + ban_seconds end
    return false
  end

  -- Adds the animals of the calls that passed, which come first. An id is a number as long as that is exact.
  local function add(passed)
    local id, last = next_id, 0
    if #id < 16 then
      next_id = text(tonumber(id) + passed)
    else
      call('HSET', h, 'next', id)
      if not pcall(call, 'HINCRBY', h, 'next', passed) then return 0 end
      next_id = call('HGET', h, 'next')
    end
    for _ = 1, passed < many and passed or 0 do last = string.find(animals, '\\n', last + 1, true) end
    added[#added + 1] = passed .. ' ' .. id .. ' ' .. text(place) .. '\\n' .. string.sub(animals, 1, last - 1)
    revision, place = revision + passed, place + passed
    return passed
  end

  local result = { calls + 1, calls + 1 - base, now, next_id, place, 0 }
  local state, passed = quota_of(key), 0
  for index = 1, state and 6 or 0 do result[6 + index] = state[index] end
  for _ = 1, many do
    if not state then
      state = first_state()
    elseif start ~= 'full' and now >= math.max(state[1], state[4] >= most_day and state[3] or 0, state[6]) + 60 then
      state = first_state()
    end
    if count(state) then passed = passed + 1 end
  end
  if animals and passed > 0 and wrapped == '0' then result[6] = add(passed) end
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

-- What is not of a call that goes its usual way.
local function work(letter, given)
  -- The sandbox, and the entries of the journal that came after so many of them, the latest first. Those that a replica took
  -- along when it was killed will never come: "lost" says so.
  local function load(last, lost)
    if not version then return false end
    loaded = true
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
    local numbers = { place, used, total, kept, calls, base, calls - total - missing }
    return { version, call('HGET', h, 'settings'), its_epoch, next_id, numbers, call('HGETALL', q), after }
  end

  -- Everything: how many entries of the journal are known, or "" for none of them; whether those on their way are lost.
  if letter == 'l' then return load(given, take()) end

  -- A sandbox, made if there is none: version, settings, epoch, next, place, whether ids may be taken already.
  if letter == 'o' then
    local settings, first_epoch, first_id, first_place, is_wrapped = take(), take(), take(), take(), take()
    if not version then
      version, its_epoch, next_id, place, wrapped, touched = given, first_epoch, first_id, tonumber(first_place), is_wrapped, true
      calls, base, total = real * 1000, real * 1000, real * 1000
      call('DEL', h, q, r, j, s)
      call('HSET', h, 'version', version, 'settings', settings, 'epoch', its_epoch)
    end
    return load('', '')
  end

  -- A snapshot: name.
  if letter == 's' then return call('HGET', s, given) end

  -- A sandbox that is dropped, unless it holds something.
  if letter == 'd' then
    if version and (revision > 0 or call('HGET', h, 'holding') == '1') then return false end
    call('DEL', h, q, r, j, s)
    version = false
    return true
  end

  -- A change, w: version and revision that it was made from, the new version and settings; 1 where the sandbox holds
  -- something beside animals that calls will add to it; whether the journal is cleared;
  -- the new epoch of the animals or "", next id, place and whether ids may be taken, and how many changes of animals follow;
  -- "all" where every quota is replaced; how many quotas follow, and how many snapshots, each with its value, "" for none.
  local from_revision, new, settings, holding, clear = take(), take(), take(), take(), take()
  local new_epoch, new_next, new_place, is_wrapped = take(), take(), take(), take()
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
  if new_epoch ~= '' then
    its_epoch, revision = new_epoch, 0
    call('DEL', r)
    call('HSET', h, 'epoch', new_epoch)
  end
  if new_next ~= '' then next_id, place, wrapped = new_next, tonumber(new_place), is_wrapped end
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
  return true
end

local results = {}
while at < #ARGV do
  local operation = take()
  local letter, given, result = string.sub(operation, 1, 1), string.sub(operation, 2), false
  if letter == 'c' or letter == 'a' then
    -- Calls that count: what they go by, key, how many, and for a their animals, a line each.
    result = count_calls(given, letter == 'a')
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
  local numbers = string.format('%.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f ', revision, place, used, calls, base, total, bytes, kept)
  call('HSET', h, 'counts', numbers .. next_id .. ' ' .. wrapped)
  if is_used and idle ~= '' then
    for _, key in ipairs(KEYS) do call('PEXPIRE', key, idle) end
  end
end

local changes = false
-- Other animals than the replica has: those of a sandbox that it has just loaded are all new to it.
known = epoch == its_epoch and tonumber(known) or loaded and 0 or revision
-- What only this script has added, the replica knows by the results.
if revision > known and (loaded or known ~= first_revision) then
  local first, new = 0, known > 0 and revision - known or 0
  while new > 0 do
    first = first - 1
    new = new - count_of(call('LINDEX', r, first))
  end
  changes = call('LRANGE', r, first, -1)
end
return { real, its_epoch, revision, changes, results, is_used }
`

export const scriptDigest = createHash('sha1').update(script).digest('hex')
