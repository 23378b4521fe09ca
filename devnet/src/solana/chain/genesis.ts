import { createHash } from 'node:crypto'
import { toBase58 } from '@latchkey/protocol/base58'

/**
 * The hash of the devnet's first block, base58. It is a fixed value that no other network has, so
 * that wallets do not take the devnet for another network.
 */
export const genesisHash = toBase58(createHash('sha256').update('Latchkey Solana Devnet').digest())

/** The CAIP-2 id of the chain: the namespace, and the first 32 characters of the genesis hash. */
export const solanaNetworkId = `solana:${genesisHash.slice(0, 32)}` as const
