import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { kinds } from '../../../db/schema.ts'
import type {
  Approval,
  Hex,
  IndexedBlock,
  Move,
  Operation,
  Pool,
  Reserves,
  Transaction,
  Transfer,
} from '../../../chainIndex/chainIndex.ts'
import type { Knowledge } from '../../../indexer/chainSource.ts'
import { readLog, readWrapped, type LogWord } from './readLog.ts'
import type { InternalTransfer, Log, Receipt, WireBlock } from './wire.ts'

/** The data of a block for the index, and the pools that were created in the block. */
export function indexBlock(
  block: WireBlock,
  knowledge: Knowledge,
): { indexed: IndexedBlock; newPools: readonly Pool[] } {
  const { number, hash, parentHash, timestamp, internal } = block
  const transactions = block.transactions.map((_, index) => readTransaction(block, index))
  const pools: PoolWords = { reserves: new Map(), added: [] }
  const sentInside = byTransaction(internal ?? [])
  const transfers: Transfer[] = []
  const approvals: Approval[] = []
  const operations: Operation[] = []
  for (const transaction of transactions) {
    const { index } = transaction
    const logs = transaction.succeeded ? (block.receipts[index]?.logs ?? []) : []
    const words = logs.map((log) => ({ log, word: readLog(log) }))
    const moves = coinMoves(transaction, sentInside.get(index))
    addTokenMoves(moves, words, knowledge.wrapped)
    let position = 0
    for (const move of moves) transfers.push(transferAt(number, index, position++, move))
    addApprovals(approvals, number, index, words)
    addOperations(operations, index, words)
    for (const word of words) notePool(word, number, knowledge, pools)
  }
  const indexed = {
    number,
    hash,
    parentHash,
    minedAt: timestamp,
    isTraced: internal !== undefined,
    transactions,
    transfers,
    approvals,
    reserves: [...pools.reserves.values()],
    operations,
  }
  return { indexed, newPools: pools.added }
}

/** Written out, because spreading two objects for each transfer takes several times as long. */
function transferAt(block: number, index: number, position: number, move: Move): Transfer {
  const { kind, token, tokenId, sender, recipient, amount } = move
  return { block, index, position, kind, token, tokenId, sender, recipient, amount }
}

function addApprovals(
  approvals: Approval[],
  block: number,
  index: number,
  words: readonly LoggedWord[],
): void {
  let position = 0
  for (const { word } of words)
    if (word?.type === 'approved')
      approvals.push({ block, index, position: position++, owner: word.owner })
}

function addOperations(operations: Operation[], index: number, words: readonly LoggedWord[]): void {
  for (const { word } of words)
    if (word?.type === 'operated') operations.push({ index, account: word.account })
}

type LoggedWord = { log: Log; word: LogWord | undefined }
type PoolWords = { reserves: Map<Hex, Reserves>; added: Pool[] }

function readTransaction(
  { number, transactions, receipts }: WireBlock,
  index: number,
): Transaction {
  const [transaction, receipt] = [transactions[index], receipts[index]]
  // cannot happen: the source has checked it
  if (!transaction || !receipt) throw new RangeError('A transaction without a receipt')
  const { hash, from, to, value, nonce, input } = transaction
  return {
    block: number,
    index,
    hash,
    sender: from,
    recipient: to,
    created: to === null ? receipt.contractAddress : null,
    value,
    nonce,
    fee: feeOf(receipt),
    succeeded: receipt.status === 1,
    // `input` is hex, as its schema has checked
    selector: input.length >= 10 ? (input.slice(0, 10) as Hex) : null,
    hasData: input !== '0x',
    hasLure: false,
  }
}

function feeOf({ gasUsed, effectiveGasPrice, l1Fee, blobGasUsed, blobGasPrice }: Receipt): bigint {
  return gasUsed * effectiveGasPrice + (l1Fee ?? 0n) + (blobGasUsed ?? 0n) * (blobGasPrice ?? 0n)
}

function byTransaction(
  internal: readonly InternalTransfer[],
): ReadonlyMap<number, readonly InternalTransfer[]> {
  const groups = new Map<number, InternalTransfer[]>()
  for (const transfer of internal) {
    const group = groups.get(transfer.index)
    if (group) group.push(transfer)
    else groups.set(transfer.index, [transfer])
  }
  return groups
}

function coinMoves(
  { sender, recipient, created, value, succeeded }: Transaction,
  inner: readonly InternalTransfer[] = [],
): Move[] {
  if (!succeeded) return []
  const coin = { token: nativeTokenAddress, tokenId: 0n } as const
  const receiver = recipient ?? created
  const outer: Move[] =
    value > 0n && receiver
      ? [{ ...coin, kind: kinds.native, sender, recipient: receiver, amount: value }]
      : []
  return [
    ...outer,
    ...inner.map(
      (token): Move => ({
        ...coin,
        kind: kinds.internal,
        sender: token.sender,
        recipient: token.recipient,
        amount: token.amount,
      }),
    ),
  ]
}

/**
 * Adds the moves in a transaction's logs. Some wrapped coins log an ERC-20 transfer in addition to
 * their own event, before or after it. Such a pair counts as one transfer.
 */
function addTokenMoves(
  moves: Move[],
  words: readonly LoggedWord[],
  wrapped: Hex | undefined,
): void {
  let last: { move: Move; isOwnEvent: boolean } | undefined
  for (const { log, word } of words) {
    const own = log.address === wrapped ? readWrapped(log) : undefined
    const found = own ? [own] : word?.type === 'moved' ? word.moves : []
    for (const move of found) {
      const isRepeated =
        log.address === wrapped &&
        last !== undefined &&
        last.isOwnEvent !== Boolean(own) &&
        isSame(last.move, move)
      if (!isRepeated) moves.push(move)
      last = isRepeated || log.address !== wrapped ? undefined : { move, isOwnEvent: Boolean(own) }
    }
  }
}

function isSame(a: Move, b: Move): boolean {
  return a.sender === b.sender && a.recipient === b.recipient && a.amount === b.amount
}

function notePool(
  { log, word }: LoggedWord,
  block: number,
  knowledge: Knowledge,
  { reserves, added }: PoolWords,
): void {
  if (word?.type === 'paired') {
    const pool = { address: word.pool, token0: word.token0, token1: word.token1 }
    if (knowledge.isPricePool(log.address, pool)) added.push(pool)
  }
  const isKnown = () =>
    knowledge.pools.has(log.address) || added.some((pool) => pool.address === log.address)
  if (word?.type === 'synced' && isKnown())
    reserves.set(log.address, {
      pool: log.address,
      block,
      reserve0: word.reserve0,
      reserve1: word.reserve1,
    })
}
