import type { Block } from '../wire/block.ts'
import { outpointKey, type Transaction } from '../wire/transaction.ts'
import { addEntry, isUnspendable, removeEntry } from './entries.ts'
import { addWaiting, removeWaiting, waitingSpender } from './mempool.ts'
import type { Chain, Coin, Entry } from './types.ts'

/**
 * Adds a block at the tip. It is a block of our own: its transactions were judged before. Waiting
 * transactions that spend the same outputs are removed.
 * @throws Error if the block does not belong at the tip
 */
export function connectBlock(chain: Chain, block: Block): void {
  const { blocks, heights, listeners } = chain
  if (block.previous !== blocks.at(-1)?.hash) throw new Error('The block belongs elsewhere.')
  for (const [position, transaction] of block.transactions.entries())
    connectTransaction(chain, { transaction, position, block })
  blocks.push(block)
  heights.set(block.hash, block.height)
  for (const listener of listeners) listener.connected?.(block)
}

type Placed = { transaction: Transaction; position: number; block: Block }

function connectTransaction(chain: Chain, { transaction, position, block }: Placed): void {
  const { coins, mempool, entries } = chain
  const { txid, inputs, outputs } = transaction
  const spent = position === 0 ? [] : inputs.map((input) => takeCoin(chain, input, txid))
  const waiting = entries.get(txid)
  mempool.delete(txid)
  if (waiting) removeEntry(chain, waiting)
  const { height, time } = block
  for (const [vout, output] of outputs.entries())
    if (!isUnspendable(output))
      coins.set(outpointKey({ txid, vout }), {
        ...output,
        txid,
        vout,
        height,
        isCoinbase: position === 0,
      })
  const fee = position === 0 ? 0n : sumOf(spent) - sumOf(outputs)
  addEntry(chain, { transaction, spent, fee, time: waiting?.time ?? time, height, position })
}

/** Takes a coin for a transaction of a block, and removes a waiting rival. */
function takeCoin(chain: Chain, input: Transaction['inputs'][number], txid: string): Coin {
  const rival = waitingSpender(chain, input)
  if (rival && rival.transaction.txid !== txid) removeWaiting(chain, rival)
  const coin = chain.coins.get(outpointKey(input))
  if (!coin) throw new Error(`The block spends an output that is not there: ${outpointKey(input)}`)
  chain.coins.delete(outpointKey(input))
  return coin
}

/** The sum of amounts, in satoshis. */
export const sumOf = (outputs: readonly { value: bigint }[]): bigint =>
  outputs.reduce((total, { value }) => total + value, 0n)

/**
 * Removes the block at the tip. Its transactions wait again, before those that waited already.
 * What can't wait, because it spent a reward that is gone, is removed by the caller.
 * @throws Error for the first block
 */
export function disconnectTip(chain: Chain): Block {
  const { blocks, heights, coins, listeners } = chain
  const block = blocks.at(-1)
  if (!block || block.height === 0) throw new Error('The first block stays.')
  const later = [...chain.mempool.values()]
  const returned: Entry[] = []
  for (const { txid, inputs, outputs } of block.transactions.toReversed()) {
    const entry = chain.entries.get(txid)
    if (!entry) throw new Error(`The chain has lost a transaction: ${txid}`)
    for (const vout of outputs.keys()) coins.delete(outpointKey({ txid, vout }))
    for (const [index, input] of inputs.entries()) {
      const coin = entry.spent[index]
      if (coin) coins.set(outpointKey(input), coin)
    }
    removeEntry(chain, entry)
    if (entry.position > 0) returned.unshift(entry)
  }
  blocks.pop()
  heights.delete(block.hash)
  chain.mempool.clear()
  for (const entry of later) removeEntry(chain, entry)
  for (const { transaction, spent, fee, time } of [...returned, ...later])
    addWaiting(chain, { transaction, spent, fee }, time)
  for (const listener of listeners) listener.disconnected?.(block)
  return block
}
