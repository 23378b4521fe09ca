import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'
import type { Payment } from '../../../core/contracts/facets/addresses.ts'

/** The maximum length of a link, in characters. */
const maxCharacters = 400
/** 2^256. A valid amount is smaller than this. */
const tooLarge = 1n << 256n

/**
 * Reads a payment link in the form of the kit's own QR codes:
 * - `ethereum:<recipient>@<chain>?value=…`
 * - `ethereum:<token>@<chain>/transfer?address=<recipient>&uint256=…`
 *
 * Source: EIP-681
 * @param chainId decimal, of the network to send on
 * @returns undefined if the text has another form, is for another network, or has an invalid amount
 */
export function readPayment(text: string, chainId: string | undefined): Payment | undefined {
  const plain = trimUnseen(text)
  if (plain.length > maxCharacters) return undefined
  const [, target, chain = chainId, call, query] =
    /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d+))?(\/transfer)?(?:\?(.*))?$/.exec(
      plain.replace(/^ethereum:(?:pay-)?(?:0x)?/i, (start) => start.toLowerCase()),
    ) ?? []
  if (!isEvmAddress(target) || chain !== chainId) return undefined
  const values = new URLSearchParams(query)
  const [amounts, recipients] = [
    values.getAll(call ? 'uint256' : 'value'),
    values.getAll('address'),
  ]
  if (amounts.length > 1 || recipients.length > 1) return undefined
  const amount = amounts[0] === undefined ? undefined : readInteger(amounts[0])
  if (amount === null) return undefined
  if (!call) return { to: target, amount }
  const [to] = recipients
  return isEvmAddress(to) ? { to, amount, token: target } : undefined
}

/**
 * Reads a whole number of a payment link, for example `25` or `2.5e18`. Null for any other text.
 */
function readInteger(text: string): bigint | null {
  const [, whole, fraction = '', exponent = '0'] =
    /^(\d{1,80})(?:\.(\d{1,80}))?(?:[eE](\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > Number(exponent)) return null
  const amount = BigInt(whole + fraction.padEnd(Number(exponent), '0'))
  return amount < tooLarge ? amount : null
}
