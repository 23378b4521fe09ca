import { scriptHashOf } from '../wire/hash.ts'
import { outpointKey, type Output } from '../wire/transaction.ts'
import type { Chain, Entry } from './types.ts'

/** Adds a transaction to the maps by which it is found. */
export function addEntry(chain: Chain, entry: Entry): void {
  const { txid, inputs } = entry.transaction
  chain.entries.set(txid, entry)
  for (const input of inputs) chain.spenders.set(outpointKey(input), txid)
  for (const hash of scriptsOf(entry)) {
    const ids = chain.scripts.get(hash) ?? new Set()
    chain.scripts.set(hash, ids.add(txid))
  }
}

/** Removes a transaction from the maps by which it is found. */
export function removeEntry(chain: Chain, entry: Entry): void {
  const { txid, inputs } = entry.transaction
  chain.entries.delete(txid)
  for (const input of inputs) chain.spenders.delete(outpointKey(input))
  for (const hash of scriptsOf(entry)) {
    const ids = chain.scripts.get(hash)
    ids?.delete(txid)
    if (ids?.size === 0) chain.scripts.delete(hash)
  }
}

/** Whether an output can never be spent, so that it is no coin. */
export const isUnspendable = ({ script }: Output): boolean => script[0] === 0x6a

function scriptsOf({ transaction, spent }: Entry): Set<string> {
  return new Set([...transaction.outputs, ...spent].map(({ script }) => scriptHashOf(script)))
}
