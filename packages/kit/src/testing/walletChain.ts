import { createClient, custom, numberToHex } from 'viem'
import type { Chain, Client, CustomTransport } from 'viem'
import { rpcRequest } from './rpcRequest.ts'

/** A chain of the wallet. */
export type WalletChain = {
  /** EIP-155 chain id. */
  id: number
  name: string
  /** The URL of the chain's node: JSON-RPC over HTTP. */
  rpcUrl: string
  /** @default Ether, ETH, 18 decimals */
  nativeCurrency?: NativeCurrency
}

/** The currency in which a chain's fees are paid. */
export type NativeCurrency = { name: string; symbol: string; decimals: number }

/** The native currency of a chain, Ether by default. */
export function currencyOf(chain: WalletChain): NativeCurrency {
  return chain.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }
}

/** The chain id in hex, `0x7a69` for 31337. EIP-695 */
export function hexId(chain: WalletChain): `0x${string}` {
  return numberToHex(chain.id)
}

/**
 * Makes a viem client for the chain's node. It has no methods of its own, so that only used actions
 * are bundled.
 */
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
