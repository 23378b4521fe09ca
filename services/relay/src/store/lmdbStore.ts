import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@latchkey/server/causesOf'
import { FolderInUseError, lockFolder } from '@latchkey/server/lockFolder'
import { FolderError, makeFolder } from '@latchkey/server/makeFolder'
import { inTime, within } from '@latchkey/server/waiting'
import { limits } from '../limits.ts'
import { checkLmdb } from './checkLmdb.ts'
import { createSlices, type Slices } from './createSlices.ts'
import { createHolders } from './holders.ts'
import { createListeners } from './listeners.ts'
import { LmdbAdmission } from './lmdbAdmission.ts'
import { LmdbClock } from './lmdbClock.ts'
import { LmdbMailboxes } from './lmdbMailboxes.ts'
import { LmdbMessages } from './lmdbMessages.ts'
import { createRoom, prepareReaders } from './lmdbRoom.ts'
import { DamagedRowError } from './lmdbRows.ts'
import { createSize, defaultSize } from './lmdbSize.ts'
import { LmdbSubscriptions } from './lmdbSubscriptions.ts'
import { LmdbSweep } from './lmdbSweep.ts'
import { openTables, type Tables } from './lmdbTables.ts'
import { createTopics } from './lmdbTopics.ts'
import { LmdbUsage } from './lmdbUsage.ts'
import { createLmdbWatch } from './lmdbWatch.ts'
import { LmdbWriter, type Writer } from './lmdbWriter.ts'
import type { MailboxStore } from './mailboxStore.ts'
import type { Shares } from './refuseBeyond.ts'

export type LmdbStoreOptions = {
  /**
   * The folder of the store. It is created if it does not exist. Only one process can use it at a
   * time.
   */
  folder: string
  /** Maximum of messages and bytes of one topic. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  /** Limits of each client and of each address. @default limits.shares */
  shares?: Shares
  /**
   * Maximum size of the folder in bytes. @default half of the bytes that its file and the disk's
   * free space have together, at most 16 GiB
   */
  bytes?: number
  /** Is called with errors that the store cannot return to a caller. They contain no secret. */
  onError?: (error: Error) => void
  now?: () => number
}

/** A store in a folder. */
export type LmdbStore = MailboxStore & {
  /** Removes everything that has expired. The store also does this by itself every few seconds. */
  sweep(): Promise<void>
}

/** Units of work in one slice: about 5 ms. */
const slice = 2_000
/** Time limit of a health check, in milliseconds. */
const healthLimit = 800
/** Milliseconds that the last writes get to reach the disk. */
const closeLimit = 2_000

/**
 * Stores mailboxes in a folder of this machine. After a crash of the process nothing is missing
 * that the store has confirmed. After a power failure the newest writes may be missing. While the
 * disk is full or fails, requests fail; they succeed again when the disk works.
 * @throws FolderInUseError when another process uses the folder; FolderError when it cannot be
 *   created or written; UnusableFolderError when its file is damaged
 */
export async function createLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  const { folder, onError = () => {} } = options
  await makeFolder(folder, 0o700)
  const taken = new AbortController()
  // While this process was suspended, another process has locked the folder. Data that this process
  // has read may be outdated.
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

/** What an open store consists of. */
type Parts = {
  writer: Writer
  size: ReturnType<typeof createSize>
  slices: Slices
  subscriptions: LmdbSubscriptions
  messages: LmdbMessages
  mailboxes: LmdbMailboxes
  listeners: ReturnType<typeof createListeners>
  watch: ReturnType<typeof createLmdbWatch>
  sweep: LmdbSweep
}

/** Opens the writer for a locked folder. When the lock is lost, the writer refuses all writes. */
async function openWriter(
  { root }: Tables,
  size: Parts['size'],
  { folder, onError, lost }: Opened,
): Promise<Writer> {
  const writer = new LmdbWriter({
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
  return writer
}

async function openParts(tables: Tables, opened: Opened): Promise<Parts> {
  const { folder, bytes, onBad, onError } = opened
  const { mailbox = limits.mailbox, shares = limits.shares, now = Date.now } = opened
  const { root } = tables
  const size = createSize(
    folder,
    tables,
    bytes ?? (await defaultSize(folder, (await stat(join(folder, 'data.mdb'))).size)),
  )
  const writer = await openWriter(tables, size, opened)
  const slices = createSlices(slice)
  const topics = createTopics(tables, { onBad, spend: slices.spend })
  const usage = new LmdbUsage(tables, writer, now)
  const common = { tables, writer, topics, usage, now, onBad, spend: slices.spend }
  const subscriptions = new LmdbSubscriptions(common)
  const messages = new LmdbMessages({ ...common, mailbox })
  const listeners = createListeners()
  const holderOf = createHolders(secretOf(root, writer))
  const admission = new LmdbAdmission({ shares, writer, usage, size })
  const watch = createLmdbWatch({
    ...common,
    admit: (client, holder, more) => admission.admit(client, holder, more),
    holderOf,
  })
  const clock = new LmdbClock(now, Number(root.get('clock')) || 0)
  const mailboxes = new LmdbMailboxes({
    ...common,
    slices,
    subscriptions,
    messages,
    listeners,
    watch,
    admission,
    holderOf,
    clock,
  })
  const sweep = new LmdbSweep({ ...common, messages, subscriptions, watch, size, clock, onError })
  return { writer, size, slices, subscriptions, messages, mailboxes, listeners, watch, sweep }
}

/**
 * The secret of the store, from which the names of holders are made. It is created if it is
 * missing.
 */
function secretOf(root: Tables['root'], writer: Writer): string {
  const stored = root.get('secret')
  if (typeof stored === 'string') return stored
  const made = randomBytes(32).toString('base64url')
  writer.put(root, 'secret', made)
  return made
}

/** Makes the store over a locked folder. Closing it releases the lock. */
async function createOver(tables: Tables, opened: Opened): Promise<LmdbStore> {
  const { root } = tables
  const parts = await openParts(tables, opened)
  const { writer, size, slices, subscriptions, messages, mailboxes, listeners, sweep } = parts
  await writer.settled()
  sweep.start()

  return {
    publish: (entry) =>
      slices.run(
        entry.publisher,
        () => mailboxes.publish(entry),
        mailboxes.lineOf(entry.publisher, entry.address),
      ),
    async subscribe(client, wanted, address) {
      const line = mailboxes.lineOf(client, address)
      await slices.run(client, () => mailboxes.subscribe(client, wanted, address), line)
      return slices.run(client, () => messages.withMessages(wanted), line)
    },
    unsubscribe: (client, ended) => slices.run(client, () => subscriptions.remove(client, ended)),
    waiting: (client, except) => mailboxes.waiting(client, except),
    read: (query) => slices.run(query.client, () => messages.read(query)),
    acknowledge: (client, topic, seq) =>
      slices.run(client, () => mailboxes.acknowledge(client, topic, seq)),
    watch: parts.watch.store,
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
    sweep: () => sweep.now(),
    async close() {
      await sweep.close()
      await writer.close()
      // after a failed write the library's `close` never ends
      await within(closeLimit, root.close())
      await opened.unlock()
    },
  }
}
