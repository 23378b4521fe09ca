import { closeSync, openSync, writeSync } from 'node:fs'
import { writeCheckedLine } from '../../checkedLines.ts'
import type { Chain, ChainEvents } from '../chain/types.ts'
import { writeBlock } from '../wire/block.ts'
import type { Line } from './lines.ts'

/**
 * Appends the changes of a chain to its journal. A transaction is in the journal before its sender
 * gets an answer, so that none is lost if this process is killed.
 * @returns the function that ends storing
 */
export function storeChanges(
  chain: Chain,
  file: string,
  onNotice: (text: string) => void,
): () => void {
  let journal: number | undefined = openSync(file, 'a')
  const append = (line: Line) => {
    if (journal === undefined) return
    try {
      const text = Buffer.from(writeCheckedLine(line))
      if (writeSync(journal, text) < text.length) throw new Error('the disk is full')
    } catch (error) {
      end()
      onNotice(
        `Latchkey Bitcoin can no longer keep its state: ${error instanceof Error ? error.message : 'unknown error'}. What happens from now on is lost when it ends.`,
      )
    }
  }
  const end = () => {
    if (journal !== undefined) closeSync(journal)
    journal = undefined
    chain.listeners.delete(events)
  }
  const events: ChainEvents = {
    accepted: ({ transaction, time }) =>
      append({ kind: 'transaction', time, hex: transaction.raw.toString('hex') }),
    connected: (block) => append({ kind: 'block', hex: writeBlock(block).toString('hex') }),
    disconnected: () => append({ kind: 'disconnect' }),
    dropped: (txid) => append({ kind: 'drop', txid }),
  }
  // the first listener, so that others get only changes that are stored
  const others = [...chain.listeners]
  chain.listeners.clear()
  for (const listener of [events, ...others]) chain.listeners.add(listener)
  return end
}
