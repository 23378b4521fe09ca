import type { Payment } from '../../../core/contracts/facets/addresses.ts'
import { readLink } from './readLink.ts'

/**
 * Reads a Solana Pay link. Undefined for a link with a memo or a reference: the kit can't add them
 * to the transfer, and the payee would not recognise the payment without them.
 * @throws the errors of `decimalsOf`
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
  // trailing zeros are ignored; any other digit beyond the decimals makes the link invalid
  const digits = fraction.replace(/0+$/, '')
  return digits.length > decimals
    ? undefined
    : { to, amount: BigInt(whole + digits.padEnd(decimals, '0')), ...about }
}
