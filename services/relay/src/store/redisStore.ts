import { limits } from '../limits.ts'
import { createListeners } from './listeners.ts'
import type { MailboxStore } from './mailboxStore.ts'
import { RedisAdmission } from './redisAdmission.ts'
import { createChannels } from './redisChannels.ts'
import { createCatchUp } from './redisCatchUp.ts'
import { createRedisLink } from './redisLink.ts'
import { RedisMailboxes } from './redisMailboxes.ts'
import { createRedisSize } from './redisSize.ts'
import { RedisUsage } from './redisUsage.ts'
import { RedisWatch } from './redisWatch.ts'
import type { Shares } from './refuseBeyond.ts'
import type { ClientId } from '../auth/didKey.ts'

export type RedisStoreOptions = {
  /** `redis://…` addresses of one server (Redis 7 or newer), or of some servers of a cluster. */
  urls: readonly string[]
  /** Whether the servers are a cluster. @default false */
  cluster?: boolean
  /** Maximum of messages and bytes of one topic. @default 1000, 10 MiB */
  mailbox?: { messages: number; bytes: number }
  /** Limits of each client and of each address. @default limits.shares */
  shares?: Shares
  /**
   * Maximum of bytes of Redis' memory. `maxmemory` applies in any case. @default `maxmemory` alone
   */
  bytes?: number
  /**
   * Is called when the connection breaks (it is made again), and with errors that the store cannot
   * return to a caller.
   */
  onError?: (error: Error) => void
}

/**
 * Stores mailboxes in Redis, which any number of relay processes may share. A process that has
 * missed notifications reads its clients' mailboxes afterwards. Redis' own persistence decides how
 * much is lost when Redis crashes. While Redis cannot be reached, every request fails with
 * StoreError.
 */
export async function createRedisStore({
  urls,
  cluster = false,
  mailbox = limits.mailbox,
  shares = limits.shares,
  bytes = Infinity,
  onError = () => {},
}: RedisStoreOptions): Promise<MailboxStore> {
  const listeners = createListeners()
  const link = await createRedisLink({
    urls,
    cluster,
    onError,
    onGap: () => {
      catchUp.begin()
      watch.load().catch(onError)
    },
  })
  const catchUp = createCatchUp({ clients: listeners.clients, notify, onError })
  const channels = createChannels({ link, listeners, onError })
  const usage = new RedisUsage(link)
  const size = createRedisSize(link, bytes, onError)
  const admission = new RedisAdmission({ link, usage, size, shares })
  const watch = new RedisWatch({ link, usage, admission, onError })
  const mailboxes = new RedisMailboxes({ link, usage, watch, admission, mailbox, shares, onError })

  /** Notifies a client of all topics that have messages for it. */
  async function notify(client: ClientId): Promise<void> {
    for await (const topics of mailboxes.waiting(client))
      for (const topic of topics) listeners.notify(client, topic)
  }

  // a failure is only reported, because Redis may start later
  await admission.holders().catch(onError)

  return {
    publish: (entry) => mailboxes.publish(entry),
    waiting: (client, except) => mailboxes.waiting(client, except),
    subscribe: (client, wanted, address) => mailboxes.subscribe(client, wanted, address),
    unsubscribe: (client, topics) => mailboxes.unsubscribe(client, topics),
    read: (query) => mailboxes.read(query),
    acknowledge: (client, topic, seq) => mailboxes.acknowledge(client, topic, seq),
    listen: channels.listen,
    watch,
    isHealthy: () => link.probe(),
    usage: size.usage,
    close() {
      catchUp.close()
      watch.close()
      size.close()
      return link.close()
    },
  }
}
