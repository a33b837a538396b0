/**
 * What Redis runs for one replica: operations on one sandbox, in their order, as one step. Ids are texts, because the
 * numbers of Lua lose digits above 2^53. Each operation is a letter and its arguments, always as many.
 *
 * Keys: h (version, settings, next id and place, revision, calls), q (quotas by key), o (own animals by id, each as
 * "PLACE PET"), r (ids by the revision of their last change), j (the journal, each entry as "NUMBER RECORD"), s (snapshots).
 *
 * First arguments: how long an idle sandbox stays, in milliseconds or "", and the epoch and revision of the animals that
 * the replica has, or "" where it wants to know of no changes.
 */
export const script = `
local h, q, o, r, j, s = unpack(KEYS)
local idle, epoch, known = ARGV[1], ARGV[2], ARGV[3]
local call = redis.call
local time = call('TIME')
local real = time[1] * 1000 + math.floor(time[2] / 1000)
local found = call('HMGET', h, 'version', 'epoch', 'revision', 'next', 'place', 'total', 'bytes', 'used')
local version = found[1]
local revision, place = tonumber(found[3] or 0), tonumber(found[5] or 0)
local next_id = found[4]
local total, bytes, used = tonumber(found[6] or 0), tonumber(found[7] or 0), tonumber(found[8] or 0)
local length
local touched, added, logged, loaded = false, false, false, false
local quotas, counted = {}, {}
local at = 3

local function take()
  at = at + 1
  return ARGV[at]
end

local function text(number)
  return string.format('%.0f', number)
end

local function quota_of(key)
  if quotas[key] == nil then quotas[key] = call('HGET', q, key) end
  return quotas[key]
end

local function window_end(length_of, start, now)
  if start == 'clock' then return (math.floor(now / length_of) + 1) * length_of end
  return now + length_of
end

local function is_on(window, length_of, now)
  return now < window and now >= window - length_of
end

-- As countCall of mocks/keys/quota.ts has it; a test compares the two.
local function count(key, terms, clock)
  local most_minute, most_day, start, window_start, ban_calls, ban_seconds, default_ban =
    string.match(terms, '^(%d+) (%d+) (%S+) (%S+) (%S+) (%d+) (%d+)$')
  most_minute, most_day = tonumber(most_minute), tonumber(most_day)
  local now = tonumber(string.sub(clock, 2))
  if string.sub(clock, 1, 1) == 'r' then now = math.min(math.max(0, real + now), 8640000000000000) end
  now = math.floor(now / 1000)
  local before = quota_of(key)
  local minute_end, minute, day_end, day, refusals, banned
  if before then
    minute_end, minute, day_end, day, refusals, banned = string.match(before, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
    minute_end, minute, day_end = tonumber(minute_end), tonumber(minute), tonumber(day_end)
    day, refusals, banned = tonumber(day), tonumber(refusals), tonumber(banned)
  end
  local has_rested = before and start ~= 'full'
    and now >= math.max(minute_end, day >= most_day and day_end or 0, banned) + 60
  if not before or has_rested then
    minute_end, day_end = window_end(60, window_start, now), window_end(86400, window_start, now)
    minute, day, refusals, banned = 0, 0, 0, 0
    if start == 'last' then minute, day = most_minute - 1, most_minute - 1 end
    if start == 'exhausted' then minute, day = most_minute, most_minute end
    if start == 'banned' then banned = now + tonumber(default_ban) end
  else
    local is_minute_on, is_day_on = is_on(minute_end, 60, now), is_on(day_end, 86400, now)
    if not is_minute_on and day < most_day then refusals = 0 end
    if not is_minute_on then minute_end, minute = window_end(60, window_start, now), 0 end
    if not is_day_on then day_end, day = window_end(86400, window_start, now), 0 end
  end
  local passes = now >= banned and minute < most_minute and day < most_day
  if passes then
    minute, day, refusals, banned = minute + 1, day + 1, 0, 0
  elseif now >= banned then
    refusals = refusals + 1
    if ban_calls ~= 'never' and refusals - 1 >= tonumber(ban_calls) then
      refusals, banned = 0, now + tonumber(ban_seconds)
    end
  end
  local state = text(minute_end) .. ' ' .. text(minute) .. ' ' .. text(day_end) .. ' ' .. text(day) .. ' '
    .. text(refusals) .. ' ' .. text(banned)
  quotas[key] = state
  counted[key] = true
  return passes, text(now) .. ' ' .. state
end

-- Adds an animal under the next id, which is kept as a number as long as it is exact.
local function add(pet)
  if call('HEXISTS', h, 'wrapped') == 1 then return '' end
  local id = tostring(next_id)
  if #id < 16 then
    next_id = text(tonumber(id) + 1)
  elseif pcall(call, 'HINCRBY', h, 'next', 1) then
    next_id = call('HGET', h, 'next')
  else
    next_id = '1'
    call('HSET', h, 'wrapped', 1)
  end
  revision = revision + 1
  call('HSET', o, id, text(place) .. ' {"id":' .. id .. ',' .. pet)
  call('ZADD', r, text(revision), id)
  place = place + 1
  added = true
  return ' ' .. id .. ' ' .. text(place - 1)
end

local function drop_oldest()
  local gone = call('LPOP', j)
  if not gone then return false end
  bytes, length = bytes - #gone, length - 1
  return true
end

local function log(record)
  total = total + 1
  length = length or call('LLEN', j)
  logged = true
  if record == '' then return total end
  local entry = text(total) .. ' ' .. record
  call('RPUSH', j, entry)
  bytes, length = bytes + #entry, length + 1
  while (length > 1000 or bytes > 8388608) and drop_oldest() do end
  return total
end

local function forget_animals()
  call('DEL', o, r)
  revision = 0
end

-- Writes what the operations so far only kept in mind.
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
  if logged then
    put('total', text(total))
    put('bytes', text(bytes))
  end
  if #fields > 0 then call('HSET', h, unpack(fields)) end
  for key in pairs(counted) do call('HSET', q, key, quotas[key]) end
  if used == real and idle ~= '' then
    for _, key in ipairs(KEYS) do call('PEXPIRE', key, idle) end
  end
  if logged then call('PUBLISH', h, text(total)) end
  added, logged, quotas, counted = false, false, {}, {}
end

local function load(last)
  flush()
  if not version then return false end
  loaded = true
  local entries, first = false, 0
  if last ~= '' then
    local oldest = call('LINDEX', j, 0)
    first = oldest and tonumber(string.match(oldest, '^%d+')) or total + 1
    local missing = total - math.max(tonumber(last), first - 1)
    entries = missing > 0 and call('LRANGE', j, -missing, -1) or {}
  end
  return { call('HGETALL', h), call('HGETALL', q), entries, first }
end

local operations = {
  -- A call that counts, perhaps with a new animal: version or "", key, terms, clock, pet or "".
  c = function()
    local expected, key, terms, clock, pet = take(), take(), take(), take(), take()
    if not version or (expected ~= '' and expected ~= version) then return false end
    touched = true
    local passes, state = count(key, terms, clock)
    return (passes and '1 ' or '0 ') .. state .. (passes and pet ~= '' and add(pet) or '')
  end,
  -- A new animal: pet.
  a = function()
    local pet = take()
    touched = true
    return version and add(pet)
  end,
  -- A call that was answered: version or "", record or "".
  j = function()
    local expected, record = take(), take()
    if not version or (expected ~= '' and expected ~= version) then return false end
    touched = true
    return log(record)
  end,
  -- Nothing but the changes: version.
  n = function()
    return take() == version
  end,
  -- Everything: the number of the last entry of the journal that is known, or "".
  l = function()
    return load(take())
  end,
  -- A sandbox, made if there is none: version, settings, epoch, next, place, whether ids may be taken already.
  o = function()
    local new, settings, first_epoch, first_id, first_place, wrapped = take(), take(), take(), take(), take(), take()
    if not version then
      version, next_id, place, touched = new, first_id, tonumber(first_place), true
      call('DEL', h, q, o, r, j, s)
      call('HSET', h, 'version', new, 'settings', settings, 'epoch', first_epoch)
      if wrapped ~= '' then call('HSET', h, 'wrapped', 1) end
      added = true
    end
    return load('')
  end,
  -- A quota: key. With a state, or "-" to forget it, it is replaced.
  q = function()
    local key, state = take(), take()
    if state == '' then return quota_of(key) end
    if state ~= '-' then
      quotas[key], counted[key] = state, true
    else
      quotas[key], counted[key] = nil, nil
      call('HDEL', q, key)
    end
    return true
  end,
  -- A snapshot: name.
  s = function()
    return call('HGET', s, take())
  end,
  -- A change: version and revision that it was made from, the new version and settings; whether the journal is cleared;
  -- the new epoch of the animals or "", next id, place and wrapped, and how many animals follow with their values, ""
  -- for none; "all" where every quota is replaced; how many quotas follow, and how many snapshots, each with its value, ""
  -- for none.
  w = function()
    local from, from_revision, new, settings, clear = take(), take(), take(), take(), take()
    local new_epoch, new_next, new_place, wrapped = take(), take(), take(), take()
    flush()
    local fits = from == version and (from_revision == '' or from_revision == text(revision))
    if fits then
      version, touched = new, true
      call('HSET', h, 'version', new, 'settings', settings)
      if clear ~= '' then
        call('DEL', j)
        total, bytes, length, logged = 0, 0, 0, true
      end
      if new_epoch ~= '' then
        forget_animals()
        call('HSET', h, 'epoch', new_epoch)
      end
      if new_next ~= '' then
        next_id, place, added = new_next, tonumber(new_place), true
        if wrapped ~= '' then call('HSET', h, 'wrapped', 1) else call('HDEL', h, 'wrapped') end
      end
    end
    for _ = 1, tonumber(take()) do
      local id, value = take(), take()
      if fits then
        revision = revision + 1
        call('ZADD', r, text(revision), id)
        if value ~= '' then call('HSET', o, id, value) else call('HDEL', o, id) end
      end
    end
    if take() == 'all' and fits then call('DEL', q) end
    for _ = 1, tonumber(take()) do
      local key, state = take(), take()
      if fits and state ~= '' then call('HSET', q, key, state) elseif fits then call('HDEL', q, key) end
    end
    for _ = 1, tonumber(take()) do
      local name, value = take(), take()
      if fits and value ~= '' then call('HSET', s, name, value) elseif fits then call('HDEL', s, name) end
    end
    return fits
  end,
  -- A sandbox that is forgotten.
  f = function()
    call('DEL', h, q, o, r, j, s)
    version, touched, added, logged = false, false, false, false
    return true
  end,
}

local results = {}
while at < #ARGV do
  local result = operations[take()]()
  results[#results + 1] = result == nil and false or result
end

flush()
local ids, values = false, false
-- Other animals than the replica has: those of a sandbox that it has just loaded are all new to it.
if known ~= '' and epoch ~= found[2] then known = loaded and '0' or '' end
if known ~= '' and revision > tonumber(known) then
  ids = call('ZRANGEBYSCORE', r, '(' .. known, '+inf')
  values = {}
  for first = 1, #ids, 5000 do
    local some = call('HMGET', o, unpack(ids, first, math.min(first + 4999, #ids)))
    for index = 1, #some do values[#values + 1] = some[index] end
  end
end
return { text(real), version, text(revision), ids, values, results }
`
