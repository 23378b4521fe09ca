import type { AccountId } from '@latchkey/protocol/caip'
import { facetOf } from '../core/facetOf.ts'
import type { Kit } from '../core/kit.ts'
import { readAccountId } from '../core/readAccountId.ts'

/**
 * A payment request: the account, and perhaps an amount, in the smallest unit of the token, or of
 * the network's own token without `token`.
 */
export type PaymentRequest = {
  accountId: AccountId | (string & {})
  amount?: bigint
  token?: string
}

/**
 * The text of a payment QR code: the bare address where nothing more is requested, else a payment
 * link of the account's chain. eip155: EIP-681; solana: Solana Pay.
 * @throws KitError caipInvalid; connectionMissing for a namespace without an adapter; what the node
 *   answers where a token's decimals have to be asked for
 * @example await paymentUri(kit, { accountId: 'eip155:1:0xf39F…2266', amount: 10n ** 18n }) //
 *   ethereum:0xf39F…2266@1?value=1000000000000000000
 */
export async function paymentUri(
  kit: Kit,
  { accountId, amount, token }: PaymentRequest,
): Promise<string> {
  const { address, networkId } = readAccountId(accountId)
  const { formatPayment } = await facetOf(kit, networkId, 'addresses')
  return formatPayment({ address, networkId, amount, token })
}
