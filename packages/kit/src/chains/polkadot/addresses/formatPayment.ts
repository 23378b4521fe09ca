import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { PaymentRequest } from '../../../core/contracts/facets/addresses.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'

/** The decimals of a network's own token. Undefined for a network that the site does not have. */
export const decimalsOf = (kit: Kit, networkId: string): number | undefined =>
  contextOf(kit).networks.find((entry) => entry.networkId === networkId)?.network.nativeCurrency
    .decimals

/**
 * The text of a payment QR code: the bare address if no amount is requested, because all wallets
 * read that. Else a payment link in the form of BIP-21, with the amount in whole coins. Polkadot
 * has no standard for amounts.
 * @example formatPayment(kit, { address: '15oF…r6Sp5', networkId, amount: 15_000_000_000n })
 * // polkadot:15oF…r6Sp5?amount=1.5
 */
export function formatPayment(kit: Kit, { address, networkId, amount }: PaymentRequest): string {
  const decimals = decimalsOf(kit, networkId)
  return amount === undefined || decimals === undefined
    ? address
    : `polkadot:${address}?amount=${formatUnits(amount, decimals)}`
}
