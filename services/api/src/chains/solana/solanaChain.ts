import * as v from 'valibot'
import { isNetworkId, type NetworkId } from '@latchkey/protocol/caip'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { chainParts, label } from '../../optionParts.ts'
import type { Nodes } from '../../providers/nodes.ts'
import { toKey } from './solanaKey.ts'

/** The namespace of Solana's networks. CAIP-2 */
export const solanaNamespace = 'solana' as const

const key = v.pipe(
  v.custom<string>(isSolanaAddress, 'Expected 32 bytes in base58'),
  v.transform(toKey),
)

const token = v.strictObject({
  /** The token's mint, of the token program or of Token-2022. */
  address: key,
  name: label,
  symbol: label,
  /** At least 1, because a mint without decimals counts as an NFT. */
  decimals: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(36)),
})

/** The schema of a Solana chain in the operator's list. */
export const solanaChain = v.pipe(
  v.strictObject({
    ...chainParts,
    /** A CAIP-2 id with the first 32 characters of the genesis hash. */
    networkId: v.pipe(
      v.string(),
      v.guard(
        isSolanaNetworkId,
        'Expected a CAIP-2 id such as solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      ),
    ),
    /**
     * The token list. A balance also has other tokens of the account, which are marked as not
     * verified.
     */
    tokens: v.pipe(
      v.array(token),
      v.check(
        (list) => new Set(list.map((entry) => entry.address)).size === list.length,
        'Every token may be listed once',
      ),
    ),
  }),
  v.transform((checked) => ({ ...checked, namespace: solanaNamespace })),
)

/** The settings of a Solana chain, as the operator writes them. */
export type SolanaChainConfig = v.InferInput<typeof solanaChain>
/** The settings of a Solana chain after validation. Addresses are hex of their 32 bytes. */
export type CheckedSolanaChain = v.InferOutput<typeof solanaChain>
/** A Solana chain with its settings and its nodes. */
export type SolanaChain = CheckedSolanaChain & { nodes: Nodes }

function isSolanaNetworkId(id: string): id is NetworkId {
  return isNetworkId(id) && /^solana:[1-9A-HJ-NP-Za-km-z]{32}$/.test(id)
}
