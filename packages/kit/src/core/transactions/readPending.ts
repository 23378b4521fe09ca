import { partsOf } from '@latchkey/protocol/isObject'
import { isNetworkId } from '@latchkey/protocol/caip'
import * as counts from '@latchkey/protocol/counts'
import { operationTypes } from '@latchkey/protocol/operationTypes'
import { readUrl } from '@latchkey/protocol/readUrl'
import { cleanText } from '../text/cleanText.ts'
import type { Kit } from '../kit/kit.ts'
import { ownUrl } from '../options/ownUrl.ts'
import type { PendingTransaction, TransactionDescription } from './pendingTransactions.ts'
import { contextOf } from '../kit/context.ts'

/**
 * The status of a transaction of this browser. See docs/transactions.md.
 * - `failed`: in a block, but reverted
 * - `cancelled`: another transaction without an effect replaced it
 * - `changed`: in a block, but the wallet sent another transaction than the requested one
 * - `dropped`: nodes no longer know it; with `isExpired`, no block can include it any more
 * - `unseen`: no node shows it, so it is not known whether it was sent
 */
const pendingStatuses = [
  'pending',
  'mined',
  'failed',
  'replaced',
  'cancelled',
  'dropped',
  'unseen',
  'changed',
] as const
export type PendingStatus = (typeof pendingStatuses)[number]

type Transfer = NonNullable<TransactionDescription['transfers']>[number]

/**
 * Parses one stored transaction. Returns a list with the transaction, or an empty list if it is
 * invalid: storage may contain anything. An invalid description is left out.
 */
export function readPending(json: unknown): readonly PendingTransaction[] {
  const {
    hash,
    networkId,
    address,
    nonce,
    replacementKey,
    lastHeight,
    sentAt,
    status,
    replacedBy,
    blockTime,
    endedAt,
    reason,
    shown,
    hasCode,
    isExpired,
    isTold,
    asked,
    description,
  } = partsOf(json)
  const known = pendingStatuses.find((known) => known === status)
  const about = readDescription(description)
  if (!isHash(hash) || !isNetworkId(networkId) || !isAddress(address) || !isTime(sentAt) || !known)
    return []
  return [
    {
      hash,
      networkId,
      address,
      sentAt,
      status: known,
      ...(isCount(nonce) && { nonce }),
      ...(isAsked(replacementKey) && { replacementKey }),
      ...(isCount(lastHeight) && { lastHeight }),
      ...(isHash(replacedBy) && { replacedBy }),
      ...(isTime(blockTime) && { blockTime }),
      ...(isTime(endedAt) && { endedAt }),
      ...(isReason(reason) && { reason }),
      ...((shown === 'own' || shown === 'other') && { shown }),
      ...(hasCode === true && { hasCode }),
      ...(isExpired === true && { isExpired }),
      ...(isTold === true && { isTold }),
      ...(isAsked(asked) && { asked }),
      ...(about && { description: about }),
    },
  ]
}

/**
 * The transaction without foreign pictures. Pictures of the API, of the site's own tokens, and
 * `data:` pictures stay: storage must not make a page request any other URL.
 */
export function withOwnPictures(kit: Kit, transaction: PendingTransaction): PendingTransaction {
  const { description } = transaction
  if (!description?.transfers) return transaction
  const transfers = description.transfers.map(({ iconUrl, ...transfer }) => ({
    ...transfer,
    ...(iconUrl && isOwnPicture(kit, iconUrl) && { iconUrl }),
  }))
  return { ...transaction, description: { ...description, transfers } }
}

function isOwnPicture(kit: Kit, url: string): boolean {
  const { api, options } = contextOf(kit)
  if (
    url.startsWith('data:') ||
    Object.values(options.tokens ?? {}).some((tokens) =>
      tokens?.some(({ iconUrl }) => iconUrl === url),
    )
  )
    return true
  const origin = readUrl(ownUrl(api?.apiUrl ?? ''))?.origin
  return origin !== undefined && readUrl(url)?.origin === origin
}

/** Parses the description of a transaction. Undefined where it is missing or invalid. */
export function readDescription(json: unknown): TransactionDescription | undefined {
  const { operationType, sentTo, transfers } = partsOf(json)
  const known = operationTypes.find((one) => one === operationType)
  if (!known) return undefined
  const rows = Array.isArray(transfers)
    ? transfers.slice(0, counts.historyTransfers).flatMap(readTransfer)
    : []
  return {
    operationType: known,
    ...(isAddress(sentTo) && { sentTo }),
    ...(rows.length > 0 && { transfers: rows }),
  }
}

function readTransfer(json: unknown): readonly Transfer[] {
  const { direction, symbol, quantity, iconUrl, token } = partsOf(json)
  if ((direction !== 'in' && direction !== 'out') || typeof symbol !== 'string') return []
  if (typeof quantity !== 'string' || !/^\d{1,78}(\.\d{1,255})?$/.test(quantity)) return []
  return [
    {
      direction,
      symbol: cleanText(symbol),
      quantity,
      ...(isPicture(iconUrl) && { iconUrl }),
      ...(isAddress(token) && { token }),
    },
  ]
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const isText =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value)
const isHash = isText(/^[0-9A-Za-z]{1,128}$/)
const isReason = isText(/^[\w.]{1,100}$/)
const isAddress = isText(/^[-.%a-zA-Z0-9]{1,128}$/)
const isAsked = isText(/^[!-~]{1,4000}$/)
const isPicture = isText(/^(https?:\/\/.{1,2000}|data:image\/.{1,8000})$/)

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 8.64e15
}
