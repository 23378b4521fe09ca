/** Transactions that a site or a screen can send, by namespace. */
import type { EvmTransaction } from './chains/evm.ts'
import type { Transactions } from './chains/registry.ts'
import type { SolanaTransaction } from './chains/solana.ts'

export type { EvmTransaction, SolanaTransaction, Transactions }

/** A transaction of any chain that the kit knows. */
export type Transaction = Transactions[keyof Transactions]
