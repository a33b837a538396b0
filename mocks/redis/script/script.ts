import { createHash } from 'node:crypto'
import { countingLua } from './counting.ts'
import { rareLua } from './rare.ts'

/**
 * What Redis runs for one replica: instructions for one sandbox, in their order, as one step. An instruction is a letter with
 * its first argument right behind it, and then its other arguments:
 *
 *     c  count calls of a key                    o  open the sandbox; begin it if there is none
 *     k  add a call that counts for no key       l  load everything
 *     j  add a journal block of counted calls    w  write a change of the control API
 *     e  append an edit to the animals           s  read a snapshot
 *     n  nothing: only bring new animals         d  drop the sandbox, unless it has changes
 *
 * Keys: q has the quotas by key, r the records of the animals, j the journal in blocks ("COUNT RECORDS"), s the snapshots.
 * h is a hash: version, settings, whether it has changes, how many journal records are lost, and the counts as one text:
 * how many records of animals there have ever been; when a call came last; the number of the last call, and of the one before
 * the first; how many journal records came in all; the bytes of those that are kept, and their number.
 *
 * A call gets its number when it is counted. Its journal record comes a little later. The numbers of calls and of records
 * begin with the time at which a sandbox is made, so that no number ever comes twice, also in another sandbox of that name.
 * A journal that is cleared begins after the last call.
 *
 * First arguments: after how many milliseconds an idle sandbox is deleted, or "" for never; and how many records of animals
 * the replica knows, or "" if it asks for none.
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
local quotas, added, blocks = {}, {}, {}
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
local function count_of(block)
  return tonumber(string.match(block, '^%d+'))
end

local function log(block)
  local new = count_of(block)
  total, kept, bytes, has_changed = total + new, kept + new, bytes + #block, true
  blocks[#blocks + 1] = block
end
${rareLua}
local results = {}
while at < #ARGV do
  local instruction = take()
  local letter, given, result = string.sub(instruction, 1, 1), string.sub(instruction, 2), false
  if letter == 'c' then
    -- Calls that count: what their count depends on, key, how many.
    result = count_calls(given)
  elseif letter == 'e' then
    -- A record of the animals.
    if version then
      revision, touched = revision + 1, true
      added[#added + 1] = given
    end
  elseif letter == 'j' then
    -- A block of journal records.
    if version then log(given) end
  elseif letter == 'k' then
    -- A call that counts for no key: version, its journal record without the number.
    local record = take()
    if version and (given == '' or given == version) then
      touched, calls = true, calls + 1
      log('1 A' .. text(calls) .. record)
      result = calls - base
    end
  elseif letter == 'n' then
    -- Nothing: whether this version is current.
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
  if #blocks > 0 then
    call('RPUSH', j, unpack(blocks))
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

-- The records that the replica does not know. It knows those of this script. If some that it needs are gone, it gets all.
local changes = false
if version and known ~= '' and known ~= text(first_revision) and known ~= text(revision) then
  local new, all = revision - known, call('LLEN', r)
  if new < 0 or new > all then new = all end
  changes = new > 0 and call('LRANGE', r, -new, -1) or {}
end
return { real, version and revision, changes, results, is_used }
`

export const scriptDigest = createHash('sha1').update(script).digest('hex')
