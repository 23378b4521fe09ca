import { addressKey } from '@latchkey/protocol/address'
import type { Payment } from '../../../core/contracts/facets/addresses.ts'
import { scriptOf } from '../wire/scripts.ts'
import { readLink } from './readLink.ts'

/** The decimals of a bitcoin. */
const decimals = 8

/**
 * Reads a payment link. Undefined for any other text, for an address of another network, and for an
 * amount with more than eight decimals. BIP-21
 */
export function readPayment(text: string, networkId: string): Payment | undefined {
  const link = readLink(text)
  if (!link || !scriptOf(link.address, networkId)) return undefined
  const to = addressKey(link.address)
  if (link.quantity === undefined) return { to }
  const [whole = '', fraction = ''] = link.quantity.split('.')
  // trailing zeros are ignored; any other digit beyond the decimals makes the link invalid
  const digits = fraction.replace(/0+$/, '')
  return digits.length > decimals
    ? undefined
    : { to, amount: BigInt(whole + digits.padEnd(decimals, '0')) }
}
