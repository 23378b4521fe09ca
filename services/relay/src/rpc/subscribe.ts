import { SubscriberLimitError } from '../store/mailboxStore.ts'
import type { Call } from './method.ts'
import { RpcError } from './rpcError.ts'

/**
 * Subscribes the caller. What the mailboxes hold is pushed after the answer.
 * @throws RpcError
 */
export async function subscribe({ service, client, delivery, opened }: Call, topics: readonly string[]): Promise<void> {
  opened.push(...topics)
  delivery?.hold(topics)
  await delivery?.start()
  try {
    const filled = await service.store.subscribe(client, topics, '')
    delivery?.expect(filled)
  } catch (error) {
    throw error instanceof SubscriberLimitError ? new RpcError('SubscriberLimitExceeded', { cause: error }) : error
  }
}
