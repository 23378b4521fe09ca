import { expect } from 'vitest'
import { treasury } from '@latchkey/devnet/accounts'
import { fundTreasury } from '@latchkey/devnet/fundTreasury'
import { createApi } from '../createApi.ts'
import type { ApiOptions } from '../options.ts'
import { neverOverloaded } from './neverOverloaded.ts'
import { onrampClient } from './onrampClient.ts'
import { startTestApis, type TestApis } from './startTestApis.ts'

/** Starts an API that sells in the sandbox, with its checkout, for one test. */
export type StartOnramp = (
  options?: Partial<ApiOptions>,
) => Promise<ReturnType<typeof onrampClient> & { url: string; checkout: string }>

/** A devnet whose treasury is full, for the tests of a file. */
export function startTestOnramp(): TestApis & { startOnramp: StartOnramp } {
  const apis = startTestApis()
  return {
    ...apis,
    async startOnramp(options = {}) {
      const [chain] = apis.devnet().chains
      if (chain) await fundTreasury(chain)
      const api = createApi({
        ...neverOverloaded,
        chains: apis.configs(),
        database: 'memory',
        names: { zones: [] },
        rates: async (currency) => (currency === 'eur' ? 0.92 : undefined),
        onramp: { sandbox: { treasury: treasury.privateKey, networks: ['eip155:31337'] } },
        ...options,
      })
      apis.opened.push(api)
      const checkout = await api.listenCheckout?.({ port: 0 })
      const { url } = await api.listen({ port: 0 })
      const client = onrampClient(() => url)
      // on a busy machine the database opens later than a request waits for it
      if (checkout)
        await expect
          .poll(async () => (await client.request(`onramp/orders/${'0'.repeat(32)}`)).status, {
            timeout: 60_000,
          })
          .toBe(404)
      return {
        ...client,
        url,
        checkout: (checkout?.url ?? '').replace('checkout.localhost', '127.0.0.1'),
      }
    },
  }
}
