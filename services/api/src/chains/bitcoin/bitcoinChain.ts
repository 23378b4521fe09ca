import * as v from 'valibot'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { bitcoinNetworkOf, type BitcoinNetwork } from '@latchkey/protocol/chains/bitcoinNetworks'
import { chainParts } from '../../optionParts.ts'
import type { Nodes } from '../../providers/nodes.ts'

/** The namespace of Bitcoin's networks. CAIP-2 */
export const bitcoinNamespace = 'bip122' as const

const noMethods: readonly string[] = []

const { name, nativeCurrency, rpcUrls } = chainParts

/** The schema of a Bitcoin chain in the operator's list. */
export const bitcoinChain = v.pipe(
  v.strictObject({
    name,
    nativeCurrency,
    /**
     * The base addresses of Esploras, such as `https://esplora.example.org/api`. The first is used;
     * with two or more, a second one has to agree with it.
     */
    rpcUrls,
    /** A CAIP-2 id of Bitcoin, or of one of its test networks. */
    networkId: v.pipe(
      v.string(),
      v.guard(
        isBitcoinNetworkId,
        'Expected a CAIP-2 id such as bip122:000000000019d6689c085ae165831e93',
      ),
    ),
  }),
  v.transform((checked) => ({
    ...checked,
    namespace: bitcoinNamespace,
    extraMethods: noMethods,
    index: undefined, // an Esplora has an index of its own
  })),
)

/** The settings of a Bitcoin chain, as the operator writes them. */
export type BitcoinChainConfig = v.InferInput<typeof bitcoinChain>
/** The settings of a Bitcoin chain after validation. */
export type CheckedBitcoinChain = v.InferOutput<typeof bitcoinChain>
/** A Bitcoin chain with its settings and its nodes. */
export type BitcoinChain = CheckedBitcoinChain & { nodes: Nodes }

function isBitcoinNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && bitcoinNetworkOf(id) !== undefined
}

/**
 * The parameters of a network.
 * @throws RangeError for an id that the schema refuses
 */
export function networkOf(networkId: string): BitcoinNetwork {
  const network = bitcoinNetworkOf(networkId)
  if (!network) throw new RangeError(`${networkId} is no network of Bitcoin`)
  return network
}
