import { irnUnsubscribe } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'

export const irn_unsubscribe = defineMethod(
  irnUnsubscribe,
  async ({ topic }, { service, client, delivery }) => {
    delivery?.forget([topic])
    await service.store.unsubscribe(client, [topic])
    return true
  },
)
