import { isTransactionHash, transactionKey } from '@latchkey/protocol/transactionHash'
import type { Replacement, TransactionState } from '../../../core/contracts/facets/transactions.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { readBlockHash, readExtrinsics, readFinal, readHeader } from '../node/chainOf.ts'
import type { Chain } from '../node/chainOf.ts'
import { findTransaction, searchedHeight } from '../node/findTransaction.ts'
import type { Position } from '../node/findTransaction.ts'
import { runtimeOf } from '../node/runtimeOf.ts'
import { keyOf, readAccount, readBlockTime, readEventBytes } from '../node/storage.ts'
import { isSameBytes } from '../wire/bytes.ts'
import type { Hex } from '../wire/bytes.ts'
import { readCall, readTransfer } from '../wire/calls.ts'
import { eraPeriod } from '../wire/era.ts'
import { readOutcome } from '../wire/events.ts'
import type { Outcome } from '../wire/events.ts'
import { extrinsicHash, maxReadBytes, readExtrinsic } from '../wire/extrinsic.ts'
import { compact } from '@polkadot-api/substrate-bindings'

/**
 * How many blocks before its expected first block a transaction is searched: the height that the
 * kit stores may be greater than its last one, because nodes differ.
 */
const margin = eraPeriod

/** The hash of a transaction in one spelling. Undefined for another text. */
export const hashOf = (text: string): Hex | undefined =>
  isTransactionHash(text, 'polkadot')
    ? (transactionKey(text) as Hex) // the cast: the test is for hex with 0x
    : undefined

/** The first block in which a transaction can be, by the last one. */
const firstHeight = (lastHeight: number) => Math.max(0, lastHeight - eraPeriod - margin)

/**
 * Looks up a transaction on its chain:
 * - If a block has it, the events of the block tell whether it succeeded.
 * - If no final block of its era has it, it has expired: no block can include it any more.
 * - If another transaction has used its nonce, it is overtaken.
 * - Otherwise it waits.
 *
 * Without the height of its last block, a missing transaction is unknown.
 * @throws KitError answerInvalid; the node's errors
 */
export async function readTransactionState(
  chain: Chain,
  transaction: Pick<
    PendingTransaction,
    'hash' | 'address' | 'lastHeight' | 'nonce' | 'replacementKey'
  >,
): Promise<TransactionState> {
  const hash = hashOf(transaction.hash)
  if (!hash) return { kind: 'unknown' }
  const { lastHeight, nonce, replacementKey } = transaction
  // read before the search, which includes this block then, unless another node is behind
  const final = await readFinal(chain)
  const position = await locate(chain, hash, lastHeight)
  const facts = {
    ...(nonce !== undefined && { nonce }),
    ...(replacementKey !== undefined && { replacementKey }),
  }
  if (position) return { ...(await readIncluded(chain, position)), ...facts }
  if (lastHeight === undefined) return { kind: 'unknown', mayReturn: true }
  const searched = searchedHeight(chain, hash)
  if (searched >= lastHeight) return { kind: 'expired' }
  if (nonce !== undefined && replacementKey !== undefined && searched >= final.height) {
    const account = await readAccount(chain, transaction.address, final.hash)
    if (account.nonce > nonce) return { kind: 'overtaken', replacementKey, nonce }
  }
  return { kind: 'waiting', ...facts }
}

/**
 * Where a transaction is. Undefined where no block that can have it does.
 * @param lastHeight without it, only the newest blocks are searched
 */
export async function locate(
  chain: Chain,
  hash: Hex,
  lastHeight: number | undefined,
): Promise<Position | undefined> {
  if (lastHeight !== undefined)
    return findTransaction(chain, hash, { from: firstHeight(lastHeight), to: lastHeight })
  const { height } = await readHeader(chain)
  return findTransaction(chain, hash, { from: Math.max(0, height - eraPeriod) })
}

/**
 * What a transaction in a block did. Undefined where the node has forgotten the events, or they
 * can't be read.
 */
export async function readResult(
  chain: Chain,
  { block, index }: Position,
): Promise<Outcome | undefined> {
  const [runtime, events] = await Promise.all([
    runtimeOf(chain, block),
    readEventBytes(chain, block),
  ])
  return readOutcome(runtime, events, index)
}

async function readIncluded(chain: Chain, position: Position): Promise<TransactionState> {
  const [result, blockTime] = await Promise.all([
    orUndefined(readResult(chain, position)),
    orUndefined(readBlockTime(chain, position.block)),
  ])
  // whether it succeeded can't be known: that is not said to be a success
  if (!result) return { kind: 'unknown', mayReturn: true }
  return {
    kind: result.isSuccess ? 'mined' : 'failed',
    ...(blockTime !== undefined && { blockTime }),
    ...(result.reason !== undefined && { reason: result.reason }),
  }
}

/**
 * The transaction in a block that has the same sender and nonce as another one. It is a
 * cancellation if it does nothing but pay the sender, or leave a remark.
 * @throws KitError answerInvalid; the node's errors
 */
export async function findReplacement(
  chain: Chain,
  transaction: Pick<PendingTransaction, 'hash' | 'address' | 'lastHeight' | 'replacementKey'>,
): Promise<Replacement | undefined> {
  const { address, lastHeight, replacementKey } = transaction
  const { height: head } = await readHeader(chain)
  const account = keyOf(address)
  const to = Math.min(lastHeight ?? head, head)
  for (let height = to; height >= firstHeight(to); height--) {
    const block = await readBlockHash(chain, height)
    const runtime = await runtimeOf(chain, block)
    for (const bytes of block ? await readExtrinsics(chain, block) : []) {
      const read = bytes.length > maxReadBytes ? undefined : readExtrinsic(runtime, bytes)
      if (read?.kind !== 'signed' || !isSameBytes(read.account, account)) continue
      const nonce = compact.dec((read.extensions['CheckNonce'] ?? new Uint8Array(1)).slice())
      if (String(nonce) !== replacementKey) continue
      const call = readCall(runtime, read.call)
      const payment = call && readTransfer(call)
      const isCancellation =
        (payment !== undefined && isSameBytes(keyOf(payment.to), account)) ||
        (call?.pallet === 'System' && call.name.startsWith('remark'))
      return { hash: extrinsicHash(bytes), isCancellation }
    }
  }
  return undefined
}
