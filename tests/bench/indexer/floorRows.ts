import { accountAt, blockHash, blockTime, token, transactionsOf } from './startNode.ts'

/** The tables that the floor fills by COPY, in PostgreSQL's text format. */
export type FloorTexts = {
  blocks: string
  transactions: string
  transfers: string
  activity: string
  /** How much the transfers change each account's holdings. */
  changes: string
}

/** The fee of every transaction, in the coin's smallest unit. */
const fee = 0xc350 * 0x3b9aca00

/** Makes the rows that the API's indexer writes for the blocks from `first` to `last`. */
export function floorTexts(first: number, last: number): FloorTexts {
  const [blocks, transactions, transfers, activity]: string[][] = [[], [], [], []]
  const changes = new Map<number, bigint>()
  const change = (account: number, amount: bigint) =>
    changes.set(account, (changes.get(account) ?? 0n) + amount)
  for (let block = first; block <= last; block++) {
    const minedAt = blockTime(block)
    blocks?.push(line(1, block, bytes(blockHash(block)), minedAt, 't'))
    for (const [index, { hash, sender, transfers: moves }] of transactionsOf(block).entries()) {
      transactions?.push(
        line(
          ...[1, block, index, bytes(hash), bytes(accountAt(sender)), bytes(token), '\\N'],
          ...[0, fee, block, 't', bytes('0xa9059cbb'), 't', 'f'],
        ),
      )
      const parties = new Set<string>([accountAt(sender), token])
      for (const [position, { from, to, amount }] of moves.entries()) {
        const ends = [bytes(accountAt(from)), bytes(accountAt(to))]
        transfers?.push(line(1, block, index, position, 2, bytes(token), 0, ...ends, amount))
        parties.add(accountAt(from)).add(accountAt(to))
        change(from, BigInt(-amount))
        change(to, BigInt(amount))
      }
      for (const party of parties) activity?.push(line(bytes(party), 1, minedAt, block, index))
    }
  }
  const held = [...changes].flatMap(([account, amount]) =>
    amount === 0n ? [] : [line(bytes(accountAt(account)), 1, bytes(token), 2, 0, amount)],
  )
  const text = (lines: readonly string[] = []) => lines.join('')
  return {
    blocks: text(blocks),
    transactions: text(transactions),
    transfers: text(transfers),
    activity: text(activity),
    changes: text(held),
  }
}

const bytes = (hex: string) => `\\\\x${hex.slice(2)}`
const line = (...values: readonly (string | number | bigint)[]) => `${values.join('\t')}\n`
