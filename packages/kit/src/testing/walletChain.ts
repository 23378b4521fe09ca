import { createClient, custom, numberToHex } from 'viem'
import type { Chain, Client, CustomTransport } from 'viem'
import { rpcRequest } from './rpcRequest.ts'

/** A chain that the wallet can be on. */
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

/** A chain's own currency, Ether where it does not say. */
export function currencyOf(chain: WalletChain): NativeCurrency {
  return chain.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }
}

/** The id as EIP-695 writes it, `0x7a69` for 31337. */
export function hexId(chain: WalletChain): `0x${string}` {
  return numberToHex(chain.id)
}

/** A viem client of the chain's node, for tree-shaken actions. */
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
