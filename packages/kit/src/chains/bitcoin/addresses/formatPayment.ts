import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { PaymentRequest } from '../../../core/contracts/facets/addresses.ts'

/**
 * The text of a payment QR code: the bare address if no amount is requested, else a payment link,
 * with the amount in whole coins. BIP-21
 * @example formatPayment({ address: 'bc1q…f3t4', networkId, amount: 150_000n })
 * // bitcoin:bc1q…f3t4?amount=0.0015
 */
export function formatPayment({ address, amount }: PaymentRequest): string {
  return amount === undefined ? address : `bitcoin:${address}?amount=${formatUnits(amount, 8)}`
}
