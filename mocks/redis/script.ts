import { createHash } from 'node:crypto'

/**
 * What Redis runs for one replica: operations on one sandbox, in their order, as one step. Ids are texts, because the
 * numbers of Lua lose digits above 2^53. Each operation is a letter, what stands behind it, and its other arguments.
 *
 * Keys: h (version, settings, next id and place, revision, and of the journal: the number of the last call, the number
 * before the first, how many entries came in all, are kept and will never come, and the bytes of those kept), q (quotas by key), o (own
 * animals by id, each as "PLACE PET"), r (the id that each revision changed), j (the journal: "COUNT RECORDS", as they came together), s (snapshots).
 *
 * A call gets its number as it is counted, and its entry comes a little later. Numbers go on from the time at which a
 * sandbox is made, so that no number ever comes again; a journal that is cleared begins after the last of them.
 *
 * First arguments: how long an idle sandbox stays, in milliseconds or "", and the epoch and revision of the animals that
 * the replica has.
 */
export const script = `
local h, q, o, r, j, s = unpack(KEYS)
local idle, epoch, known = ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local time = call('TIME')
local real = time[1] * 1000 + math.floor(time[2] / 1000)
local found = call('HMGET', h, 'version', 'epoch', 'revision', 'next', 'place', 'wrapped', 'used', 'calls', 'base', 'total', 'bytes', 'kept')
local version, its_epoch, next_id, wrapped = found[1], found[2], found[4], found[6]
local revision, place, used = tonumber(found[3] or 0), tonumber(found[5] or 0), tonumber(found[7] or 0)
local calls, base, total, bytes = tonumber(found[8] or 0), tonumber(found[9] or 0), tonumber(found[10] or 0), tonumber(found[11] or 0)
local kept, entries = tonumber(found[12] or 0), {}
local pets, changed = {}, {}
local contexts = {}
local touched, added, called, loaded = false, false, false, false
local quotas, counted = {}, {}
local at = 3

local function take()
  at = at + 1
  return ARGV[at]
end

local function text(number)
  return string.format('%.0f', number)
end

-- A quota as { minute end, minute, day end, day, refusals, banned until }; false where the key never called.
local function quota_of(key)
  if quotas[key] == nil then
    local before = call('HGET', q, key)
    local state = before and { string.match(before, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$') }
    for index = 1, state and 6 or 0 do state[index] = tonumber(state[index]) end
    quotas[key] = state
  end
  return quotas[key]
end

local function window_end(length_of, start, now)
  if start == 'clock' then return (math.floor(now / length_of) + 1) * length_of end
  return now + length_of
end

local function is_on(window, length_of, now)
  return now < window and now >= window - length_of
end

-- What a count goes by: version or "", clock, and the limits and terms of the key. Calls at once have nearly all the same.
local function context_of(given)
  local known = contexts[given]
  if known then return known end
  local version_then, mode, shift, most_minute, most_day, start, window_start, ban_calls, ban_seconds, default_ban =
    string.match(given, '^(%S*) (%a)(%S+) (%d+) (%d+) (%S+) (%S+) (%S+) (%d+) (%d+)$')
  local now = tonumber(shift)
  if mode == 'r' then now = math.min(math.max(0, real + now), 8640000000000000) end
  known = {
    version = version_then,
    now = math.floor(now / 1000),
    most_minute = tonumber(most_minute),
    most_day = tonumber(most_day),
    start = start,
    window_start = window_start,
    ban_calls = tonumber(ban_calls),
    ban_seconds = tonumber(ban_seconds),
    default_ban = tonumber(default_ban),
  }
  contexts[given] = known
  return known
end

-- As countCall of mocks/keys/quota.ts has it; a test compares the two.
local function count(key, context)
  local now, start, window_start = context.now, context.start, context.window_start
  local most_minute, most_day = context.most_minute, context.most_day
  local state = quota_of(key)
  local has_rested = state and start ~= 'full'
    and now >= math.max(state[1], state[4] >= most_day and state[3] or 0, state[6]) + 60
  if not state or has_rested then
    state = { window_end(60, window_start, now), 0, window_end(86400, window_start, now), 0, 0, 0 }
    quotas[key] = state
    if start == 'last' then state[2], state[4] = most_minute - 1, most_minute - 1 end
    if start == 'exhausted' then state[2], state[4] = most_minute, most_minute end
    if start == 'banned' then state[6] = now + context.default_ban end
  else
    local is_minute_on, is_day_on = is_on(state[1], 60, now), is_on(state[3], 86400, now)
    if not is_minute_on and state[4] < most_day then state[5] = 0 end
    if not is_minute_on then state[1], state[2] = window_end(60, window_start, now), 0 end
    if not is_day_on then state[3], state[4] = window_end(86400, window_start, now), 0 end
  end
  counted[key] = true
  if now >= state[6] and state[2] < most_minute and state[4] < most_day then
    state[2], state[4], state[5], state[6] = state[2] + 1, state[4] + 1, 0, 0
    return true, state
  end
  if now >= state[6] then
    state[5] = state[5] + 1
    if context.ban_calls and state[5] - 1 >= context.ban_calls then
      state[5], state[6] = 0, now + context.ban_seconds
    end
  end
  return false, state
end

-- Adds an animal under the next id, which is kept as a number as long as it is exact.
local function add(pet)
  local id = tostring(next_id)
  if #id < 16 then
    next_id = text(tonumber(id) + 1)
  elseif pcall(call, 'HINCRBY', h, 'next', 1) then
    next_id = call('HGET', h, 'next')
  else
    next_id, wrapped = '1', '1'
    call('HSET', h, 'wrapped', 1)
  end
  revision = revision + 1
  pets[#pets + 1], pets[#pets + 2] = id, text(place) .. ' {"id":' .. id .. ',' .. pet
  changed[#changed + 1] = id
  place = place + 1
  added = true
  return id, place - 1
end

local function count_of(entry)
  return tonumber(string.match(entry, '^%d+'))
end

local function log(entry)
  local new = count_of(entry)
  total, kept, bytes = total + new, kept + new, bytes + #entry
  entries[#entries + 1] = entry
end

-- Records that came together are dropped together. Nobody looks at more than the latest thousand, so it is enough to
-- drop some now and then.
local function flush_log()
  call('RPUSH', j, unpack(entries))
  if kept <= 2000 and bytes <= 8388608 then return end
  while kept > 1000 or bytes > 8388608 do
    local oldest = call('LINDEX', j, 0)
    if kept - count_of(oldest) < 1000 and bytes <= 8388608 then break end
    call('LPOP', j)
    kept, bytes = kept - count_of(oldest), bytes - #oldest
  end
end

-- Writes what the operations only kept in mind.
local function flush()
  if not version then return end
  local fields = {}
  local function put(name, value)
    fields[#fields + 1] = name
    fields[#fields + 1] = value
  end
  if touched and used < real - 1000 then
    used = real
    put('used', text(real))
  end
  if added then
    put('revision', text(revision))
    put('next', next_id)
    put('place', text(place))
  end
  if #pets > 0 then
    call('HSET', o, unpack(pets))
    call('RPUSH', r, unpack(changed))
  end
  if called then put('calls', text(calls)) end
  if #entries > 0 then
    flush_log()
    put('total', text(total))
    put('bytes', text(bytes))
    put('kept', text(kept))
    call('PUBLISH', h, '')
  end
  if #fields > 0 then call('HSET', h, unpack(fields)) end
  for key in pairs(counted) do call('HSET', q, key, table.concat(quotas[key], ' ')) end
  if used == real and idle ~= '' then
    for _, key in ipairs(KEYS) do call('PEXPIRE', key, idle) end
  end
end

-- The sandbox, and the entries of the journal that came after so many of them, the latest first. Those that a replica took along when it
-- was killed will never come: "lost" says so.
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
  return { call('HGETALL', h), call('HGETALL', q), after, calls - total - missing }
end

local function count_call(given, pet)
  local context, key = context_of(given), take()
  if not version or (context.version ~= '' and context.version ~= version) then return false end
  touched, called, calls = true, true, calls + 1
  local passes, state = count(key, context)
  local id, its_place
  if passes and pet and not wrapped then id, its_place = add(pet) end
  return { calls, calls - base, passes and 1 or 0, context.now, state[1], state[2], state[3], state[4], state[5], state[6], id, its_place }
end

local operations = {
  -- A call that counts: context and key.
  c = count_call,
  -- A call that counts, with a new animal: context, animal and key.
  a = function(given)
    return count_call(given, take())
  end,
  -- Records of calls that were counted, behind their count.
  j = function(entry)
    if version then log(entry) end
  end,
  -- A call that does not count, with its record behind its number: version, record or "".
  k = function(expected)
    local record = take()
    if not version or (expected ~= '' and expected ~= version) then return false end
    touched, called, calls = true, true, calls + 1
    log('1 ' .. text(calls) .. record)
    return calls - base
  end,
  -- Nothing but the changes: version.
  n = function(expected)
    return expected == version
  end,
  -- Everything: how many entries of the journal are known, or "" for none of them; whether those on their way are lost.
  l = function(last)
    return load(last, take())
  end,
  -- A sandbox, made if there is none: version, settings, epoch, next, place, whether ids may be taken already.
  o = function(new)
    local settings, first_epoch, first_id, first_place, is_wrapped = take(), take(), take(), take(), take()
    if not version then
      version, its_epoch, touched = new, first_epoch, true
      calls, base, total = real * 1000, real * 1000, real * 1000
      local number = text(calls)
      call('DEL', h, q, o, r, j, s)
      call('HSET', h, 'version', new, 'settings', settings, 'epoch', first_epoch, 'next', first_id, 'place', first_place)
      call('HSET', h, 'base', number, 'calls', number, 'total', number)
      if is_wrapped ~= '' then call('HSET', h, 'wrapped', 1) end
    end
    return load('', '')
  end,
  -- A snapshot: name.
  s = function(name)
    return call('HGET', s, name)
  end,
  -- A change: version and revision that it was made from, the new version and settings; whether the journal is cleared;
  -- the new epoch of the animals or "", next id, place and wrapped, and how many animals follow with their values, ""
  -- for none; "all" where every quota is replaced; how many quotas follow, and how many snapshots, each with its value, ""
  -- for none.
  w = function(from)
    local from_revision, new, settings, clear = take(), take(), take(), take()
    local new_epoch, new_next, new_place, is_wrapped = take(), take(), take(), take()
    if from ~= version or (from_revision ~= '' and from_revision ~= text(revision)) then
      at = #ARGV
      return false
    end
    version, touched = new, true
    call('HSET', h, 'version', new, 'settings', settings)
    if clear ~= '' then
      call('DEL', j)
      call('HSET', h, 'base', text(calls), 'bytes', 0, 'kept', 0)
      bytes, kept = 0, 0
    end
    if new_epoch ~= '' then
      its_epoch, revision = new_epoch, 0
      call('DEL', o, r)
      call('HSET', h, 'epoch', new_epoch)
    end
    if new_next ~= '' then
      next_id, place, added = new_next, tonumber(new_place), true
      if is_wrapped ~= '' then call('HSET', h, 'wrapped', 1) else call('HDEL', h, 'wrapped') end
    end
    -- So many names follow, each with its value.
    local function each(work)
      for _ = 1, tonumber(take()) do work(take(), take()) end
    end
    local function set(key)
      return function(name, value)
        if value ~= '' then call('HSET', key, name, value) else call('HDEL', key, name) end
      end
    end
    each(function(id, value)
      revision = revision + 1
      call('RPUSH', r, id)
      set(o)(id, value)
    end)
    if take() == 'all' then call('DEL', q) end
    each(set(q))
    each(set(s))
    return true
  end,
  -- A sandbox that is forgotten.
  f = function()
    call('DEL', h, q, o, r, j, s)
    version = false
    return true
  end,
}

local results = {}
while at < #ARGV do
  local operation = take()
  results[#results + 1] = operations[string.sub(operation, 1, 1)](string.sub(operation, 2)) or false
end

flush()
local ids, values = false, false
-- Other animals than the replica has: those of a sandbox that it has just loaded are all new to it.
if epoch ~= its_epoch then known = loaded and '0' or text(revision) end
-- What only this script has added, the replica knows by the results.
if revision > tonumber(known) and (loaded or known ~= found[3]) then
  ids = call('LRANGE', r, known, -1)
  values = {}
  for first = 1, #ids, 5000 do
    local some = call('HMGET', o, unpack(ids, first, math.min(first + 4999, #ids)))
    for index = 1, #some do values[#values + 1] = some[index] end
  end
end
return { text(real), its_epoch, text(revision), ids, values, results }
`

export const scriptDigest = createHash('sha1').update(script).digest('hex')
