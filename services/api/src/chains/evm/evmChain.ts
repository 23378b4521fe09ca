import * as v from 'valibot'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { chainParts, decimals, httpUrl, label, wholeNumber } from '../../optionParts.ts'
import type { Nodes } from '../../providers/nodes.ts'
import { evmAddress as address } from './evmKeys.ts'

/** The namespace of EVM networks. CAIP-2; EIP-155 */
export const evmNamespace = 'eip155' as const

/** The CAIP-2 id of an EVM network. */
export const evmNetworkId = v.pipe(
  v.string(),
  v.guard(isEvmNetworkId, 'Expected a CAIP-2 id such as eip155:1'),
)

const token = v.strictObject({ address, name: label, symbol: label, decimals })

/** Another service that has the chain's history. */
const historyApi = v.strictObject({
  /**
   * `blockscout`: a Blockscout with API v2; `url` is the part before `/api/v2`. `etherscan`: the
   * API v2 of Etherscan; `url` is the part before the query.
   */
  kind: v.picklist(['blockscout', 'etherscan']),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
})

const swapPools = v.pipe(
  v.strictObject({
    /**
     * The contract SwapRouter02. It swaps over pools of v2 and of v3, and is the only contract that
     * users allow to spend their tokens.
     */
    router: address,
    /** The wrapped coin (WETH9). */
    wrapped: address,
    v2Factory: v.optional(address),
    v3: v.optional(
      v.strictObject({
        factory: address,
        /** The fees of the pools, in millionths. */
        fees: v.optional(
          v.pipe(
            v.array(v.pipe(wholeNumber, v.minValue(1), v.maxValue(999_999))),
            v.minLength(1),
            v.maxLength(8),
          ),
          [100, 500, 3_000, 10_000],
        ),
      }),
    ),
    /**
     * Tokens through which a swap of two other tokens may go, besides `wrapped` and the dollar
     * token of `dex`.
     */
    through: v.optional(v.pipe(v.array(address), v.maxLength(4)), []),
  }),
  v.check(
    ({ v2Factory, v3 }) => v2Factory !== undefined || v3 !== undefined,
    'Expected v2Factory, v3 or both',
  ),
)

/** The schema of an EVM chain in the operator's list. */
export const evmChain = v.pipe(
  v.strictObject({
    ...chainParts,
    networkId: evmNetworkId,
    multicall3: address,
    /** The token list. A balance always includes these tokens. */
    tokens: v.pipe(
      v.array(token),
      v.check(
        (list) => new Set(list.map((entry) => entry.address)).size === list.length,
        'Every token may be listed once',
      ),
    ),
    /**
     * An exchange with the interface of Uniswap v2 whose pools give prices. `usd` counts as one
     * dollar. Undefined: there are no prices.
     */
    dex: v.optional(v.strictObject({ factory: address, weth: address, usd: address })),
    /** Pools with the interfaces of Uniswap that swaps use. Undefined: swaps use no pools. */
    swap: v.optional(swapPools),
    /** Collections of NFTs that the operator trusts. They never count as spam. */
    collections: v.optional(v.array(v.strictObject({ address, name: label })), []),
    /**
     * Other services that have the chain's history. They are requested in this order while the
     * index is not complete, or if the chain is not indexed.
     */
    historyApis: v.optional(v.array(historyApi), []),
    /** The universal resolver of ENS. Names are read on the first chain that has one. */
    ensUniversalResolver: v.optional(address),
  }),
  v.check(
    ({ dex, tokens }) => !dex || tokens.some((entry) => entry.address === dex.usd),
    'dex.usd has to be in the token list',
  ),
  v.transform((checked) => ({ ...checked, namespace: evmNamespace })),
)

/** The settings of an EVM chain, as the operator writes them. */
export type EvmChainConfig = v.InferInput<typeof evmChain>
/** The settings of an EVM chain after validation. Addresses are in lower case. */
export type CheckedEvmChain = v.InferOutput<typeof evmChain>
/** An EVM chain with its settings and its nodes. */
export type EvmChain = CheckedEvmChain & { nodes: Nodes }
/** The EIP-155 id of an EVM network, as text. */
export const chainIdOf = ({ networkId }: { networkId: string }): string =>
  networkId.slice(evmNamespace.length + 1)

/** The CAIP-2 id of the EVM network with this EIP-155 id. */
export const networkIdOf = (chainId: number | string | undefined): string =>
  `${evmNamespace}:${chainId}`

/** Whether a text is the CAIP-2 id of an EVM network. */
export function isEvmNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && id.startsWith(`${evmNamespace}:`)
}
