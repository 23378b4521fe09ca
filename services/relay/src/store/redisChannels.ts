import type { createListeners } from './listeners.ts'
import type { MailboxStore } from './mailboxStore.ts'
import type { RedisLink } from './redisLink.ts'
import type { ClientId } from '../auth/didKey.ts'

/** The sharded channel of Redis on which relay processes announce a client's messages. */
export const channelOf = (client: ClientId) => `lk:{${client}}`

type Options = {
  link: RedisLink
  listeners: ReturnType<typeof createListeners>
  onError: (error: Error) => void
}
type Channel = { onText: (topic: string) => void; open: Promise<void> }

/**
 * Subscribes to one channel for each client that is connected to this process, even if it has
 * several sockets.
 */
export function createChannels({
  link,
  listeners,
  onError,
}: Options): Pick<MailboxStore, 'listen'> {
  const open = new Map<ClientId, Channel>()

  function openChannel(client: ClientId): Channel {
    const known = open.get(client)
    if (known) return known
    const onText = (topic: string) => listeners.notify(client, topic)
    const channel = { onText, open: link.subscribe(channelOf(client), onText) }
    open.set(client, channel)
    return channel
  }

  function remove(client: ClientId, onTopic: (topic: string) => void): void {
    const channel = open.get(client)
    if (!listeners.remove(client, onTopic) || !channel) return
    open.delete(client)
    link.unsubscribe(channelOf(client), channel.onText).catch(onError)
  }

  return {
    async listen(client, onTopic) {
      listeners.add(client, onTopic)
      try {
        await openChannel(client).open
      } catch (error) {
        remove(client, onTopic)
        throw error
      }
      return () => remove(client, onTopic)
    },
  }
}
