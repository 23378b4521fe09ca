import type { Call } from './method.ts'

/**
 * Subscribes the caller to topics. Waiting messages of the topics are pushed after the answer.
 * @throws SubscriberLimitError, ShareError, StoreError
 */
export async function subscribe(
  { service, client, address, delivery, opened }: Call,
  topics: readonly string[],
): Promise<void> {
  opened.push(...topics)
  delivery?.hold(topics)
  await delivery?.start()
  const filled = await service.store.subscribe(client, topics, address)
  delivery?.expect(topics, filled)
}
