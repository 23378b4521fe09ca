import { causesOf } from '@latchkey/server/causesOf'
import type { CheckedOptions, WriteLog } from '../options.ts'
import { RpcError } from '../rpc/rpcError.ts'
import type { Metrics } from '../metrics.ts'
import type { MailboxStore } from '../store/mailboxStore.ts'
import { createUrlPolicy } from '@latchkey/server/publicAddresses'
import { StoreError } from '../store/mailboxStore.ts'
import { Courier } from './courier.ts'
import { type Requester, readRegistration, readUnregistration } from './readWatch.ts'
import { createRelayKey, newSeed, type RelayKey } from './relayKey.ts'

/**
 * Sends events about the messages of registered clients to their webhooks.
 * docs/contracts/relay.md#watches
 */
export type Watch = {
  /**
   * Starts it. The relay calls this before it admits clients. If the store does not answer,
   * starting is tried again until it does.
   */
  start(): Promise<void>
  /** The signing key; undefined until it has started. */
  key(): RelayKey | undefined
  /**
   * Registers a webhook.
   * @param requester.address the address for which the registration counts
   * @throws RpcError, ShareError, StoreError
   */
  register(token: string, requester: Requester & { address: string }): Promise<{ relayId: string }>
  /** Ends a registration. @throws RpcError, StoreError */
  unregister(token: string, requester: Requester): Promise<void>
  /** Aborts running calls. They are repeated later. */
  close(): Promise<void>
}

/** Milliseconds between two attempts to start while the store fails. */
const pause = 2_000

/**
 * Makes the part of the relay that calls webhooks, from `start` until `close`. If the store fails
 * at the start, starting is tried again.
 */
export function createWatch(
  service: { store: MailboxStore; metrics: Metrics; now: () => number; log: WriteLog },
  { watchHosts, relayKey }: CheckedOptions,
): Watch {
  const { watch } = service.store
  const policy = createUrlPolicy(watchHosts)
  let key: RelayKey | undefined
  let starting: Promise<void> | undefined
  let courier: Courier | undefined
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  async function begin(): Promise<void> {
    const own = createRelayKey(relayKey ?? (await watch.key(newSeed())))
    const mine = (courier ??= new Courier({ ...service, watch, policy, key: own }))
    await watch.start(
      () => mine.look(),
      (events) => service.metrics.webhooks('dropped').add(events),
    )
    key = own
    mine.look()
  }

  async function start(): Promise<void> {
    try {
      await begin()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      service.metrics.failures.add()
      service.log('error', 'store failed', { error: causesOf(error) })
      if (!isClosed) again = setTimeout(() => void start().catch(fail), pause)
    }
  }

  function fail(error: unknown): void {
    service.metrics.defects.add()
    service.log('error', 'failed', { error: causesOf(error) })
  }

  return {
    start: () => (starting ??= start()),
    key: () => key,
    async register(token, requester) {
      const hook = await readRegistration(token, requester, policy)
      if (!key) throw new StoreError('failed') // the store has not answered yet
      if (!(await watch.register(requester.client, hook, requester.address)))
        throw new RpcError('SubscriberLimitExceeded')
      return { relayId: key.did }
    },
    async unregister(token, requester) {
      await watch.unregister(requester.client, await readUnregistration(token, requester))
    },
    async close() {
      isClosed = true
      clearTimeout(again)
      await courier?.close()
    },
  }
}
