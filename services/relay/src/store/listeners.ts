import type { MailboxStore, StoredMessage } from './mailboxStore.ts'
import type { ClientId } from '../auth/didKey.ts'

type OnTopic = Parameters<MailboxStore['listen']>[1]

/** The functions in this process that are called when a client gets a message. */
export function createListeners() {
  const byClient = new Map<ClientId, Set<OnTopic>>()
  return {
    add(client: ClientId, onTopic: OnTopic): void {
      const known = byClient.get(client)
      if (known) known.add(onTopic)
      else byClient.set(client, new Set([onTopic]))
    },
    /**
     * Removes a listener.
     * @returns whether the client has no listener any more
     */
    remove(client: ClientId, onTopic: OnTopic): boolean {
      const known = byClient.get(client)
      if (!known?.delete(onTopic) || known.size > 0) return false
      byClient.delete(client)
      return true
    },
    notify(client: ClientId, topic: string, message?: StoredMessage): void {
      byClient.get(client)?.forEach((onTopic) => onTopic(topic, message))
    },
    has: (client: ClientId): boolean => byClient.has(client),
    clients: (): Iterable<ClientId> => byClient.keys(),
  }
}
