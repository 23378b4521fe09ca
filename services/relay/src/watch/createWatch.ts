import type { CheckedOptions } from '../options.ts'
import { RpcError } from '../rpc/rpcError.ts'
import type { Service } from '../service.ts'
import { createGate } from '@latchkey/server/publicAddresses'
import { createCourier } from './createCourier.ts'
import { type Asker, readRegistration, readUnregistration } from './readWatch.ts'
import { createRelayKey, newSeed, type RelayKey } from './relayKey.ts'

/** Tells webhooks what happens to the messages of clients that asked for it. relay 10 */
export type Watch = {
  /** Before anybody comes in. */
  start(): Promise<void>
  /** Undefined until it has started. */
  key(): RelayKey | undefined
  /** @throws RpcError */
  register(token: string, asker: Asker): Promise<{ relayId: string }>
  /** @throws RpcError */
  unregister(token: string, asker: Asker): Promise<void>
  /** Ends calls under way; they are made again later. */
  close(): Promise<void>
}

export function createWatch(service: Pick<Service, 'store' | 'metrics' | 'now' | 'log'>, { watchHosts, relayKey }: CheckedOptions): Watch {
  const { watch } = service.store
  const gate = createGate(watchHosts)
  let key: RelayKey | undefined
  let starting: Promise<void> | undefined
  let courier: ReturnType<typeof createCourier> | undefined

  async function start(): Promise<void> {
    const own = createRelayKey(relayKey ?? (await watch.key(newSeed())))
    key = own
    courier = createCourier({ ...service, watch, gate, key: own })
    await watch.start(courier.look)
    courier.look()
  }

  return {
    start: () => (starting ??= start()),
    key: () => key,
    async register(token, asker) {
      const hook = await readRegistration(token, asker, gate)
      if (!key || !(await watch.register(asker.client, hook))) throw new RpcError('SubscriberLimitExceeded')
      return { relayId: key.did }
    },
    async unregister(token, asker) {
      await watch.unregister(asker.client, await readUnregistration(token, asker))
    },
    close: async () => courier?.close(),
  }
}
