import { polkadotNetworkOf, spelledFor } from '@latchkey/protocol/chains/polkadotNetworks'
import { genericPrefix, readSs58 } from '@latchkey/protocol/chains/ss58'
import type { Payment } from '../../../core/contracts/facets/addresses.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { decimalsOf } from './formatPayment.ts'
import { readLink } from './readLink.ts'
import { isOfNetwork } from './readRecipient.ts'

/**
 * Reads a payment link. Undefined for any other text, for a link of another network, and for an
 * amount in another coin or with more decimals than the network's own token.
 */
export function readPayment(kit: Kit, text: string, networkId: string): Payment | undefined {
  const link = readLink(text)
  const to = link && spelledFor(networkId, link.address)
  if (!to || !isOfNetwork(link, networkId)) return undefined
  if (link.quantity === undefined) return { to }
  if (!isInCoinOf(networkId, link.address)) return undefined
  const decimals = decimalsOf(kit, networkId)
  const [whole = '', fraction = ''] = link.quantity.split('.')
  // trailing zeros are ignored; any other digit beyond the decimals makes the link invalid
  const digits = fraction.replace(/0+$/, '')
  return decimals === undefined || digits.length > decimals
    ? undefined
    : { to, amount: BigInt(whole + digits.padEnd(decimals, '0')) }
}

/**
 * Whether an amount in a link is in the network's coin. The same account has another address on
 * each network, so the prefix names the coin, but for the generic one.
 */
function isInCoinOf(networkId: string, address: string): boolean {
  const prefix = readSs58(address)?.prefix
  const own = polkadotNetworkOf(networkId)?.prefix
  return own === undefined || prefix === own || prefix === genericPrefix
}
