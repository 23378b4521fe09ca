import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'

/** The network of the tests. */
export const network: Network = {
  networkId: 'solana:LatchkeyTestNetwork1111111111111',
  name: 'Local',
  namespace: 'solana',
  reference: 'LatchkeyTestNetwork1111111111111',
  currency: { symbol: 'SOL', decimals: 9 },
}

/**
 * A server that passes calls on to a chain's node. `silentMethods`: methods that the node does
 * not know.
 */
export const serverOf = (url: string, silentMethods: readonly string[] = []): Wallet['server'] =>
  ({
    call: async (_: unknown, { method, ...rest }: { method: string }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...rest,
          method: silentMethods.includes(method) ? 'noSuchMethod' : method,
        }),
      })
      return response.json() as unknown
    },
  }) as unknown as Wallet['server'] // the tests use only `call`
