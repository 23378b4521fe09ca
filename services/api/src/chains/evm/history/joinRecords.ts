import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { kinds, type Kind } from '../../../db/schema.ts'
import type {
  AccountTransaction,
  Hex,
  PageStart,
  Transaction,
} from '../../../chainIndex/chainIndex.ts'
import { SourceDownError, type SourcePage } from '../../../history/historySource.ts'

/** A transaction in another service's list. */
export type TransactionRecord = Transaction & { minedAt: number }
/**
 * A transfer in another service's list. It names its transaction by hash. `order`: the transfer's
 * order within the transaction.
 */
export type TransferRecord = {
  hash: Hex
  block: number
  minedAt: number
  order: number
  kind: Kind
  token: Hex
  tokenId: bigint
  sender: Hex
  recipient: Hex
  amount: bigint
}
/** A list of another service, newest first. `isWhole`: no older records exist. */
export type RecordList<record> = { records: readonly record[]; isWhole: boolean }

/**
 * Joins a service's lists into a page of transactions. The lists may reach back to different
 * blocks; only blocks that all lists cover are returned, so that no transaction lacks transfers. If
 * only transfers of a transaction are listed, another account has sent it. Such transfers do not
 * tell the transaction's index in its block, so the account's transactions in a block are numbered.
 * The numbers are the same on every page.
 * @throws SourceDownError when the page would be empty although a list has older records
 */
export function joinRecords(
  start: PageStart,
  limit: number,
  own: RecordList<TransactionRecord>,
  others: readonly RecordList<TransferRecord>[],
): SourcePage {
  const lists = [own, ...others]
  const reached = Math.max(
    ...lists.map(({ records, isWhole }) => (isWhole ? 0 : (records.at(-1)?.block ?? 0) + 1)),
  )
  const byHash = new Map<string, AccountTransaction>()
  for (const transaction of own.records) byHash.set(transaction.hash, withCoins(transaction))
  for (const move of others.flatMap(({ records }) => records))
    byHash.set(move.hash, withMove(byHash.get(move.hash) ?? foreignTransaction(move), move))
  const transactions = numbered([...byHash.values()].filter(({ block }) => block >= reached))
  const found = transactions
    .filter((transaction) => isIn(transaction, start))
    .sort((a, b) => b.block - a.block || b.index - a.index)
  const isWhole = lists.every((list) => list.isWhole)
  if (found.length === 0 && !isWhole) throw new SourceDownError('It has more than it tells at once')
  return { transactions: found.slice(0, limit), isLast: isWhole && found.length <= limit }
}

function isIn(
  { block, index, minedAt }: AccountTransaction,
  { latest, before }: PageStart,
): boolean {
  if (latest !== undefined && minedAt > latest) return false
  return !before || block < before.block || (block === before.block && index < before.index)
}

/** Gives the account's transactions in each block numbers from 0. */
function numbered(transactions: readonly AccountTransaction[]): AccountTransaction[] {
  const sorted = [...transactions].sort(
    (a, b) => a.block - b.block || a.index - b.index || (a.hash < b.hash ? -1 : 1),
  )
  let last = { block: -1, index: 0 }
  return sorted.map((transaction) => {
    last = {
      block: transaction.block,
      index: transaction.block === last.block ? last.index + 1 : 0,
    }
    const transfers = [...transaction.transfers].sort((a, b) => a.position - b.position)
    return {
      ...transaction,
      index: last.index,
      transfers: transfers.map((transfer) => ({ ...transfer, index: last.index })),
    }
  })
}

function withCoins(transaction: TransactionRecord): AccountTransaction {
  const { block, index, sender, value, succeeded } = transaction
  const recipient = transaction.recipient ?? transaction.created
  const coin = {
    block,
    index,
    position: -1,
    kind: kinds.native,
    token: nativeTokenAddress,
    tokenId: 0n,
    sender,
    amount: value,
  } as const
  return {
    ...transaction,
    transfers: succeeded && value > 0n && recipient ? [{ ...coin, recipient }] : [],
    hasApproved: false,
  }
}

function foreignTransaction({
  hash,
  block,
  minedAt,
  sender,
  recipient,
}: TransferRecord): AccountTransaction {
  return {
    block,
    index: 0,
    hash,
    minedAt,
    sender,
    recipient,
    created: null,
    value: 0n,
    fee: 0n,
    nonce: 0,
    succeeded: true,
    selector: null,
    hasData: true,
    hasLure: false,
    transfers: [],
    hasApproved: false,
  }
}

function withMove(
  transaction: AccountTransaction,
  { order, kind, token, tokenId, sender, recipient, amount }: TransferRecord,
): AccountTransaction {
  const { block, index } = transaction
  return {
    ...transaction,
    transfers: [
      ...transaction.transfers,
      { block, index, position: order, kind, token, tokenId, sender, recipient, amount },
    ],
  }
}
