/** The transactions that a site or a screen can send, by namespace. */
import type { BitcoinTransaction } from './chains/bitcoin.ts'
import type { EvmTransaction } from './chains/evm.ts'
import type { PolkadotTransaction } from './chains/polkadot.ts'
import type { SolanaTransaction } from './chains/solana.ts'

export type { BitcoinTransaction } from './chains/bitcoin.ts'
export type { EvmTransaction } from './chains/evm.ts'
export type { PolkadotTransaction } from './chains/polkadot.ts'
export type { SolanaTransaction } from './chains/solana.ts'

/** The type of a transaction, by namespace. A new chain adds its own. */
export type Transactions = {
  eip155: EvmTransaction
  solana: SolanaTransaction
  bip122: BitcoinTransaction
  polkadot: PolkadotTransaction
}
/** A transaction of any chain that the kit knows. */
export type Transaction = Transactions[keyof Transactions]
