import * as v from 'valibot'
import { irnBatchSubscribeBlocking, relayError, relayTopic } from '@latchkey/protocol/relay'
import { defineMethod } from '../rpc/method.ts'
import { subscribe } from '../rpc/subscribe.ts'
import { subscriptionId } from '../rpc/subscriptionId.ts'
import { tagOf } from '../rpc/tagOf.ts'

/** Subscribes to each topic separately, so one topic can fail while others succeed. */
export const irn_batchSubscribeBlocking = defineMethod(
  irnBatchSubscribeBlocking,
  ({ topics }, call) =>
    call.turns.inTurn(() =>
      Promise.all(
        topics.map(async (given) => {
          const { success, output } = v.safeParse(relayTopic, given)
          if (!success) return { error: relayError('InvalidTopic') }
          try {
            await subscribe(call, [output])
          } catch (error) {
            const tag = tagOf(error)
            if (tag === undefined) throw error
            return { error: relayError(tag) }
          }
          return { id: subscriptionId(call.client, output) }
        }),
      ),
    ),
)
