import type { Block } from '../wire/block.ts'
import type { Outpoint, Output, Transaction } from '../wire/transaction.ts'

/** An output as an input sees it. `height` is undefined while its transaction waits. */
export type Coin = Output & Outpoint & { height: number | undefined; isCoinbase: boolean }

/** A transaction that the chain or its mempool has. */
export type Entry = {
  transaction: Transaction
  /** The spent outputs, one for each input. Empty for the reward of a block. */
  spent: readonly Coin[]
  /** In satoshis. 0 for the reward of a block. */
  fee: bigint
  /** When it arrived, in seconds since 1970. */
  time: number
  /** The height of its block; undefined while it waits in the mempool. */
  height: number | undefined
  /** Its place in its block, or the number of its arrival in the mempool. */
  position: number
}

/** The functions of a listener, which the chain calls at its events. */
export type ChainEvents = {
  /** A transaction was accepted into the mempool. */
  accepted?(entry: Entry): void
  /** A block was added at the tip. */
  connected?(block: Block): void
  /** The block at the tip was removed, and its transactions wait again. */
  disconnected?(block: Block): void
  /** A waiting transaction was removed on request, with those that spend its outputs. */
  dropped?(txid: string): void
}

/** The state of a chain, on which the functions of these folders work. */
export type Chain = {
  /** From the first block to the tip. */
  blocks: Block[]
  /** The confirmed outputs that no block spends, by outpoint. */
  coins: Map<string, Coin>
  /** All transactions, also those that wait, by id. */
  entries: Map<string, Entry>
  /** The transactions that wait, by id, in the order of their arrival. */
  mempool: Map<string, Entry>
  /** The ids of the transactions that spend an outpoint, in a block or in the mempool. */
  spenders: Map<string, string>
  /** The ids of the transactions that pay to a script or spend from it, by the script's hash. */
  scripts: Map<string, Set<string>>
  /** The heights of blocks, by hash. */
  heights: Map<string, number>
  /** How many transactions have arrived, and how many times the tip has moved back. */
  counts: { arrivals: number; branches: number }
  listeners: Set<ChainEvents>
  /** Returns the time in milliseconds since 1970. */
  now: () => number
}
