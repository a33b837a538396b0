import { createHash } from 'node:crypto'
import { countingLua } from './counting.ts'
import { rareLua } from './rare.ts'

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
 * or "" if it asks for none.
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
${countingLua}
local function count_of(entry)
  return tonumber(string.match(entry, '^%d+'))
end

local function log(entry)
  local new = count_of(entry)
  total, kept, bytes, has_changed = total + new, kept + new, bytes + #entry, true
  entries[#entries + 1] = entry
end
${rareLua}
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
