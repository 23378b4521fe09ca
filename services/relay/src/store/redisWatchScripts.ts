/**
 * What Redis does in one step for watches, all in one slot of a cluster:
 *
 * - `lk:{watch}:key` the key of the relays
 * - `lk:{watch}:clients` set of clients that are watched, `lk:{watch}:c:<client>` hash of a client's hooks
 * - `lk:{watch}:due` sorted set of events by when they are due, in milliseconds
 * - `lk:{watch}:events` hash of events, `lk:{watch}:sizes` hash of how many and how many bytes (`b:`) wait of each client
 * - `lk:{watch}:seen:<event>` keeps an event from being noted twice
 */
const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** KEYS key · ARGV offered → the one that was first */
const watchKey = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
`

/** Leaves only hooks that have not ended, and their number. */
const purge = `
local function purge(key)
  local found = redis.call('HGETALL', key)
  local left = 0
  for index = 1, #found, 2 do
    if cjson.decode(found[index + 1]).ends <= now then redis.call('HDEL', key, found[index]) else left = left + 1 end
  end
  return left
end
`

/** KEYS hooks, clients · ARGV client, id, hook, most → 1 when there was room */
const watchRegister = `
${clock}${purge}
if purge(KEYS[1]) >= tonumber(ARGV[4]) and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
`

/** KEYS hooks, clients · ARGV client, id */
const watchUnregister = `#!lua flags=allow-oom
redis.call('HDEL', KEYS[1], ARGV[2])
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SREM', KEYS[2], ARGV[1]) end
return 0
`

/** KEYS hooks → those that have not ended */
const watchHooks = `
${clock}${purge}
purge(KEYS[1])
return redis.call('HVALS', KEYS[1])
`

/** KEYS clients · ARGV prefix of hooks → clients that are watched */
const watchClients = `
${clock}${purge}
for _, client in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if purge(ARGV[1] .. client) == 0 then redis.call('SREM', KEYS[1], client) end
end
return redis.call('SMEMBERS', KEYS[1])
`

/** KEYS due, events, sizes, seen · ARGV client, id, event, most events, most bytes, memory → 1 when it was new and fits */
const watchNote = `
${clock}
local events, bytes = tonumber(redis.call('HGET', KEYS[3], ARGV[1]) or 0), tonumber(redis.call('HGET', KEYS[3], 'b:' .. ARGV[1]) or 0)
if events >= tonumber(ARGV[4]) or bytes + #ARGV[3] > tonumber(ARGV[5]) then return 0 end
if not redis.call('SET', KEYS[4], 1, 'NX', 'PX', ARGV[6]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[1], now, ARGV[2])
redis.call('HINCRBY', KEYS[3], ARGV[1], 1)
redis.call('HINCRBY', KEYS[3], 'b:' .. ARGV[1], #ARGV[3])
return 1
`

/** KEYS due, events · ARGV limit, lease → events */
const watchClaim = `#!lua flags=allow-oom
${clock}
local answer = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])) do
  local event = redis.call('HGET', KEYS[2], id)
  if event then
    redis.call('ZADD', KEYS[1], now + ARGV[2], id)
    answer[#answer + 1] = event
  else
    redis.call('ZREM', KEYS[1], id)
  end
end
return answer
`

/** KEYS due · ARGV id, milliseconds */
const watchPostpone = `#!lua flags=allow-oom
${clock}
redis.call('ZADD', KEYS[1], 'XX', now + ARGV[2], ARGV[1])
return 0
`

/** KEYS due, events, sizes · ARGV client, id */
const watchFinish = `#!lua flags=allow-oom
local size = redis.call('HSTRLEN', KEYS[2], ARGV[2])
if redis.call('HDEL', KEYS[2], ARGV[2]) == 0 then return 0 end
redis.call('ZREM', KEYS[1], ARGV[2])
if redis.call('HINCRBY', KEYS[3], ARGV[1], -1) <= 0 then
  redis.call('HDEL', KEYS[3], ARGV[1], 'b:' .. ARGV[1])
else
  redis.call('HINCRBY', KEYS[3], 'b:' .. ARGV[1], -size)
end
return 0
`

/** Lua, by name. */
export const redisWatchScripts = { watchKey, watchRegister, watchUnregister, watchHooks, watchClients, watchNote, watchClaim, watchPostpone, watchFinish } as const
