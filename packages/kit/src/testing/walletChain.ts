import { createClient, custom, numberToHex } from 'viem'
import type { Chain, Client, CustomTransport } from 'viem'
import { rpcRequest } from './rpcRequest.ts'

/** A chain of the wallet. */
export type WalletChain = {
  /** EIP-155 chain id. */
  id: number
  name: string
  /** JSON-RPC over HTTP. */
  rpcUrl: string
  /** @default Ether, ETH, 18 decimals */
  nativeCurrency?: NativeCurrency
}

/** The currency that fees are paid in. */
export type NativeCurrency = { name: string; symbol: string; decimals: number }

/** The native currency of a chain, Ether by default. */
export function currencyOf(chain: WalletChain): NativeCurrency {
  return chain.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }
}

/** The chain id in hex, `0x7a69` for 31337. EIP-695 */
export function hexId(chain: WalletChain): `0x${string}` {
  return numberToHex(chain.id)
}

/** A viem client for the chain's node, for tree-shaken actions. */
export function clientOf(chain: WalletChain): Client<CustomTransport, Chain> {
  return createClient({
    chain: {
      id: chain.id,
      name: chain.name,
      nativeCurrency: currencyOf(chain),
      rpcUrls: { default: { http: [chain.rpcUrl] } },
    },
    transport: custom(
      {
        request: (request: { method: string; params?: unknown }) =>
          rpcRequest(chain.rpcUrl, request),
      },
      { retryCount: 0 },
    ),
  })
}
