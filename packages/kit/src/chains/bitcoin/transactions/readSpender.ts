import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import { heightOf, listOf, txidOf } from '../esplora/answers.ts'
import type { Outpoint } from '../esplora/answers.ts'
import { ifKnown } from '../esplora/esplora.ts'
import type { Esplora } from '../esplora/esplora.ts'

/** The transaction that spends a coin. `height` is that of its block. */
export type Spender = { txid: string; height?: number }

/**
 * The transactions that spend the outputs of a transaction, in the order of the outputs. Undefined
 * for an output that none spends. Source: GET /tx/:txid/outspends
 * @returns an empty list if the node does not know the transaction
 * @throws KitError answerInvalid; the node's errors
 */
export async function readSpenders(
  esplora: Esplora,
  txid: string,
): Promise<readonly (Spender | undefined)[]> {
  const answer = await ifKnown(esplora.get(`/tx/${txid}/outspends`))
  return answer === undefined ? [] : listOf(answer).map(spenderIn)
}

function spenderIn(value: unknown): Spender | undefined {
  const { spent, txid, status } = partsOf(value)
  if (spent === false) return undefined
  if (spent !== true) throw kitError('answerInvalid')
  const height = heightOf(status)
  return { txid: txidOf(txid), ...(height !== undefined && { height }) }
}

/**
 * The transaction other than `txid` that spends one of these coins, one in a block before one that
 * waits. Undefined where none does.
 * @throws KitError answerInvalid; the node's errors
 */
export async function findRival(
  esplora: Esplora,
  txid: string,
  coins: readonly Outpoint[],
): Promise<Spender | undefined> {
  const parents = [...new Set(coins.map((coin) => coin.txid))]
  const spenders = new Map(
    await Promise.all(
      parents.map(async (parent) => [parent, await readSpenders(esplora, parent)] as const),
    ),
  )
  const rivals = coins.flatMap((coin) => {
    const spender = spenders.get(coin.txid)?.[coin.vout]
    return spender && spender.txid !== txid ? [spender] : []
  })
  return rivals.find(({ height }) => height !== undefined) ?? rivals[0]
}
