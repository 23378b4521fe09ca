import { partsOf } from '@latchkey/protocol/isObject'
import { readSafely } from '../../../core/requests/readSafely.ts'
import { readBase64 } from '@latchkey/protocol/base64'
import { isSameTransaction } from '../wire/isSameTransaction.ts'
import { maxTransactionBytes, nameOf, readWire } from '../wire/transaction.ts'
import type { Wire } from '../wire/transaction.ts'

/**
 * Compares a transaction in a block with the requested one, by the rules of `isSameTransaction`.
 * @param found the node's answer, in base64
 * @param asked the requested transaction, in base64
 * @returns `same`, also if `asked` can't be read, or the other transaction; undefined if the node
 *   does not return a transaction with this hash
 */
export function compare(
  found: unknown,
  { hash, asked }: { hash: string; asked?: string },
): 'same' | Wire | undefined {
  const { transaction } = partsOf(found)
  const foundWire = wireIn(
    Array.isArray(transaction) ? (transaction as readonly unknown[])[0] : undefined,
  )
  if (!foundWire || nameOf(foundWire) !== hash) return undefined
  const requestedWire = wireIn(asked)
  return !requestedWire || isSameTransaction(requestedWire, foundWire) ? 'same' : foundWire
}

/** Reads a transaction in base64; undefined for any other text. */
export function wireIn(text: unknown): Wire | undefined {
  const bytes = readBase64(text, maxTransactionBytes)
  return bytes && readSafely(() => readWire(bytes), undefined)
}
