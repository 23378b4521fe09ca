import { expect } from 'vitest'
import { treasury } from '@latchkey/devnet/accounts'
import { fundTreasury } from '@latchkey/devnet/fundTreasury'
import { createSandbox } from '@latchkey/sandbox'
import { createApi } from '../createApi.ts'
import type { ApiOptions } from '../options.ts'
import type { SandboxOptions } from '../../../sandbox/src/options.ts'
import { neverOverloaded } from './neverOverloaded.ts'
import { onrampClient } from './onrampClient.ts'
import { startTestApis, type TestApis } from './startTestApis.ts'

/** Where checkouts may lead back to, and options of the sandbox. */
type Selling = { returns?: Record<string, string[]>; sandbox?: Partial<SandboxOptions> }

/** Starts the sandbox, and an API that sells through it. Both end with the test. */
export type StartOnramp = (
  options?: Partial<ApiOptions>,
  selling?: Selling,
) => Promise<ReturnType<typeof onrampClient> & { url: string; checkout: string }>

/** The secret that API and sandbox share. */
export const secret = 'a secret of the tests, of 32 or more'

/** A devnet whose treasury has tokens to sell, for the tests of a file. */
export function startTestOnramp(): TestApis & { startOnramp: StartOnramp } {
  const apis = startTestApis()
  return {
    ...apis,
    async startOnramp(options = {}, { returns, sandbox: changes } = {}) {
      const [chain] = apis.devnet().chains
      if (chain) await fundTreasury(chain)
      const sandbox = createSandbox({
        chains: apis.configs(),
        networks: ['eip155:31337'],
        treasury: treasury.privateKey,
        secret,
        database: 'memory',
        ...(options.clock && { clock: options.clock }),
        ...changes,
      })
      apis.opened.push(sandbox)
      const { port } = await sandbox.listen({ port: 0 })
      const checkout = `http://127.0.0.1:${port}`
      const api = createApi({
        ...neverOverloaded,
        chains: apis.configs(),
        database: 'memory',
        names: { zones: [] },
        rates: async (currency) => (currency === 'eur' ? 0.92 : undefined),
        onramp: { ...(returns && { returns }), sandbox: { url: checkout, secret } },
        ...options,
      })
      apis.opened.push(api)
      const { url } = await api.listen({ port: 0 })
      sandbox.useApi(url)
      const client = onrampClient(() => url)
      // on a busy machine the database may open later than a request waits for it
      await expect
        .poll(async () => (await client.request(`onramp/orders/${'0'.repeat(32)}`)).status, {
          timeout: 60_000,
        })
        .toBe(404)
      await expect
        .poll(async () => (await fetch(`${checkout}/pay/${'0'.repeat(43)}`)).status, {
          timeout: 60_000,
        })
        .toBe(404)
      return { ...client, url, checkout }
    },
  }
}
