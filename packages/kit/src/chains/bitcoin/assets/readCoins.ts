import { partsOf } from '@latchkey/protocol/isObject'
import { toHex } from '@latchkey/protocol/hex'
import { kitError } from '../../../core/errors/errors.ts'
import { coinKey, countOf, heightOf, listOf, satoshiOf, txidOf } from '../esplora/answers.ts'
import type { Outpoint, ShownTransaction } from '../esplora/answers.ts'
import type { Esplora } from '../esplora/esplora.ts'
import { readTransaction } from '../esplora/readTransaction.ts'
import { scriptOf } from '../wire/scripts.ts'

/**
 * A coin of an address: an output that no transaction has spent. `amount` in satoshi. Its `state`:
 * - `confirmed`: in a block
 * - `own`: in no block yet, and made by transactions that this address alone has paid for
 * - `chained`: like `own`, but nodes refuse another transaction that depends on so many others
 * - `foreign`: in no block yet, and it depends on another sender, who can still take it back
 */
export type Coin = Outpoint & {
  amount: bigint
  state: 'confirmed' | 'own' | 'chained' | 'foreign'
}

/**
 * The most transactions that may wait in a row, with the new one. Bitcoin Core,
 * `DEFAULT_ANCESTOR_LIMIT`
 */
const maxChain = 25

/**
 * The coins of an address, the oldest first. Source: GET /address/:address/utxo
 * @throws KitError answerInvalid, also for an address that is not of the network; the node's errors
 */
export async function readCoins(esplora: Esplora, address: string): Promise<readonly Coin[]> {
  const script = scriptOf(address, esplora.networkId)
  if (!script) throw kitError('actionNotAllowed', { details: 'notAnAddress' })
  const outputs = listOf(await esplora.get(`/address/${address}/utxo`)).map((entry) => {
    const { txid, vout, value, status } = partsOf(entry)
    const coin = { txid: txidOf(txid), vout: countOf(vout), amount: satoshiOf(value) }
    return { coin, height: heightOf(status) ?? Infinity }
  })
  // each coin is spent once
  if (new Set(outputs.map(({ coin }) => coinKey(coin))).size !== outputs.length)
    throw kitError('answerInvalid')
  const isConfirmed = new Map(outputs.map(({ coin, height }) => [coin.txid, height < Infinity]))
  const stateOf = createAncestry(esplora, toHex(script), isConfirmed)
  return Promise.all(
    outputs
      .sort((a, b) => a.height - b.height || a.coin.vout - b.coin.vout)
      .map(async ({ coin, height }) => ({
        ...coin,
        state: height < Infinity ? ('confirmed' as const) : await stateOf(coin.txid),
      })),
  )
}

/**
 * Makes a function that reads whether a waiting transaction depends on this script's own coins
 * alone. Each transaction is requested once, and at most `maxChain` for one coin.
 */
function createAncestry(
  esplora: Esplora,
  script: string,
  isConfirmed: Map<string, boolean>,
): (txid: string) => Promise<Coin['state']> {
  const cache = new Map<string, Promise<ShownTransaction | undefined>>()
  const read = (txid: string) => {
    const cached = cache.get(txid) ?? readTransaction(esplora, txid)
    cache.set(txid, cached)
    return cached
  }
  return async (txid) => {
    const waiting = new Set<string>()
    const queue = [txid]
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (waiting.has(next) || isConfirmed.get(next) === true) continue
      const transaction = await read(next)
      // a transaction that the node no longer knows was replaced a moment ago
      if (!transaction) return 'foreign'
      if (transaction.height !== undefined) continue
      if (transaction.spent.some(({ output }) => output?.script !== script)) return 'foreign'
      if (waiting.size === maxChain - 1) return 'chained'
      waiting.add(next)
      queue.push(...transaction.spent.map((coin) => coin.txid))
    }
    return 'own'
  }
}

/** The sum of coins, in satoshi. */
export const sumOf = (coins: readonly Pick<Coin, 'amount'>[]): bigint =>
  coins.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * The balance of an address: its coins in blocks, and those that its own transactions have made.
 * Coins that wait and depend on another sender do not count yet.
 */
export const balanceOf = (coins: readonly Coin[]): bigint =>
  sumOf(coins.filter(({ state }) => state !== 'foreign'))
