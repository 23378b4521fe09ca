import { scriptHashOf } from '../wire/hash.ts'
import { isUnspendable } from './entries.ts'
import { outpointKey } from '../wire/transaction.ts'
import type { Chain, Coin, Entry } from './types.ts'

/** All transactions of a script, oldest first; those that wait come last. */
export function historyOf({ scripts, entries }: Chain, scriptHash: string): Entry[] {
  return [...(scripts.get(scriptHash) ?? [])]
    .flatMap((txid) => entries.get(txid) ?? [])
    .sort(
      (first, second) =>
        (first.height ?? Infinity) - (second.height ?? Infinity) ||
        first.position - second.position,
    )
}

/** The outputs of a script that no transaction spends, waiting ones included. */
export function unspentOf(chain: Chain, scriptHash: string): Coin[] {
  return historyOf(chain, scriptHash).flatMap(({ transaction, height, position }) =>
    transaction.outputs.flatMap((output, vout) => {
      const outpoint = { txid: transaction.txid, vout }
      const isOpen =
        scriptHashOf(output.script) === scriptHash &&
        !isUnspendable(output) &&
        !chain.spenders.has(outpointKey(outpoint))
      const isCoinbase = height !== undefined && position === 0
      return isOpen ? [{ ...output, ...outpoint, height, isCoinbase }] : []
    }),
  )
}

/** The transaction that spends an output, in a block or in the mempool. */
export function spenderOf(chain: Chain, txid: string, vout: number): Entry | undefined {
  return chain.entries.get(chain.spenders.get(outpointKey({ txid, vout })) ?? '')
}
