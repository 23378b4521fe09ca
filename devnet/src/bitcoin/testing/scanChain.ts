import { isUnspendable } from '../chain/entries.ts'
import type { Chain } from '../chain/types.ts'
import { scriptHashOf } from '../wire/hash.ts'
import { outpointKey, type Transaction } from '../wire/transaction.ts'

/** What a plain pass over all blocks finds: unspent outputs and histories. */
export type Scan = {
  /** Satoshis of each unspent output, by outpoint. */
  coins: ReadonlyMap<string, bigint>
  /** The ids of the transactions of each script, in the order of the chain. */
  histories: ReadonlyMap<string, readonly string[]>
}

/** Reads blocks, and optionally what waits, from the beginning, without the chain's own maps. */
export function scanChain({ blocks, mempool }: Chain, hasWaiting = false): Scan {
  const outputs = new Map<string, Transaction['outputs'][number]>()
  const open = new Set<string>()
  const histories = new Map<string, string[]>()
  const waiting = hasWaiting ? [...mempool.values()].map(({ transaction }) => transaction) : []
  for (const { txid, inputs, outputs: created } of [
    ...blocks.flatMap(({ transactions }) => transactions),
    ...waiting,
  ]) {
    const scripts = new Set<string>()
    for (const input of inputs) {
      const spent = outputs.get(outpointKey(input))
      if (spent) scripts.add(scriptHashOf(spent.script))
      open.delete(outpointKey(input))
    }
    for (const [vout, output] of created.entries()) {
      scripts.add(scriptHashOf(output.script))
      outputs.set(outpointKey({ txid, vout }), output)
      if (!isUnspendable(output)) open.add(outpointKey({ txid, vout }))
    }
    for (const script of scripts) histories.set(script, [...(histories.get(script) ?? []), txid])
  }
  const coins = new Map([...open].map((key) => [key, outputs.get(key)?.value ?? 0n]))
  return { coins, histories }
}
