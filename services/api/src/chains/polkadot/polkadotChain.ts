import * as v from 'valibot'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { chainParts } from '../../optionParts.ts'

/** The namespace of Polkadot's networks. CAIP-2 */
export const polkadotNamespace = 'polkadot' as const

const { name, nativeCurrency, rpcUrls, extraMethods } = chainParts

/** The schema of a Polkadot chain in the operator's list. */
export const polkadotChain = v.pipe(
  v.strictObject({
    name,
    nativeCurrency,
    /** The addresses of nodes that answer JSON-RPC over HTTP, tried in this order. */
    rpcUrls,
    extraMethods,
    /** A CAIP-2 id with the first 32 characters of the hash of block 0. */
    networkId: v.pipe(
      v.string(),
      v.guard(
        isPolkadotNetworkId,
        'Expected a CAIP-2 id such as polkadot:68d56f15f85d3136970ec16946040bc1',
      ),
    ),
  }),
  v.transform((checked) => ({
    ...checked,
    namespace: polkadotNamespace,
    index: undefined, // accounts on it are not served, so no blocks are indexed
  })),
)

/** The settings of a Polkadot chain, as the operator writes them. */
export type PolkadotChainConfig = v.InferInput<typeof polkadotChain>
/** The settings of a Polkadot chain after validation. */
export type CheckedPolkadotChain = v.InferOutput<typeof polkadotChain>

function isPolkadotNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && /^polkadot:[0-9a-f]{32}$/.test(id)
}
