import { isEvmAddress } from '@latchkey/protocol/chains/evm'

type Eip681Request = { address: string; chainId: string; amount?: bigint; token?: string }

/**
 * The text of a payment QR code: the bare address if no amount and no token is requested, else a
 * payment link. Source: EIP-681
 * @param request.chainId decimal
 * @example formatPayment({ address: '0xf39F…2266', chainId: '1', amount: 10n ** 18n })
 * // ethereum:0xf39F…2266@1?value=1000000000000000000
 */
export function formatPayment({ address, chainId, amount, token }: Eip681Request): string {
  if (token !== undefined && isEvmAddress(token)) {
    const amountQuery = amount === undefined ? '' : `&uint256=${amount}`
    return `ethereum:${token}@${chainId}/transfer?address=${address}${amountQuery}`
  }
  return amount === undefined ? address : `ethereum:${address}@${chainId}?value=${amount}`
}
