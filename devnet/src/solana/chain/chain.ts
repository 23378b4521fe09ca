import type { LiteSVM } from 'litesvm'
import type { Keypair } from '../keys.ts'
import type { Accounts } from './accounts.ts'
import type { History } from './history.ts'
import type { VmModule } from './openVm.ts'
import type { Slots } from './slots.ts'
import type { ExecutedTransaction } from './types.ts'

/**
 * A transaction that was just executed, the addresses of the accounts that it has changed, and all
 * addresses that it names.
 */
export type Executed = {
  transaction: ExecutedTransaction
  changed: readonly string[]
  mentions: readonly string[]
}

/** The functions of a listener, which the chain calls at its events. */
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
  /** The slot that the VM's clock has, and the slot up to which the VM knows the blockhashes. */
  known: { slot: number; hashes: number }
  slots: Slots
  accounts: Accounts
  history: History
  /** The transactions of recent slots, by slot. */
  recent: Map<number, Executed[]>
  listeners: Set<ChainEvents>
  /** The account that pays airdrops. */
  faucet: Keypair
  /** Returns the time in milliseconds since 1970. */
  now: () => number
  limits: ChainLimits
}

/** The maximum numbers of accounts, of bytes in their data, and of lamports in one airdrop. */
export type ChainLimits = { accounts: number; bytes: number; airdrop: bigint }
