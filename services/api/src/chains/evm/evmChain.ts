import * as v from 'valibot'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { chainParts, decimals, httpUrl, label, wholeNumber } from '../../optionParts.ts'
import type { Nodes } from '../../providers/nodes.ts'
import type { Chain } from '../chainReader.ts'
import type { EvmReader } from './EvmReader.ts'
import { evmAddress as address } from './evmKeys.ts'

/** The namespace of EVM networks. CAIP-2; EIP-155 */
export const evmNamespace = 'eip155' as const

/** A CAIP-2 id of an EVM network. */
export const evmNetworkId = v.pipe(
  v.string(),
  v.guard(isEvmNetworkId, 'Expected a CAIP-2 id such as eip155:1'),
)

const token = v.strictObject({ address, name: label, symbol: label, decimals })

/** Another service's history of the chain, over HTTP. */
const historyApi = v.strictObject({
  /**
   * `blockscout`: its API v2; `url` ends before `/api/v2`. `etherscan`: the API v2 of Etherscan;
   * `url` is the part before the query.
   */
  kind: v.picklist(['blockscout', 'etherscan']),
  url: httpUrl,
  apiKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
})

const swapPools = v.pipe(
  v.strictObject({
    /**
     * SwapRouter02. It swaps over both kinds of pools, and is the only contract that users allow to
     * spend their tokens.
     */
    router: address,
    /** The native coin as a token (WETH9). */
    wrapped: address,
    v2Factory: v.optional(address),
    v3: v.optional(
      v.strictObject({
        factory: address,
        /** The pools' fees, in millionths. */
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
     * Tokens that a swap between two other tokens may go through, in addition to `wrapped` and the
     * dollar of `dex`.
     */
    through: v.optional(v.pipe(v.array(address), v.maxLength(4)), []),
  }),
  v.check(
    ({ v2Factory, v3 }) => v2Factory !== undefined || v3 !== undefined,
    'Expected v2Factory, v3 or both',
  ),
)

/** The options of an EVM chain. */
export const evmChain = v.pipe(
  v.strictObject({
    ...chainParts,
    networkId: evmNetworkId,
    multicall3: address,
    /** The token list: the tokens that a balance always includes. */
    tokens: v.pipe(
      v.array(token),
      v.check(
        (list) => new Set(list.map((entry) => entry.address)).size === list.length,
        'Every token may be listed once',
      ),
    ),
    /**
     * Uniswap v2 (or a fork with its interface), the source of prices. `usd` counts as one dollar.
     * Absent: there are no prices.
     */
    dex: v.optional(v.strictObject({ factory: address, weth: address, usd: address })),
    /**
     * Swaps over pools of Uniswap (or forks with its interfaces). Absent: the pools are not used.
     */
    swap: v.optional(swapPools),
    /** Trusted collections of NFTs. Like listed tokens, they never count as spam. */
    collections: v.optional(v.array(v.strictObject({ address, name: label })), []),
    /**
     * Other sources of the chain's history, requested in this order while the index is not
     * complete, or where the chain is not indexed.
     */
    historyApis: v.optional(v.array(historyApi), []),
    /** The universal resolver of ENS. Names come from the first chain that has one. */
    ensUniversalResolver: v.optional(address),
  }),
  v.check(
    ({ dex, tokens }) => !dex || tokens.some((entry) => entry.address === dex.usd),
    'dex.usd has to be in the token list',
  ),
  v.transform((checked) => ({ ...checked, namespace: evmNamespace })),
)

/** One EVM chain to read. */
export type EvmChainConfig = v.InferInput<typeof evmChain>
/** One EVM chain after validation; its addresses are in lower case. */
export type CheckedEvmChain = v.InferOutput<typeof evmChain>
/** An EVM chain that can be read: the operator's settings, and its nodes. */
export type EvmChain = CheckedEvmChain & { nodes: Nodes }
/** An EVM chain that is served. */
export type ServedEvmChain = EvmChain & Chain & { reader: EvmReader }

/** Whether a chain is one of EVM, for swaps and names of ENS. */
export const isEvmChain = (chain: Chain): chain is ServedEvmChain =>
  chain.namespace === evmNamespace

/** The number of an EVM network, as text. Source: EIP-155 */
export const chainIdOf = ({ networkId }: { networkId: string }): string =>
  networkId.slice(evmNamespace.length + 1)

/** The CAIP-2 id of the EVM network with this number. */
export const networkIdOf = (chainId: number | string | undefined): string =>
  `${evmNamespace}:${chainId}`

/** Whether a text is the CAIP-2 id of an EVM network. */
export function isEvmNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && id.startsWith(`${evmNamespace}:`)
}
