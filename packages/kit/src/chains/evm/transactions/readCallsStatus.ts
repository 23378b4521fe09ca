import { isObject } from '@latchkey/protocol/isObject'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'

/**
 * The status of a batch of calls, as a wallet answers `wallet_getCallsStatus`. EIP-5792
 * - `status`: 100 to 199 while the wallet works on it, 200 and more afterwards. Undefined for an
 *   answer of another form
 * - `hashes`: the hashes of the transactions in blocks
 * - `isComplete`: the hashes are those of all calls. A wallet may send an atomic batch as one
 *   transaction
 */
export type CallsStatus = {
  status: number | undefined
  hashes: readonly string[]
  isComplete: boolean
}

/** Reads the status of a batch of `count` calls from a wallet's answer. */
export function readCallsStatus(answer: unknown, count: number): CallsStatus {
  const { status: statusText, receipts, atomic } = isObject(answer) ? answer : {}
  const status = statusOf(statusText)
  const hashes = (Array.isArray(receipts) ? receipts : []).flatMap((receipt): string[] =>
    isObject(receipt) && isTransactionHash(receipt['transactionHash'], 'eip155')
      ? [receipt['transactionHash']]
      : [],
  )
  return {
    status: typeof status === 'number' ? status : undefined,
    hashes,
    isComplete: hashes.length === count || (atomic === true && hashes.length > 0),
  }
}

/**
 * Reads the status of a batch as a number of EIP-5792. Some wallets write the number as a text, or
 * use a word of the drafts.
 */
function statusOf(status: unknown): unknown {
  if (typeof status !== 'string') return status
  const statusText = status.trim().toUpperCase()
  if (statusText === 'PENDING') return 100
  if (statusText === 'CONFIRMED') return 200
  return /^(?:\d{3}|0X[0-9A-F]{1,3})$/.test(statusText) ? Number(statusText) : status
}
