/**
 * Scripts for watches that Redis runs atomically. Their keys are in one slot of a cluster:
 *
 * - `lk:{watch}:key` the key with which the relay processes sign
 * - `lk:{watch}:clients` set of the watched clients, `lk:{watch}:c:<client>` hash of a client's
 *   webhooks
 * - `lk:{watch}:due` sorted set of events by the time at which they are due, in milliseconds
 * - `lk:{watch}:events` hash of events; each value begins with the number of the event's message
 * - `lk:{watch}:told` hash of the messages that have events, and of the number of events of each
 *   message (`n:`)
 * - `lk:{watch}:sizes` hash: for each client and each address the number of waiting events, and the
 *   bytes of their messages (`b:`)
 * - `lk:{watch}:seen:<event>` exists for a while after an event was stored, so that a delivered
 *   event is not stored again
 */
const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/** KEYS key · ARGV a key → the key that was offered first */
const watchKey = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])
`

/** Removes ended webhooks, and counts the others. */
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

/**
 * KEYS webhooks, clients · ARGV client, id, webhook, maximum → false if there is no room; otherwise
 * the replaced webhook, or an empty text
 */
const watchRegister = `
${clock}${purge}
local before = redis.call('HGET', KEYS[1], ARGV[2])
if purge(KEYS[1]) >= tonumber(ARGV[4]) and redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then return false end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
redis.call('SADD', KEYS[2], ARGV[1])
return before or ''
`

/** KEYS webhooks, clients · ARGV client, id → the removed webhook, or an empty text */
const watchUnregister = `#!lua flags=allow-oom
local before = redis.call('HGET', KEYS[1], ARGV[2])
redis.call('HDEL', KEYS[1], ARGV[2])
if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SREM', KEYS[2], ARGV[1]) end
return before or ''
`

/** KEYS webhooks → the webhooks that have not ended */
const watchHooks = `
${clock}${purge}
purge(KEYS[1])
return redis.call('HVALS', KEYS[1])
`

/** KEYS clients · ARGV prefix of the keys of webhooks → the watched clients */
const watchClients = `
${clock}${purge}
for _, client in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if purge(ARGV[1] .. client) == 0 then redis.call('SREM', KEYS[1], client) end
end
return redis.call('SMEMBERS', KEYS[1])
`

/**
 * KEYS due, events, sizes, told, seen · ARGV id, event, number of the message, message (or an empty
 * text, if it may be stored already), how long events are remembered, bytes of the message, then
 * alternately name, maximum of events and maximum of bytes for each name under which the event
 * counts → 1 if it is new and was stored, 0 if it is not new, -1 if there is no room, -2 if the
 * message has to be sent
 */
const watchNote = `
${clock}
local bytes = tonumber(ARGV[6])
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 0 end
for index = 7, #ARGV, 3 do
  local name = ARGV[index]
  if tonumber(redis.call('HGET', KEYS[3], name) or 0) >= tonumber(ARGV[index + 1]) then return -1 end
  if tonumber(redis.call('HGET', KEYS[3], 'b:' .. name) or 0) + bytes > tonumber(ARGV[index + 2]) then return -1 end
end
if ARGV[4] == '' and redis.call('HEXISTS', KEYS[4], ARGV[3]) == 0 then return -2 end
if not redis.call('SET', KEYS[5], 1, 'NX', 'PX', ARGV[5]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
if redis.call('HINCRBY', KEYS[4], 'n:' .. ARGV[3], 1) == 1 then redis.call('HSET', KEYS[4], ARGV[3], ARGV[4]) end
redis.call('ZADD', KEYS[1], now, ARGV[1])
for index = 7, #ARGV, 3 do
  redis.call('HINCRBY', KEYS[3], ARGV[index], 1)
  redis.call('HINCRBY', KEYS[3], 'b:' .. ARGV[index], bytes)
end
return 1
`

/**
 * KEYS due, events, told · ARGV limit, milliseconds of the claim, bytes → events and messages
 * alternately. An event that an earlier version has stored contains its message
 */
const watchClaim = `#!lua flags=allow-oom
${clock}
local answer, bytes = {}, 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])) do
  local event = redis.call('HGET', KEYS[2], id)
  if event then
    local seq = string.match(event, '^(%d+) ')
    local message = seq and redis.call('HGET', KEYS[3], seq) or ''
    bytes = bytes + #event + #message
    if bytes > tonumber(ARGV[3]) and #answer > 0 then break end
    redis.call('ZADD', KEYS[1], now + ARGV[2], id)
    answer[#answer + 1] = seq and string.sub(event, #seq + 2) or event
    answer[#answer + 1] = message
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

/**
 * KEYS due, events, sizes, told · ARGV id, bytes, then the names under which the event counts → 1
 * if the event existed
 */
const watchFinish = `#!lua flags=allow-oom
local event = redis.call('HGET', KEYS[2], ARGV[1])
if not event then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[1], ARGV[1])
local seq = string.match(event, '^(%d+) ')
if seq and redis.call('HINCRBY', KEYS[4], 'n:' .. seq, -1) <= 0 then redis.call('HDEL', KEYS[4], 'n:' .. seq, seq) end
for index = 3, #ARGV do
  if redis.call('HINCRBY', KEYS[3], ARGV[index], -1) <= 0 then
    redis.call('HDEL', KEYS[3], ARGV[index], 'b:' .. ARGV[index])
  else
    redis.call('HINCRBY', KEYS[3], 'b:' .. ARGV[index], -ARGV[2])
  end
end
return 1
`

/** The Lua scripts by name. */
export const redisWatchScripts = {
  watchKey,
  watchRegister,
  watchUnregister,
  watchHooks,
  watchClients,
  watchNote,
  watchClaim,
  watchPostpone,
  watchFinish,
} as const
