import type { Namespaces } from './client.ts'
import type { Parts } from './parts.ts'
import { evmPartOf } from './sessionAccounts.ts'

/**
 * Returns the wallet's capabilities, by address and chain, in the form of a session's properties.
 * So a site can read them without a request to the phone. It is undefined if there are none.
 * Source: EIP-5792, CAIP-25
 */
export async function capabilitiesOf(
  { store, wallet }: Parts,
  namespaces: Namespaces,
): Promise<{ capabilities: string } | undefined> {
  const { chain, chains, batches } = store.get()
  const part = evmPartOf(namespaces)
  if (!batches || !part) return undefined
  const only = part.chainIds.map((id) => `0x${id.toString(16)}`)
  const ask = async (address: `0x${string}`) => {
    const params = [address, only]
    return [
      address,
      (
        await wallet.request({
          method: 'wallet_getCapabilities',
          params,
          origin: '',
          permitted: [address],
          chain,
          chains,
          batches,
          ask: async () => ({}),
        })
      ).result,
    ] as const
  }
  return {
    capabilities: JSON.stringify(Object.fromEntries(await Promise.all(part.addresses.map(ask)))),
  }
}
