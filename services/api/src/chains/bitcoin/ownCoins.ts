import { NodesError } from '../../providers/nodes.ts'
import type { Account, Key } from '../chainReader.ts'
import { addressOf } from './bitcoinKeys.ts'
import type { EsploraTransaction } from './esplora/esploraWire.ts'

/** An address of the account: its output script in hex, and its text on the network. */
export type OwnAddress = { script: string; text: string }

/** The addresses of an account on a network, in their order. */
export const ownAddresses = ({ addresses }: Account, networkId: string): readonly OwnAddress[] =>
  addresses.map(({ key }) => ({ script: scriptOf(key), text: textOf(key, networkId) }))

const scriptOf = (key: Key) => key.slice(2)

function textOf(key: Key, networkId: string): string {
  const text = addressOf(scriptOf(key), networkId)
  // cannot happen: the key was read from an address of this network
  if (text === undefined) throw new RangeError('A script without an address')
  return text
}

/** A coin: an output of a transaction, by `<txid>:<vout>`. */
export type Coin = { id: string; script: string; value: bigint; txid: string }

/** The coins that a transaction spends. A coinbase spends none. */
export const spentBy = ({ vin }: EsploraTransaction): readonly Coin[] =>
  vin.flatMap(({ txid, vout, prevout }) =>
    prevout
      ? [{ id: `${txid}:${vout}`, script: prevout.scriptpubkey, value: prevout.value, txid }]
      : [],
  )

/** The coins that a transaction makes. Many coins of others may be left out. */
export const madeBy = ({ txid, vout }: EsploraTransaction): readonly Coin[] =>
  vout.map(({ scriptpubkey: script, value, index }) => ({
    id: `${txid}:${index}`,
    script,
    value,
    txid,
  }))

/** The sum of coins. */
export const sumOf = (coins: readonly { value: bigint }[]): bigint =>
  coins.reduce((total, { value }) => total + value, 0n)

/**
 * Checks that transactions can all be in one chain: each touches the address, is listed once, and
 * no coin of the address is spent twice, or was another coin in the transaction that made it.
 * @throws NodesError
 */
export function checkTogether(
  transactions: readonly EsploraTransaction[],
  { script }: Pick<OwnAddress, 'script'>,
): void {
  const isOwn = (coin: Coin) => coin.script === script
  const made = new Map(transactions.map((found) => [found.txid, madeBy(found)] as const))
  if (made.size !== transactions.length) throw new NodesError('A transaction is listed twice')
  const spent = new Set<string>()
  for (const found of transactions) {
    const own = spentBy(found).filter(isOwn)
    if (own.length === 0 && !madeBy(found).some(isOwn))
      throw new NodesError('A transaction of another address is listed')
    for (const coin of own) {
      const source = made.get(coin.txid)?.find(({ id }) => id === coin.id)
      if (made.has(coin.txid) && (source?.script !== script || source.value !== coin.value))
        throw new NodesError('A spent coin is not the one that was made')
      if (spent.size === spent.add(coin.id).size) throw new NodesError('A coin is spent twice')
    }
  }
}
