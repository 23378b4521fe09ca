import { spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import type { Payment } from '../../../core/contracts/facets/addresses.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { decimalsOf } from './formatPayment.ts'
import { readLink } from './readLink.ts'
import { isOfNetwork } from './readRecipient.ts'

/**
 * Reads a payment link. Undefined for any other text, for a link of another network, and for an
 * amount with more decimals than the network's own token.
 */
export function readPayment(kit: Kit, text: string, networkId: string): Payment | undefined {
  const link = readLink(text)
  const to = link && spelledFor(networkId, link.address)
  if (!to || !isOfNetwork(link, networkId)) return undefined
  if (link.quantity === undefined) return { to }
  const decimals = decimalsOf(kit, networkId)
  const [whole = '', fraction = ''] = link.quantity.split('.')
  // trailing zeros are ignored; any other digit beyond the decimals makes the link invalid
  const digits = fraction.replace(/0+$/, '')
  return decimals === undefined || digits.length > decimals
    ? undefined
    : { to, amount: BigInt(whole + digits.padEnd(decimals, '0')) }
}
