import type { AccountId } from '@latchkey/protocol/caip'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { readAccountId } from '../../core/options/readAccountId.ts'

/**
 * A payment request: the account, and optionally an amount and a token. The amount is in the
 * token's smallest unit. Without `token` it is for the native token.
 */
export type PaymentRequest = {
  accountId: AccountId | (string & {})
  amount?: bigint
  token?: string
}

/**
 * Returns the text of a payment QR code: the address alone if nothing else is requested, else a
 * payment link of the account's chain. eip155: EIP-681; solana: Solana Pay;
 * bip122: BIP-21; polkadot: a link of the kit's own.
 * @throws KitError caipInvalid; connectionMissing for a namespace without an adapter; the node's
 *   error if a token's decimals must be requested
 * @example await paymentUri(kit, { accountId: 'eip155:1:0xf39F…2266', amount: 10n ** 18n })
 * // ethereum:0xf39F…2266@1?value=1000000000000000000
 */
export async function paymentUri(
  kit: Kit,
  { accountId, amount, token }: PaymentRequest,
): Promise<string> {
  const { address, networkId } = readAccountId(accountId)
  const { formatPayment } = await facetOf(kit, networkId, 'addresses')
  return formatPayment({ address, networkId, amount, token })
}
