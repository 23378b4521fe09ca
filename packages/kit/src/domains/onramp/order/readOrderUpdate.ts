import { isSameAddress } from '@latchkey/protocol/address'
import { parseNetworkId } from '@latchkey/protocol/caip'
import type { OnrampOrder } from '@latchkey/protocol/onramp'
import { isTransactionHash } from '@latchkey/protocol/transactionHash'
import { cleanText } from '../../../core/text/cleanText.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { isFinished } from '../../../core/contracts/order.ts'
import type { Order } from '../../../core/contracts/order.ts'
import { isEqual, scaled } from '../decimal.ts'
import { ranks } from './orders.ts'

/**
 * The maximum ratio between the received and the offered amount, in either direction. If they
 * differ more, the answer must be about another order.
 */
const maxRatio = 2n

/**
 * Applies the API's answer to an order. Returns the same object if nothing has changed.
 * @throws KitError answerInvalid if the answer is about another account, network or payment, or its
 *   amounts are implausible
 */
export function readOrderUpdate(order: Order, update: OnrampOrder): Order {
  const { payment, purchase, state, hash, reason, updatedAt } = update
  const isSame =
    update.orderId === order.orderId &&
    update.chainId === order.networkId &&
    isSameAddress(update.walletAddress, order.address) &&
    payment.currency === order.payment.currency &&
    isEqual(payment.amount, order.payment.amount) &&
    purchase.currency === order.purchase.symbol &&
    isPlausible(purchase.amount, order.purchase.amount)
  if (!isSame) throw kitError('answerInvalid', { details: 'The API tells of another order.' })
  if (hash && !isTransactionHash(hash, parseNetworkId(order.networkId).namespace))
    throw kitError('answerInvalid', { details: 'The hash of the order is none.' })
  if (
    isFinished(order) ||
    ranks[state] < ranks[order.state] ||
    (state === order.state && (hash ?? undefined) === order.hash)
  )
    return order
  const text = cleanText(reason)
  return {
    ...order,
    state,
    purchase: { ...order.purchase, amount: purchase.amount },
    updatedAt:
      Number.isFinite(updatedAt) && Math.abs(updatedAt) <= 8.64e15
        ? Math.max(updatedAt, order.startedAt)
        : order.updatedAt,
    ...(hash && { hash }),
    ...(state === 'failed' && text && { reason: text }),
  }
}

/** Whether an amount is near the offered amount. It need not be equal: the price may have moved. */
function isPlausible(amount: string, offeredText: string | undefined): boolean {
  const [receivedAmount, offeredAmount] = [scaled(amount), scaled(offeredText ?? amount)]
  return (
    receivedAmount !== undefined &&
    offeredAmount !== undefined &&
    receivedAmount > 0n &&
    receivedAmount <= offeredAmount * maxRatio &&
    offeredAmount <= receivedAmount * maxRatio
  )
}
