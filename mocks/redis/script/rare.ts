/**
 * The part of the script with what a usual call does not need: the instructions l, o, s, d and w. Defining a Lua function is
 * slow, so the functions of these instructions are defined inside `work`.
 */
export const rareLua = `
-- The instructions that a usual call does not need: l, o, s, d, w.
local function work(letter, given)
  -- The sandbox, and the journal blocks after so many records, the latest first. A replica that is killed takes records
  -- along, which will never come: "lost" counts them.
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
        local block = call('LINDEX', j, -1 - #after)
        after[#after + 1] = block
        new = new - count_of(block)
      end
    end
    local numbers = { used, total, kept, calls, base, calls - total - missing }
    return { version, call('HGET', h, 'settings'), numbers, call('HGETALL', q), after }
  end

  -- Everything: how many journal records the replica knows, or "" if it asks for none; whether those that are missing are lost.
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

  -- A sandbox that is dropped, unless it has changes.
  if letter == 'd' then
    if version and (call('LLEN', r) > 0 or call('HGET', h, 'changed') == '1') then return false end
    call('DEL', h, q, r, j, s)
    version = false
    return true
  end

  -- A change, w: version and revision that it was made from, or "" for any revision; the new version and settings; 1 where
  -- the sandbox has changes beside animals that calls will add to it; whether the journal is cleared; whether the animals
  -- begin anew, and how many records of them follow; "all" where every quota is replaced; how many quotas follow, and how many
  -- snapshots, each with its value, "" for none.
  local from_revision, new, settings, changed, clear, anew = take(), take(), take(), take(), take(), take()
  if given ~= version or (from_revision ~= '' and from_revision ~= text(revision)) then
    at = #ARGV
    return false
  end
  version, touched = new, true
  call('HSET', h, 'version', new, 'settings', settings, 'changed', changed)
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
`
