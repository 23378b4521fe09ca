import { irnBatchUnsubscribe } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'

export const irn_batchUnsubscribe = defineMethod(
  irnBatchUnsubscribe,
  async ({ subscriptions }, { service, client, delivery }) => {
    const topics = subscriptions.map(({ topic }) => topic)
    delivery?.forget(topics)
    await service.store.unsubscribe(client, topics)
    return true
  },
)
