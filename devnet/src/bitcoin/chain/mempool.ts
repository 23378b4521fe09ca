import { outpointKey, type Outpoint, type Transaction } from '../wire/transaction.ts'
import { secondsOf } from './createChain.ts'
import { addEntry, isUnspendable, removeEntry } from './entries.ts'
import type { Chain, Coin, Entry } from './types.ts'

/** The output that an input names, in a block or in the mempool. Undefined if there is none. */
export function coinOf({ coins, mempool }: Chain, outpoint: Outpoint): Coin | undefined {
  const coin = coins.get(outpointKey(outpoint))
  if (coin) return coin
  const { txid, vout } = outpoint
  const output = mempool.get(txid)?.transaction.outputs[vout]
  if (!output || isUnspendable(output)) return undefined
  return { ...output, txid, vout, height: undefined, isCoinbase: false }
}

/** The waiting transaction that spends an outpoint. */
export function waitingSpender(
  { spenders, mempool }: Chain,
  outpoint: Outpoint,
): Entry | undefined {
  return mempool.get(spenders.get(outpointKey(outpoint)) ?? '')
}

/** The waiting transactions that spend outputs of this one, also indirectly. */
export function descendantsOf(chain: Chain, { transaction }: Entry): Set<Entry> {
  const found = new Set<Entry>()
  const add = ({ txid, outputs }: Transaction) => {
    for (const vout of outputs.keys()) {
      const child = waitingSpender(chain, { txid, vout })
      if (!child || found.has(child)) continue
      found.add(child)
      add(child.transaction)
    }
  }
  add(transaction)
  return found
}

/** The waiting transactions whose outputs this one spends, also indirectly. */
export function ancestorsOf({ mempool }: Chain, { inputs }: Transaction): Set<Entry> {
  const found = new Set<Entry>()
  const add = (outpoints: Transaction['inputs']) => {
    for (const { txid } of outpoints) {
      const parent = mempool.get(txid)
      if (!parent || found.has(parent)) continue
      found.add(parent)
      add(parent.transaction.inputs)
    }
  }
  add(inputs)
  return found
}

/** Puts a transaction that was judged into the mempool. */
export function addWaiting(
  chain: Chain,
  { transaction, spent, fee }: Pick<Entry, 'transaction' | 'spent' | 'fee'>,
  time = secondsOf(chain),
): Entry {
  chain.counts.arrivals += 1
  const position = chain.counts.arrivals
  const entry: Entry = { transaction, spent, fee, time, height: undefined, position }
  chain.mempool.set(transaction.txid, entry)
  addEntry(chain, entry)
  return entry
}

/** Removes a waiting transaction, and all that spend its outputs. */
export function removeWaiting(chain: Chain, entry: Entry): void {
  for (const removed of [...descendantsOf(chain, entry), entry]) {
    chain.mempool.delete(removed.transaction.txid)
    removeEntry(chain, removed)
  }
}
