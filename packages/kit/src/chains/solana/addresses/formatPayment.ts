import type { PaymentRequest } from '../../../core/contracts/facets/addresses.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'

/**
 * The text of a payment QR code: the bare address if no amount and no token is requested, else a
 * Solana Pay link, with the amount in whole tokens.
 * @example await formatPayment({ address: '7S3P…aaKv', networkId, amount: 1_500_000_000n }, async
 *   () => 9)
 * // solana:7S3P…aaKv?amount=1.5
 */
export async function formatPayment(
  { address, amount, token }: PaymentRequest,
  decimalsOf: (token: string | undefined) => Promise<number>,
): Promise<string> {
  if (amount === undefined && token === undefined) return address
  const query = new URLSearchParams()
  if (amount !== undefined) query.set('amount', formatUnits(amount, await decimalsOf(token)))
  if (token !== undefined) query.set('spl-token', token)
  return `solana:${address}?${query}`
}
