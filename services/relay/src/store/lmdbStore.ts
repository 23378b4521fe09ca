import { hash, randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { codeOf } from '@latchkey/server/causesOf'
import { FolderInUseError, lockFolder } from '@latchkey/server/lockFolder'
import { FolderError, makeFolder } from '@latchkey/server/makeFolder'
import { inTime, within } from '@latchkey/server/waiting'
import { limits } from '../limits.ts'
import { checkLmdb } from './checkLmdb.ts'
import { createSlices } from './createSlices.ts'
import { createHolders } from './holders.ts'
import { createListeners } from './listeners.ts'
import { createMessages } from './lmdbMessages.ts'
import { createRoom, prepareReaders } from './lmdbRoom.ts'
import { DamagedRowError } from './lmdbRows.ts'
import { createSize, defaultSize } from './lmdbSize.ts'
import { createSubscriptions } from './lmdbSubscriptions.ts'
import { createSweep } from './lmdbSweep.ts'
import { openTables, type Tables } from './lmdbTables.ts'
import { isLarge } from './lmdbTexts.ts'
import { createTopics, isKnown, type Topic } from './lmdbTopics.ts'
import { createUsage } from './lmdbUsage.ts'
import { createLmdbWatch } from './lmdbWatch.ts'
import { createWriter } from './lmdbWriter.ts'
import type { ClientId, MailboxStore, NewMessage, Published } from './mailboxStore.ts'
import { refuseBeyond, type Shares } from './refuseBeyond.ts'
import { openData, stampData } from './stampMessage.ts'
import { bytesOf, type Held, subscriptionBytes } from './storeUsage.ts'
import { publicationOf } from './watchEvents.ts'

export type LmdbStoreOptions = {
  /** Created when it does not exist. Only one process may use it at a time. */
  folder: string
  /** Messages and bytes that one topic may hold. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  /** Limits of each client and of each address. @default limits.shares */
  shares?: Shares
  /** Bytes that the folder may take. @default half of the free bytes of its disk, at most 16 GiB */
  bytes?: number
  /**
   * Is called with errors that the store cannot return to a caller. They contain nothing secret.
   */
  onError?: (error: Error) => void
  now?: () => number
}

/** A store over a folder, with its upkeep. */
export type LmdbStore = MailboxStore & {
  /** Removes everything that has expired. The store does so by itself every few seconds. */
  sweep(): Promise<void>
}

/** Topics of a client that are checked at once. */
const page = 64
/** Units of work of a slice, about 5 ms. */
const slice = 2_000
/** Units of a message; the next is how many characters take as long as one unit. */
const perMessage = 25
const perUnit = 4_096
/** Milliseconds until a health check fails. */
const healthLimit = 800
/** Milliseconds for the last writes to reach the disk. */
const closeLimit = 2_000
/**
 * How far an earlier run may have gone beyond its stored clock: by no more than some pauses between
 * two sweeps.
 */
const clockGap = 10_000

/**
 * Mailboxes in a folder of this machine. A crash of the process loses nothing that was
 * acknowledged; after a power cut only the newest writes may be missing. While the disk is full or
 * fails, requests fail; they succeed again when the disk works.
 * @throws FolderInUseError when another process has the folder; FolderError when it cannot be
 *   created or written; UnusableFolderError when its file is damaged
 */
export async function createLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  const { folder, onError = () => {} } = options
  await makeFolder(folder, 0o700)
  const taken = new AbortController()
  // another process took the folder while this one was suspended: from there on our view of it is
  // wrong
  const onLost = () => taken.abort(new FolderInUseError(`${folder} was taken by another process`))
  const unlock = await lockFolder(folder, { onLost }).catch((error: unknown) => {
    throw isForbidden(error)
      ? new FolderError(
          `${folder} cannot be written (${codeOf(error)}): name a folder that this process may write`,
          { cause: error },
        )
      : error
  })
  let tables: Tables | undefined
  try {
    const onBad = () => onError(new DamagedRowError('A row of the folder is damaged'))
    await checkLmdb(folder)
    await prepareReaders(folder)
    tables = openTables(folder, onBad)
    return await createOver(tables, { ...options, onError, onBad, unlock, lost: taken.signal })
  } catch (error) {
    if (tables) await within(closeLimit, tables.root.close())
    await unlock()
    throw error
  }
}

const isForbidden = (error: unknown) => ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')

type Opened = LmdbStoreOptions & {
  onError: (error: Error) => void
  onBad: () => void
  unlock: () => Promise<void>
  lost: AbortSignal
}

/** A store over the tables of a locked folder; it releases the lock when it is closed. */
async function createOver(
  tables: Tables,
  {
    folder,
    mailbox = limits.mailbox,
    shares = limits.shares,
    bytes,
    onError,
    now = Date.now,
    onBad,
    unlock,
    lost,
  }: Opened,
): Promise<LmdbStore> {
  const { root } = tables
  const size = createSize(
    folder,
    tables,
    bytes ?? (await defaultSize(folder, (await stat(join(folder, 'data.mdb'))).size)),
  )
  const writer = createWriter({
    root,
    room: await createRoom(folder, size.end, size.max),
    onError,
  })
  const lose = () => {
    writer.forbid(lost.reason)
    onError(lost.reason)
  }
  if (lost.aborted) lose()
  else lost.addEventListener('abort', lose, { once: true })
  const slices = createSlices(slice)
  const topics = createTopics(tables, { onBad, spend: slices.spend })
  const usage = createUsage(tables, writer, now)
  const parts = { tables, writer, topics, usage, now, onBad, spend: slices.spend }
  const subscriptions = createSubscriptions(parts)
  const messages = createMessages({ ...parts, mailbox })
  const listeners = createListeners()
  const holderOf = createHolders(secret())
  const watch = createLmdbWatch({ ...parts, admit, holderOf })
  // higher than every number of earlier runs, even when the clock went back between two runs
  let lastSeq = Math.max(now(), (Number(root.get('clock')) || 0) + clockGap) * 1_000
  const sweep = createSweep({
    ...parts,
    messages,
    subscriptions,
    watch,
    size,
    onError,
    clock: () => Math.max(now(), Math.floor(lastSeq / 1_000)),
  })

  function secret(): string {
    const stored = root.get('secret')
    if (typeof stored === 'string') return stored
    const made = randomBytes(32).toString('base64url')
    writer.put(root, 'secret', made)
    return made
  }

  /** @throws ShareError; StoreError while nothing can be stored */
  function admit(client: ClientId, holder: string, more: Partial<Held>, isLarge = false): void {
    if (writer.failure) throw writer.failure
    refuseBeyond(shares, {
      client: usage.held(client),
      address: holder === '' ? undefined : usage.held(holder),
      more,
      free: size.free(isLarge),
    })
    size.add(more.bytes ?? 0)
  }

  /** Clients of one address share a line, because keys are free. */
  const lineOf = (client: ClientId, address: string) => holderOf(address) || client

  async function publish(entry: NewMessage): Promise<Published> {
    const { topic: name, publisher, request, ttl } = entry
    slices.spend(perMessage + Math.floor(entry.message.length / perUnit))
    const text = hash('sha256', entry.message, 'base64url')
    const at = now()
    let topic = topics.of(name)
    const named = { request, hash: text, now: at }
    if (isKnown(topic, publisher, named)) {
      await writer.settled() // the first publication may still be being written
      topic = topics.of(name)
      if (isKnown(topic, publisher, named)) return 'known'
    }
    const data = stampData(openData(entry), at)
    if (!messages.makeRoom(name, topic, data.length)) return 'full'
    const holder = holderOf(entry.address)
    admit(publisher, holder, { messages: 1, bytes: bytesOf(data) }, isLarge(data))
    const seq = Math.max(at * 1_000, lastSeq + 1)
    lastSeq = seq
    const added = messages.add(name, topic, seq, [publisher, request, text, at + ttl, data, holder])
    await (watch.isAny()
      ? Promise.all([added, noteStored(entry, topic, { seq, data, at })])
      : added) // in the same transaction
    for (const [client, end] of topic.subscribers)
      if (client !== publisher && end > at) listeners.notify(client, name, { seq, data })
    return 'stored'
  }

  function noteStored(
    { publisher }: NewMessage,
    topic: Topic,
    message: { seq: number; data: string; at: number },
  ): Promise<void> {
    const others = [...topic.subscribers].filter(
      ([client, end]) => client !== publisher && end > message.at,
    )
    const subscribers = others.map(([client]) => ({ client, connected: listeners.has(client) }))
    return watch.note(publicationOf({ publisher, subscribers, ...message }, watch.isWatched))
  }

  async function acknowledge(client: ClientId, topic: string, seq: number): Promise<void> {
    if (!watch.isWatched(client)) return messages.acknowledge(client, topic, seq)
    // otherwise webhooks would be called for the same delivery again and again
    if (!messages.mayAcknowledge(client, topic, seq)) return
    const message = messages.one(client, topic, seq)
    const delivered = message
      ? [{ client, type: 'subscriber', statuses: ['delivered'], ...message, at: now() } as const]
      : []
    await Promise.all([messages.acknowledge(client, topic, seq), watch.note(delivered)])
  }

  async function* waiting(client: ClientId): AsyncIterable<readonly string[]> {
    const pages = subscriptions.topicsOf(client, page)[Symbol.iterator]()
    const look = () => {
      const { done, value } = pages.next()
      return done ? undefined : value.filter(messages.hasMessages)
    }
    for (
      let found = await slices.run(client, look);
      found;
      found = await slices.run(client, look)
    ) {
      if (found.length > 0) yield found
      await setImmediate()
    }
  }

  await writer.settled()
  sweep.start()

  return {
    publish: (entry) =>
      slices.run(entry.publisher, () => publish(entry), lineOf(entry.publisher, entry.address)),
    async subscribe(client, wanted, address) {
      const holder = holderOf(address)
      const line = lineOf(client, address)
      await slices.run(
        client,
        () =>
          subscriptions.add(client, wanted, holder, (count) =>
            admit(client, holder, { subscriptions: count, bytes: count * subscriptionBytes }),
          ),
        line,
      )
      return slices.run(client, () => wanted.filter(messages.hasMessages), line)
    },
    unsubscribe: (client, ended) => slices.run(client, () => subscriptions.remove(client, ended)),
    waiting,
    read: (query) => slices.run(query.client, () => messages.read(query)),
    acknowledge: (client, topic, seq) => slices.run(client, () => acknowledge(client, topic, seq)),
    watch: watch.store,
    async listen(client, onTopic) {
      listeners.add(client, onTopic)
      return () => void listeners.remove(client, onTopic)
    },
    // the writer reports why it cannot write
    isHealthy: () => inTime(healthLimit, writer.probe()).catch(() => false),
    usage: () => ({ bytes: size.used(), max: size.max }),
    async snapshot(target) {
      await writer.settled()
      await makeFolder(target, 0o700)
      await root.backup(target, false)
      return true
    },
    sweep: sweep.now,
    async close() {
      await sweep.close()
      await writer.close()
      await within(closeLimit, root.close()) // after a failed write the library waits for ever
      await unlock()
    },
  }
}
