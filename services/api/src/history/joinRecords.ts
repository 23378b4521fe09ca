import { kinds, type Kind } from '../db/schema.ts'
import type { AccountTransaction, Hex, PageStart, Transaction } from '../chainIndex/chainIndex.ts'
import { SourceDownError, type SourcePage } from './historySource.ts'

/** A transaction as another service lists it. */
export type TransactionRecord = Transaction & { minedAt: number }
/** A transfer as another service lists it, apart from its transaction. */
export type TransferRecord = { hash: Hex; block: number; minedAt: number; order: number; kind: Kind; token: Hex; tokenId: bigint; sender: Hex; recipient: Hex; amount: bigint }
/** One list of a service, the newest first. `isWhole`: nothing older is left. */
export type RecordList<record> = { records: readonly record[]; isWhole: boolean }

/**
 * Joins lists that each go back differently far: only blocks that all of them reach are told, so that no transaction lacks
 * its transfers. A transaction that is only known by its transfers was sent by somebody else.
 * @throws SourceDownError when a single block has more than a list holds
 */
export function joinRecords(account: Hex, start: PageStart, limit: number, own: RecordList<TransactionRecord>, others: readonly RecordList<TransferRecord>[]): SourcePage {
  const reached = Math.max(...[own, ...others].map(({ records, isWhole }) => (isWhole ? 0 : (records.at(-1)?.block ?? 0) + 1)))
  const moves = others.flatMap(({ records }) => records).filter(({ block }) => block >= reached)
  const byHash = new Map<string, AccountTransaction>()
  for (const transaction of own.records) if (transaction.block >= reached) byHash.set(transaction.hash, withCoins(transaction))
  for (const move of moves) byHash.set(move.hash, withMove(byHash.get(move.hash) ?? strange(move), move))
  const found = [...byHash.values()]
    .filter(({ block, index, minedAt }) => (start.latest === undefined || minedAt <= start.latest) && isBefore({ block, index }, start.before))
    .sort((one, other) => other.block - one.block || other.index - one.index)
  const isWhole = [own, ...others].every((list) => list.isWhole)
  if (found.length === 0 && !isWhole) throw new SourceDownError('It has more in one block than it tells at once')
  return { transactions: found.slice(0, limit).map((transaction) => inOrder(account, transaction)), isLast: isWhole && found.length <= limit }
}

const isBefore = (place: { block: number; index: number }, before: PageStart['before']) =>
  !before || place.block < before.block || (place.block === before.block && place.index < before.index)

function withCoins(transaction: TransactionRecord): AccountTransaction {
  const { block, index, sender, value, succeeded } = transaction
  const recipient = transaction.recipient ?? transaction.created
  const coin = { block, index, position: -1, kind: kinds.native, token: coinAddress, tokenId: 0n, sender, amount: value }
  return { ...transaction, transfers: succeeded && value > 0n && recipient ? [{ ...coin, recipient }] : [], hasApproved: false, recipients: new Map() }
}

const coinAddress: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Its place in the block and its sender are not told; the smallest place keeps the order of pages. */
function strange({ hash, block, minedAt, sender, recipient }: TransferRecord): AccountTransaction {
  return { block, index: 0, hash, minedAt, sender, recipient, created: null, value: 0n, fee: 0n, nonce: 0, succeeded: true, selector: null, hasData: true, transfers: [], hasApproved: false, recipients: new Map() }
}

function withMove(transaction: AccountTransaction, { order, kind, token, tokenId, sender, recipient, amount }: TransferRecord): AccountTransaction {
  const { block, index } = transaction
  return { ...transaction, transfers: [...transaction.transfers, { block, index, position: order, kind, token, tokenId, sender, recipient, amount }] }
}

function inOrder(account: Hex, transaction: AccountTransaction): AccountTransaction {
  const own = transaction.transfers.filter(({ sender, recipient }) => sender === account || recipient === account)
  return { ...transaction, transfers: own.sort((one, other) => one.position - other.position) }
}
