import { sumOf } from '../chain/connectBlock.ts'
import { historyOf, unspentOf } from '../chain/history.ts'
import type { Chain, Entry } from '../chain/types.ts'
import { scriptHashOf, sha256 } from '../wire/hash.ts'
import { ElectrumError, readHash, type ElectrumMethod } from './method.ts'

/** How many scripts a connection may subscribe to. */
const maxSubscriptions = 50_000

/** The height of a transaction; 0 if it waits, and -1 if it spends from one that waits. */
function heightOf(chain: Chain, { height, transaction }: Entry): number {
  if (height !== undefined) return height
  return transaction.inputs.some(({ txid }) => chain.mempool.has(txid)) ? -1 : 0
}

/** The status of a script: a hash over its history. Null without a history. */
export function statusOfScript(chain: Chain, scriptHash: string): string | null {
  const entries = historyOf(chain, scriptHash)
  if (entries.length === 0) return null
  const text = entries.map((entry) => `${entry.transaction.txid}:${heightOf(chain, entry)}:`)
  return sha256(Buffer.from(text.join(''))).toString('hex')
}

const showEntry = (chain: Chain, entry: Entry) => ({
  tx_hash: entry.transaction.txid,
  height: heightOf(chain, entry),
  ...(entry.height === undefined && { fee: Number(entry.fee) }),
})

/** The methods about a script, by its hash. */
export const scriptMethods: Readonly<Record<string, ElectrumMethod>> = {
  'blockchain.scripthash.subscribe'({ chain, subscriptions: { scripts } }, [hash]) {
    const key = readHash(hash)
    if (scripts.size >= maxSubscriptions && !scripts.has(key))
      throw new ElectrumError('too many subscriptions')
    const status = statusOfScript(chain, key)
    scripts.set(key, status)
    return status
  },
  'blockchain.scripthash.unsubscribe': ({ subscriptions: { scripts } }, [hash]) =>
    scripts.delete(readHash(hash)),
  'blockchain.scripthash.get_history': ({ chain }, [hash]) =>
    historyOf(chain, readHash(hash)).map((entry) => showEntry(chain, entry)),
  'blockchain.scripthash.get_mempool': ({ chain }, [hash]) =>
    historyOf(chain, readHash(hash))
      .filter(({ height }) => height === undefined)
      .map((entry) => showEntry(chain, entry)),
  'blockchain.scripthash.listunspent': ({ chain }, [hash]) =>
    unspentOf(chain, readHash(hash)).map(({ txid, vout, value, height = 0 }) => ({
      tx_hash: txid,
      tx_pos: vout,
      height,
      value: Number(value),
    })),
  'blockchain.scripthash.get_balance'({ chain }, [hash]) {
    const key = readHash(hash)
    const confirmed = confirmedBalance(chain, key)
    const all = Number(sumOf(unspentOf(chain, key)))
    // what waits may also spend confirmed coins, so it may be negative
    return { confirmed, unconfirmed: all - confirmed }
  },
}

/** The balance in blocks alone: also coins that a waiting transaction spends. */
function confirmedBalance(chain: Chain, scriptHash: string): number {
  const isOpen = ({ height }: { height: number | undefined }) => height !== undefined
  const spentByWaiting = historyOf(chain, scriptHash)
    .filter(({ height }) => height === undefined)
    .flatMap(({ spent }) => spent)
    .filter((coin) => isOpen(coin) && scriptHashOf(coin.script) === scriptHash)
  return Number(sumOf([...unspentOf(chain, scriptHash).filter(isOpen), ...spentByWaiting]))
}
