import type { Call } from './method.ts'

/**
 * Removes a message from the caller's mailbox. `messageId` is the id of its push on this socket, or
 * the message's number, which a webhook gets. docs/contracts/relay.md#methods
 */
export async function acknowledge(
  { service: { store }, client, delivery }: Call,
  { topic, messageId }: { topic: string; messageId: number | string },
): Promise<void> {
  const id =
    typeof messageId === 'number'
      ? messageId
      : Number.parseInt(/^\d{1,16}n?$/.test(messageId) ? messageId : '', 10)
  if (!Number.isSafeInteger(id)) return
  const done = delivery?.acknowledge(id)
  if (done) return done
  const {
    messages: [message],
  } = await store.read({ client, topic, after: id - 1, limit: 1 })
  if (message?.seq === id) await store.acknowledge(client, topic, id)
}
