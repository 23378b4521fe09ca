import { isSameAddress } from '@latchkey/protocol/address'
import { isNetworkId, parseNetworkId } from '@latchkey/protocol/caip'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { HistoryEntry } from '@latchkey/protocol/history'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { cleanText } from '../../../core/text/cleanText.ts'
import { isLess } from '../decimal.ts'

/** A purchase in the API's list. `amount` is in whole units, `at` in milliseconds since 1970. */
export type PurchaseRow = {
  id: string
  state: 'paying' | 'done' | 'failed'
  at: number
  networkId: NetworkId
  symbol: string
  amount: string
  hash?: string
}

/**
 * The states of a purchase, by the words of the API's list. Any other word means that the purchase
 * is under way.
 */
const states: { readonly [word: string]: PurchaseRow['state'] } = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'done',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
}

/**
 * Reads a row of the API's list. Returns a list with the purchase, or an empty list for an invalid
 * row. A valid row belongs to the account, is on a network of the site, and has an amount that
 * arrives.
 */
export function readRow(
  { id, metadata: { minedAt, status, chain, hash, sentTo }, transfers }: HistoryEntry,
  address: string,
  networkIds: readonly NetworkId[],
): readonly PurchaseRow[] {
  const [transfer] = transfers ?? []
  const symbol = transfer?.fungible_info?.symbol
  if (!isNetworkId(chain) || !networkIds.includes(chain) || !isSameAddress(sentTo, address))
    return []
  if (
    transfer?.direction !== 'in' ||
    !symbol ||
    cleanText(symbol) !== symbol ||
    !isLess('0', transfer.quantity.numeric) ||
    id === '' ||
    cleanText(id, 128) !== id
  )
    return []
  const state = Object.hasOwn(states, status) ? (states[status] ?? 'paying') : 'paying'
  return [
    {
      id,
      state,
      at: Date.parse(minedAt),
      networkId: chain,
      symbol,
      amount: transfer.quantity.numeric,
      ...(isTransactionHash(hash, parseNetworkId(chain).namespace) && { hash }),
    },
  ]
}
