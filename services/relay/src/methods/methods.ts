import { relayAliases } from '@latchkey/protocol/relay'
import type { Method } from '../rpc/method.ts'
import { irn_batchFetchMessages } from './irn_batchFetchMessages.ts'
import { irn_batchPublish } from './irn_batchPublish.ts'
import { irn_batchReceive } from './irn_batchReceive.ts'
import { irn_batchSubscribe } from './irn_batchSubscribe.ts'
import { irn_batchSubscribeBlocking } from './irn_batchSubscribeBlocking.ts'
import { irn_batchUnsubscribe } from './irn_batchUnsubscribe.ts'
import { irn_fetchMessages } from './irn_fetchMessages.ts'
import { irn_publish } from './irn_publish.ts'
import { irn_subscribe } from './irn_subscribe.ts'
import { irn_subscribeBlocking } from './irn_subscribeBlocking.ts'
import { irn_unsubscribe } from './irn_unsubscribe.ts'
import { irn_watchRegister } from './irn_watchRegister.ts'
import { irn_watchUnregister } from './irn_watchUnregister.ts'
import { wc_approveSession } from './wc_approveSession.ts'
import { wc_createTopic } from './wc_createTopic.ts'
import { wc_proposeSession } from './wc_proposeSession.ts'

const all: readonly Method[] = [
  irn_publish,
  irn_batchPublish,
  irn_subscribe,
  irn_subscribeBlocking,
  irn_batchSubscribe,
  irn_batchSubscribeBlocking,
  irn_unsubscribe,
  irn_batchUnsubscribe,
  irn_fetchMessages,
  irn_batchFetchMessages,
  irn_batchReceive,
  irn_watchRegister,
  irn_watchUnregister,
  wc_createTopic,
  wc_proposeSession,
  wc_approveSession,
]

/** All methods, by each name that a client may use for them. */
export const methods: ReadonlyMap<string, Method> = new Map(
  all.flatMap((method) => namesOf(method.name).map((name) => [name, method] as const)),
)

function namesOf(name: string): string[] {
  return name.startsWith('irn_')
    ? [name, ...relayAliases.map((alias) => alias + name.slice('irn_'.length))]
    : [name]
}
