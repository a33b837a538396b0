/**
 * The part of the script that counts calls. It uses of the rest: `take`, the numbers of the sandbox, and `quotas`, which the
 * end of the script writes.
 */
export const countingLua = `
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

-- What the count depends on. Most calls depend on the same as the call before.
local context, now, most_minute, most_day, start, window_start, ban_calls, ban_seconds, default_ban
local function read_context(given)
  local mode, shift
  mode, shift, most_minute, most_day, start, window_start, ban_calls, ban_seconds, default_ban =
    string.match(given, ' (%a)(%S+) (%d+) (%d+) (%S+) (%S+) (%S+) (%d+) (%d+)$')
  now = tonumber(shift)
  if mode == 'r' then now = math.min(math.max(0, real + now), 8640000000000000) end
  now = math.floor(now / 1000)
  most_minute, most_day, ban_calls = tonumber(most_minute), tonumber(most_day), tonumber(ban_calls)
  context = given
end

local function window_end(length)
  if window_start == 'clock' then return (math.floor(now / length) + 1) * length end
  return now + length
end

-- As countCall of mocks/keys/quota.ts has it, with which the replica works out what each call gets; a test compares the two.
local function count(state)
  local has_rested = state and start ~= 'full'
    and now >= math.max(state[1], state[4] >= most_day and state[3] or 0, state[6]) + 60
  if not state or has_rested then
    local used = start == 'last' and most_minute - 1 or start == 'exhausted' and most_minute or 0
    state = { window_end(60), used, window_end(86400), used, 0, start == 'banned' and now + default_ban or 0 }
  end
  local is_minute_on = now < state[1] and now >= state[1] - 60
  local is_day_on = now < state[3] and now >= state[3] - 86400
  if not is_minute_on then state[1], state[2] = window_end(60), 0 end
  if not is_day_on then state[3], state[4] = window_end(86400), 0 end
  if now < state[6] then return state end
  if state[2] < most_minute and state[4] < most_day then
    state[2], state[4], state[5], state[6] = state[2] + 1, state[4] + 1, 0, 0
    return state
  end
  state[5] = state[5] + 1
  if ban_calls and state[5] > ban_calls then state[5], state[6] = 0, now + ban_seconds end
  return state
end

-- Counts calls of one key, by the version that they must have, or "", clock, and the limits and terms of the key. Then the key,
-- or "" for none; and how many calls came. Says when it is, and the quota before.
local function count_calls(given)
  local key, many = argument(), tonumber(argument())
  local expected = string.match(given, '^%S*')
  if not version or (expected ~= '' and expected ~= version) then return false end
  if key == '' then return true end
  if given ~= context then read_context(given) end
  local state = quota_of(key)
  local before = state or {}
  local result = { now, before[1], before[2], before[3], before[4], before[5], before[6] }
  for _ = 1, many do state = count(state) end
  quotas[key], touched = state, true
  return result
end
`
