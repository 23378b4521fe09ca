import type { LiteSVM } from 'litesvm'
import type { Keypair } from '../keys.ts'
import type { Accounts } from './accounts.ts'
import type { History } from './history.ts'
import type { VmModule } from './openVm.ts'
import type { Slots } from './slots.ts'
import type { ExecutedTransaction } from './types.ts'

/**
 * A transaction that was just executed, the addresses whose accounts it changed, and all addresses
 * that it names.
 */
export type Executed = {
  transaction: ExecutedTransaction
  changed: readonly string[]
  mentions: readonly string[]
}

/** The events of the chain, for its listeners. */
export type ChainEvents = {
  /** A transaction was executed in the open slot. */
  executed(event: Executed): void
  /** A slot was opened. */
  slot(): void
}

/** The state of a chain, on which the functions of this folder work. */
export type Chain = {
  vm: LiteSVM
  module: VmModule
  /** The slot of the VM's clock, and the slot of its recent blockhashes. */
  known: { slot: number; hashes: number }
  slots: Slots
  accounts: Accounts
  history: History
  /** The transactions of recent slots, by slot. */
  recent: Map<number, Executed[]>
  listeners: Set<ChainEvents>
  /** Pays airdrops. */
  faucet: Keypair
  /** Milliseconds since 1970. */
  now: () => number
  limits: ChainLimits
}

/** Max accounts, max bytes of their data, and max lamports of one airdrop. */
export type ChainLimits = { accounts: number; bytes: number; airdrop: bigint }
