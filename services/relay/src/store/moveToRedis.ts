import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '@latchkey/server/lockFolder'
import { within } from '@latchkey/server/waiting'
import { limits } from '../limits.ts'
import { lengthOf, readMessageRow, readSubscriptionRow } from './lmdbRows.ts'
import { afterAll, openTables, type MessageRow, type Tables } from './lmdbTables.ts'
import { retainedUntil } from './lmdbTopics.ts'
import type { RedisLink } from './redisLink.ts'
import { readEvent, readHook } from './watchRows.ts'

/** How many items of each kind were moved. */
export type Moved = {
  messages: number
  acknowledgements: number
  subscriptions: number
  watches: number
  events: number
}
/** `known`: the same contents were moved before, and nothing was written now. */
export type MoveOutcome = { outcome: 'moved'; moved: Moved } | { outcome: 'known' }

/**
 * The mailboxes cannot be moved: the Redis already has others or has not stored the written data,
 * or no relay has used the folder. The message states the reason.
 */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

/** The key that is written first. Its value is a digest of the folder's contents. */
const firstKey = 'lk:moving'
/**
 * The keys that are written last, in this order. `moved`: a digest of the folder's contents.
 * `secret`: by this key a relay recognises its Redis.
 */
const lastKeys = { moved: 'lk:moved', secret: 'lk:secret' } as const
/** Milliseconds that the database gets to close. */
const closeLimit = 2_000
/** Maximum of concurrent commands, and of bytes of their arguments. */
const atOnce = { commands: 256, bytes: 4 * 1024 * 1024 }
/**
 * Milliseconds for which counts are stored after the end of their last bucket. `redisUsage.ts` uses
 * the same.
 */
const margin = 60_000
const watch = (name: string) => `lk:{watch}:${name}`
const prefixOf = (name: string) => `lk:{${name}}:`

/**
 * Moves the mailboxes of a folder to a Redis without mailboxes. It moves messages with their
 * acknowledgements, subscriptions, known request ids, webhooks and their events, what clients use,
 * and the secrets of the relay. No relay may use the folder meanwhile. The folder does not change.
 *
 * The key by which a relay recognises its Redis is written last. So an interrupted move can be
 * repeated, as long as the folder has not changed. When a complete move is repeated, its digest is
 * recognised, and nothing changes. Every message and subscription is read again and compared.
 * @throws MoveError, FolderInUseError, StoreError
 */
export async function moveToRedis({
  folder,
  urls,
  cluster,
  now = Date.now,
}: {
  folder: string
  urls: readonly string[]
  cluster: boolean
  now?: () => number
}): Promise<MoveOutcome> {
  const moved: Moved = { messages: 0, acknowledgements: 0, subscriptions: 0, watches: 0, events: 0 }
  const isThere = await stat(join(folder, 'data.mdb')).then(
    () => true,
    () => false,
  )
  if (!isThere) return { outcome: 'moved', moved }
  const unlock = await lockFolder(folder)
  try {
    const tables = openTables(folder)
    // imported here, so that programs that move nothing do not load Redis' client
    const { createRedisLink } = await import('./redisLink.ts')
    // `onError` may ignore errors, because a failed command throws
    const link = await createRedisLink({ urls, cluster, onError: () => {}, onGap: () => {} })
    try {
      const contents = digestOf(tables)
      if ((await link.command('EXISTS', lastKeys.secret)) === 1) {
        if ((await link.command('GET', lastKeys.moved)) === contents) return { outcome: 'known' }
        throw new MoveError('Redis has mailboxes of a relay already: name an empty one')
      }
      await link.command('SET', firstKey, contents, 'NX')
      if ((await link.command('GET', firstKey)) !== contents) {
        throw new MoveError(
          'An earlier move to this Redis ended early, and its folder was used since: empty the Redis (FLUSHALL), or name another one, and repeat',
        )
      }
      await moveAll(tables, link, moved, now)
      await link.command('SET', lastKeys.moved, contents)
      await link.command('SET', lastKeys.secret, secretOf(tables))
    } finally {
      await link.close()
      await within(closeLimit, tables.root.close())
    }
    return { outcome: 'moved', moved }
  } finally {
    await unlock()
  }
}

/** The secret in the folder. @throws MoveError when there is none */
function secretOf({ root }: Tables): string {
  const secret = root.get('secret')
  if (typeof secret !== 'string')
    throw new MoveError('The folder has no secret: has a relay ever used it?')
  return secret
}

/** A digest of everything in the folder. It changes when a relay uses the folder. */
function digestOf(tables: Tables): string {
  const hash = createHash('sha256').update(secretOf(tables))
  const { root: _, ...all } = tables
  for (const [name, table] of Object.entries(all)) {
    hash.update(`\n${name}`)
    for (const row of table.getRange({})) hash.update(JSON.stringify([row.key, row.value]))
  }
  return hash.digest('hex')
}

/** Sends many commands concurrently. Commands for the same key stay in order. */
function createPipe(link: RedisLink) {
  let waiting: Promise<unknown>[] = []
  let bytes = 0
  const flush = async () => {
    const sent = waiting
    waiting = []
    bytes = 0
    await Promise.all(sent)
  }
  return {
    flush,
    async add(name: string, key: string, ...args: readonly string[]): Promise<void> {
      const sent = link.command(name, key, ...args)
      sent.catch(() => {}) // `flush` throws the error
      waiting.push(sent)
      bytes += args.reduce((sum, text) => sum + text.length, key.length)
      if (waiting.length >= atOnce.commands || bytes >= atOnce.bytes) await flush()
    },
  }
}
type Pipe = ReturnType<typeof createPipe>

async function moveAll(
  tables: Tables,
  link: RedisLink,
  moved: Moved,
  now: () => number,
): Promise<void> {
  const pipe = createPipe(link)
  await moveMessages(tables, pipe, moved, now)
  await moveSubscriptions(tables, pipe, moved, now)
  await moveUsage(tables, pipe, now)
  await moveWatches(tables, pipe, moved, now)
  await pipe.flush()
  await compare(tables, link, now)
  const key = tables.root.get('key')
  if (typeof key === 'string') await link.command('SET', watch('key'), key)
}

const textOf = (tables: Tables, seq: number, [, , , , data]: MessageRow): unknown =>
  typeof data === 'number' ? tables.texts.get([seq]) : data

async function moveMessages(
  tables: Tables,
  pipe: Pipe,
  moved: Moved,
  now: () => number,
): Promise<void> {
  let open: { name: string; seq: number; bytes: number; end: number } | undefined
  const close = async () => {
    if (!open) return
    const prefix = prefixOf(open.name)
    await pipe.add('HSET', `${prefix}box`, 'seq', String(open.seq), 'bytes', String(open.bytes))
    for (const key of ['box', 'log']) await pipe.add('PEXPIREAT', prefix + key, String(open.end))
  }
  for (const {
    key: [name, seq],
    value,
  } of tables.messages.getRange({})) {
    const row = readMessageRow(value)
    if (!row) continue
    const [publisher, request, , expires] = row
    const prefix = prefixOf(name)
    const until = retainedUntil(seq, expires)
    if (until > now())
      await pipe.add(
        'SET',
        `${prefix}r:${publisher}:${request}`,
        String(seq),
        'PXAT',
        String(until),
      )
    const data = textOf(tables, seq, row)
    if (expires <= now() || typeof data !== 'string') continue
    if (open?.name !== name) {
      await close()
      open = { name, seq, bytes: 0, end: expires }
    }
    open = { name, seq, bytes: open.bytes + lengthOf(row), end: Math.max(open.end, expires) }
    const readers = [...tables.acknowledged.getKeys({ start: [seq], end: [seq, afterAll] })]
    await writeMessage(pipe, { prefix, seq, row, data, readers: readers.map(([, by]) => by) })
    moved.messages += 1
    moved.acknowledgements += readers.length
  }
  await close()
}

/** Writes a message. @param message.readers the clients that have acknowledged it */
async function writeMessage(
  pipe: Pipe,
  {
    prefix,
    seq,
    row: [publisher, , hash, expires],
    data,
    readers,
  }: { prefix: string; seq: number; row: MessageRow; data: string; readers: readonly string[] },
): Promise<void> {
  const key = `${prefix}m:${seq}`
  const text = `h:${publisher}:${hash}`
  const fields = { d: data, by: publisher, n: String(data.length), h: text }
  const acknowledged = readers.flatMap((client) => [`a:${client}`, '1'])
  await pipe.add('HSET', key, ...Object.entries(fields).flat(), ...acknowledged)
  await pipe.add('PEXPIREAT', key, String(expires))
  await pipe.add('ZADD', `${prefix}log`, String(seq), String(seq))
  await pipe.add('SET', prefix + text, String(seq), 'PXAT', String(expires))
}

async function moveSubscriptions(
  tables: Tables,
  pipe: Pipe,
  moved: Moved,
  now: () => number,
): Promise<void> {
  for (const {
    key: [client, name],
    value,
  } of tables.topics.getRange({})) {
    const row = readSubscriptionRow(value)
    if (!row || row[0] <= now()) continue
    const [end, holder] = row
    await pipe.add('ZADD', `${prefixOf(name)}subs`, String(end), client)
    await pipe.add('ZADD', `${prefixOf(client)}topics`, String(end), name)
    await pipe.add('HSET', `${prefixOf(client)}by`, name, `${end} ${holder}`)
    // sets a time to live if there is none, and later only a longer one
    for (const key of [
      `${prefixOf(name)}subs`,
      `${prefixOf(client)}topics`,
      `${prefixOf(client)}by`,
    ])
      await prolong(pipe, key, end)
    moved.subscriptions += 1
  }
}

async function prolong(pipe: Pipe, key: string, end: number): Promise<void> {
  await pipe.add('PEXPIREAT', key, String(end), 'NX')
  await pipe.add('PEXPIREAT', key, String(end), 'GT')
}

async function moveUsage(tables: Tables, pipe: Pipe, now: () => number): Promise<void> {
  for (const {
    key: [owner, kind, end],
    value,
  } of tables.usage.getRange({})) {
    const [count, bytes] = Array.isArray(value) ? value : []
    if (typeof count !== 'number' || typeof bytes !== 'number' || count <= 0 || end <= now())
      continue
    const key = `${prefixOf(owner)}use`
    // `bytes` of subscriptions is not written, because it follows from their number
    await pipe.add(
      'HSET',
      key,
      ...(kind === 'message'
        ? [`m:${end}`, String(count), `b:${end}`, String(bytes)]
        : [`s:${end}`, String(count)]),
    )
    await prolong(pipe, key, end + margin)
  }
}

async function moveWatches(
  tables: Tables,
  pipe: Pipe,
  moved: Moved,
  now: () => number,
): Promise<void> {
  for (const {
    key: [client, id],
    value,
  } of tables.hooks.getRange({})) {
    const hook = readHook(value)
    if (!hook || hook.ends <= now()) continue
    await pipe.add('HSET', watch(`c:${client}`), id, JSON.stringify(hook))
    await pipe.add('SADD', watch('clients'), client)
    moved.watches += 1
  }
  const uses = new Map<number, number>()
  const sizes = new Map<string, { events: number; bytes: number }>()
  for (const {
    key: [due, id],
    value,
  } of tables.events.getRange({})) {
    const event = readEvent(value)
    const message: unknown = event && (event.data ?? tables.eventTexts.get([event.seq]))
    if (!event || typeof message !== 'string') continue
    const { data: _, ...row } = event
    if (!uses.has(event.seq)) await pipe.add('HSET', watch('told'), String(event.seq), message)
    uses.set(event.seq, (uses.get(event.seq) ?? 0) + 1)
    for (const owner of [event.client, event.holder].filter((name) => name !== '')) {
      const { events, bytes } = sizes.get(owner) ?? { events: 0, bytes: 0 }
      sizes.set(owner, { events: events + 1, bytes: bytes + Buffer.byteLength(message) })
    }
    await pipe.add('HSET', watch('events'), id, `${event.seq} ${JSON.stringify(row)}`)
    await pipe.add('ZADD', watch('due'), String(due), id)
    await pipe.add('SET', watch(`seen:${id}`), '1', 'PX', String(limits.requestMemory))
    moved.events += 1
  }
  for (const [seq, count] of uses) await pipe.add('HSET', watch('told'), `n:${seq}`, String(count))
  for (const [owner, { events, bytes }] of sizes)
    await pipe.add('HSET', watch('sizes'), owner, String(events), `b:${owner}`, String(bytes))
}

/** Compares every message and subscription in Redis with the folder. @throws MoveError */
async function compare(tables: Tables, link: RedisLink, now: () => number): Promise<void> {
  const checks: Promise<void>[] = []
  const expect = async (request: Promise<unknown>, wanted: unknown, isOver: () => boolean) => {
    const found = await request
    if (String(found) !== String(wanted) && !isOver())
      throw new MoveError(
        'Redis has not stored what was written: look at its maxmemory, and repeat',
      )
  }
  const turn = async () => {
    if (checks.length >= atOnce.commands) await Promise.all(checks.splice(0))
  }
  for (const {
    key: [name, seq],
    value,
  } of tables.messages.getRange({})) {
    const stored = readMessageRow(value)
    const data = stored && textOf(tables, seq, stored)
    if (!stored || typeof data !== 'string' || stored[3] <= now()) continue
    checks.push(
      expect(
        link.command('HGET', `${prefixOf(name)}m:${seq}`, 'd'),
        data,
        () => stored[3] <= now() + margin,
      ),
    )
    await turn()
  }
  for (const {
    key: [client, name],
    value,
  } of tables.topics.getRange({})) {
    const row = readSubscriptionRow(value)
    if (!row || row[0] <= now()) continue
    checks.push(
      expect(
        link.command('ZSCORE', `${prefixOf(name)}subs`, client),
        row[0],
        () => row[0] <= now() + margin,
      ),
    )
    await turn()
  }
  await Promise.all(checks)
}
