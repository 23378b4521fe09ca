import { redisWatchScripts } from './redisWatchScripts.ts'

/**
 * Scripts that Redis runs atomically, so that other relay processes see all of their changes or
 * none. Every key of a topic has the topic as its hash tag, so that all are in the same slot of a
 * cluster:
 *
 * - `lk:{topic}:log` sorted set of the messages' numbers
 * - `lk:{topic}:box` hash: `seq` the last number, `bytes` of all messages
 * - `lk:{topic}:subs` sorted set of clients by the end of their subscription, in milliseconds
 * - `lk:{topic}:m:<number>` hash of a message: `d` its data, `by` its publisher, `n` its bytes, `h`
 *   the key of its text, `a:<client>` set when the client has acknowledged it
 * - `lk:{topic}:h:<client>:<hash>` number of the publisher's message with the text of this hash,
 *   `lk:{topic}:r:<client>:<request>` number of the message of this request
 * - `lk:{client}:topics` sorted set of the client's topics by the end of the subscription,
 *   `lk:{client}:by` hash: `<end> <holder>` for each topic
 * - `lk:{client}:use`, `lk:{@holder}:use` hash of what a client or an address uses: `m:<end>`
 *   messages, `b:<end>` bytes, `s:<end>` subscriptions, counted until `end`
 *
 * Redis removes expired keys by itself.
 */
const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`

/**
 * Sets a key's time to live, but never shortens it. NX is needed, too, because GT has no effect on
 * a key without a time to live.
 */
const live = `
local function live(key, ms)
  redis.call('PEXPIRE', key, ms, 'NX')
  redis.call('PEXPIRE', key, ms, 'GT')
end
`

/**
 * KEYS log, box, subs, request, text · ARGV prefix, publisher, ttl, data without its end, bytes,
 * maximum of messages, maximum of bytes, time for which requests are remembered, 1 if the data is
 * wanted → outcome (0 stored, 1 known, 2 full), number, data if wanted, then the clients to notify
 */
const publish = `
local log, box, subs, request, text = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local prefix, publisher, ttl, bytes = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[5])
${clock}${live}
local function others(by, seq, answer)
  for _, client in ipairs(redis.call('ZRANGEBYSCORE', subs, now, '+inf')) do
    if client ~= by and not (seq and redis.call('HEXISTS', prefix .. 'm:' .. seq, 'a:' .. client) == 1) then answer[#answer + 1] = client end
  end
  return answer
end

-- whoever repeats a request had no answer: perhaps its subscribers heard nothing either
local known = redis.call('GET', request) or redis.call('GET', text)
if known then return others(publisher, known, { 1, known, ARGV[9] == '1' and redis.call('HGET', prefix .. 'm:' .. known, 'd') or '' }) end

local function fits() return redis.call('ZCARD', log) < tonumber(ARGV[6]) and tonumber(redis.call('HGET', box, 'bytes') or 0) + bytes <= tonumber(ARGV[7]) end
if not fits() then
  local sum = 0
  local count = redis.call('ZCARD', log)
  for _, seq in ipairs(redis.call('ZRANGE', log, 0, -1)) do
    local kept = redis.call('HMGET', prefix .. 'm:' .. seq, 'n', 'by', 'h')
    if not kept[1] then
      redis.call('ZREM', log, seq)
      count = count - 1
    else
      sum = sum + tonumber(kept[1])
    end
  end
  for _, seq in ipairs(redis.call('ZRANGE', log, 0, -1)) do
    if count < tonumber(ARGV[6]) and sum + bytes <= tonumber(ARGV[7]) then break end
    local kept = redis.call('HMGET', prefix .. 'm:' .. seq, 'n', 'by', 'h')
    local all = 0
    for _, client in ipairs(redis.call('ZRANGEBYSCORE', subs, now, '+inf')) do if client ~= kept[2] then all = all + 1 end end
    if all > 0 and #others(kept[2], seq, {}) == 0 then
      redis.call('DEL', prefix .. 'm:' .. seq, prefix .. kept[3])
      redis.call('ZREM', log, seq)
      count = count - 1
      sum = sum - tonumber(kept[1])
    end
  end
  redis.call('HSET', box, 'bytes', sum)
  live(box, ttl)
  if not fits() then return { 2 } end
end

local last = tonumber(redis.call('HGET', box, 'seq') or 0)
local seq = string.format('%.0f', math.max(time[1] * 1000000 + time[2], last + 1))
local data = ARGV[4] .. ',"publishedAt":' .. string.format('%.0f', now) .. '}'
redis.call('HSET', prefix .. 'm:' .. seq, 'd', data, 'by', publisher, 'n', bytes, 'h', string.sub(text, #prefix + 1))
redis.call('PEXPIRE', prefix .. 'm:' .. seq, ttl)
redis.call('ZADD', log, seq, seq)
redis.call('HSET', box, 'seq', seq)
redis.call('HINCRBY', box, 'bytes', bytes)
live(log, ttl)
live(box, ttl)
redis.call('SET', request, seq, 'PX', ARGV[8])
redis.call('SET', text, seq, 'PX', ttl)
return others(publisher, nil, { 0, seq, ARGV[9] == '1' and data or '' })
`

/**
 * KEYS log · ARGV prefix, client, after, limit → the number up to which it has read, 1 if there is
 * more, then numbers and data alternately
 */
const read = `
local log, prefix, client, limit = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[4])
local answer = { ARGV[3], 0 }
while true do
  local found = redis.call('ZRANGEBYSCORE', log, '(' .. answer[1], '+inf', 'LIMIT', 0, 64)
  if #found == 0 then return answer end
  for _, seq in ipairs(found) do
    if #answer - 2 >= 2 * limit then
      answer[2] = 1
      return answer
    end
    answer[1] = seq
    local kept = redis.call('HMGET', prefix .. 'm:' .. seq, 'by', 'a:' .. client)
    if not kept[1] then
      redis.call('ZREM', log, seq)
    elseif kept[1] ~= client and not kept[2] then
      answer[#answer + 1] = seq
      answer[#answer + 1] = redis.call('HGET', prefix .. 'm:' .. seq, 'd')
    end
  end
end
`

/**
 * KEYS message · ARGV client. It may run when memory is full: it needs some, but later frees more.
 */
const acknowledge = `#!lua flags=allow-oom
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'a:' .. ARGV[1], 1) end
return 0
`

/**
 * KEYS subs, log · ARGV client, duration of a subscription, maximum of subscribers → 1 if the topic
 * has messages, 0 if not, -1 if it has too many subscribers
 */
const subscribe = `
local subs, client = KEYS[1], ARGV[1]
${clock}
if redis.call('ZCARD', subs) >= tonumber(ARGV[3]) and not redis.call('ZSCORE', subs, client) then
  redis.call('ZREMRANGEBYSCORE', subs, '-inf', now)
  if redis.call('ZCARD', subs) >= tonumber(ARGV[3]) then return -1 end
end
redis.call('ZADD', subs, now + tonumber(ARGV[2]), client)
redis.call('PEXPIRE', subs, ARGV[2])
return redis.call('EXISTS', KEYS[2])
`

/** Removes ended subscriptions from the two keys of a client. */
const forgetEnded = `
for _, topic in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 1000)) do redis.call('HDEL', KEYS[2], topic) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
`

/**
 * KEYS topics of the client, by · ARGV duration of a subscription, maximum of topics, holder,
 * maximum of new topics, topics… → -1 if the client has too many topics, -2 if too many are new.
 * Otherwise: the end of the subscriptions, a text with `1` for each new topic and `0` for each
 * known topic, and the replaced rows of the known topics
 */
const remember = `
${clock}${forgetEnded}
local ends = string.format('%.0f', now + tonumber(ARGV[1]))
local added = 0
local answer = { ends, '' }
local isNew = {}
for index = 5, #ARGV do if not redis.call('ZSCORE', KEYS[1], ARGV[index]) then added = added + 1 end end
if added > 0 and redis.call('ZCARD', KEYS[1]) + added > tonumber(ARGV[2]) then return -1 end
if added > 0 and added > tonumber(ARGV[4]) then return -2 end
for index = 5, #ARGV do
  local before = redis.call('HGET', KEYS[2], ARGV[index])
  isNew[#isNew + 1] = redis.call('ZADD', KEYS[1], ends, ARGV[index])
  if isNew[#isNew] == 0 and before then answer[#answer + 1] = before end
  redis.call('HSET', KEYS[2], ARGV[index], ends .. ' ' .. ARGV[3])
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[1])
answer[2] = table.concat(isNew)
return answer
`

/** KEYS topics of the client, by · ARGV topics… → the removed rows of `by` */
const forget = `#!lua flags=allow-oom
local answer = {}
for index = 1, #ARGV do
  local before = redis.call('HGET', KEYS[2], ARGV[index])
  if redis.call('ZREM', KEYS[1], ARGV[index]) == 1 and before then answer[#answer + 1] = before end
  redis.call('HDEL', KEYS[2], ARGV[index])
end
return answer
`

/** KEYS subs · ARGV client */
const leave = `#!lua flags=allow-oom
return redis.call('ZREM', KEYS[1], ARGV[1])
`

/**
 * KEYS use · ARGV how long to store counts after their end, then kind, end, count alternately →
 * messages, bytes, subscriptions. Removes expired counts and counts that are not above 0.
 */
const count = `#!lua flags=allow-oom
${clock}${live}
for index = 2, #ARGV, 3 do
  local field = ARGV[index] .. ':' .. ARGV[index + 1]
  if tonumber(ARGV[index + 1]) > now then
    if redis.call('HINCRBY', KEYS[1], field, ARGV[index + 2]) <= 0 then redis.call('HDEL', KEYS[1], field) end
    live(KEYS[1], string.format('%.0f', tonumber(ARGV[index + 1]) - now + tonumber(ARGV[1])))
  end
end
local sums = { m = 0, b = 0, s = 0 }
local found = redis.call('HGETALL', KEYS[1])
for index = 1, #found, 2 do
  local kind, ends = string.sub(found[index], 1, 1), tonumber(string.sub(found[index], 3))
  if not ends or ends <= now or not sums[kind] then redis.call('HDEL', KEYS[1], found[index])
  else sums[kind] = sums[kind] + tonumber(found[index + 1]) end
end
return { sums.m, sums.b, sums.s }
`

/** KEYS topics of the client, by → the topics whose subscription has not ended */
const topics = `
${clock}${forgetEnded}
return redis.call('ZRANGE', KEYS[1], 0, -1)
`

/** The Lua scripts by name. */
export const redisScripts = {
  publish,
  read,
  acknowledge,
  subscribe,
  remember,
  forget,
  leave,
  count,
  topics,
  ...redisWatchScripts,
} as const
