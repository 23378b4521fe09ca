import type { Payment } from '../../../core/facets/addresses.ts'
import { readLink } from './readLink.ts'

/**
 * Reads a link of Solana Pay. One that asks for a memo or a reference is none of the kit's: without
 * these the payee would not know the payment.
 * @throws what `decimalsOf` does
 */
export async function readPayment(
  text: string,
  decimalsOf: (token: string | undefined) => Promise<number>,
): Promise<Payment | undefined> {
  const link = readLink(text)
  if (!link || link.isBound) return undefined
  const { to, quantity, token } = link
  const about = token === undefined ? {} : { token }
  if (quantity === undefined) return { to, ...about }
  const decimals = await decimalsOf(token)
  const [whole = '', fraction = ''] = quantity.split('.')
  // zeros at the end say nothing; any other digit would be lost
  const digits = fraction.replace(/0+$/, '')
  return digits.length > decimals
    ? undefined
    : { to, amount: BigInt(whole + digits.padEnd(decimals, '0')), ...about }
}
