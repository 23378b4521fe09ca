import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { Payment } from '../../../core/facets/addresses.ts'

/** Characters of a link that are looked at. */
const mostCharacters = 400
/** More than anything can hold: 2^256. */
const tooLarge = 1n << 256n

/**
 * Reads a payment link as the kit's own codes have it: `ethereum:<recipient>@<chain>?value=…`, or
 * `ethereum:<token>@<chain>/transfer?address=<recipient>&uint256=…`. Source: EIP-681
 * @param chainId decimal, of the network that is sent on
 * @returns undefined for what is no such link, is for another network, or asks for no clear amount
 */
export function readPayment(text: string, chainId: string | undefined): Payment | undefined {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  if (plain.length > mostCharacters) return undefined
  const [, target, chain = chainId, call, query] = /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@(\d+))?(\/transfer)?(?:\?(.*))?$/.exec(plain) ?? []
  if (!isEvmAddress(target) || chain !== chainId) return undefined
  const values = new URLSearchParams(query)
  const [amounts, recipients] = [values.getAll(call ? 'uint256' : 'value'), values.getAll('address')]
  if (amounts.length > 1 || recipients.length > 1) return undefined
  const amount = amounts[0] === undefined ? undefined : readInteger(amounts[0])
  if (amount === null) return undefined
  if (!call) return { to: target, amount }
  const [to] = recipients
  return isEvmAddress(to) ? { to, amount, token: target } : undefined
}

/** A whole number as these links write it, `2.5e18` too; null for what is none. */
function readInteger(text: string): bigint | null {
  const [, whole, fraction = '', exponent = '0'] = /^(\d{1,80})(?:\.(\d{1,80}))?(?:[eE](\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined || fraction.length > Number(exponent)) return null
  const amount = BigInt(whole + fraction.padEnd(Number(exponent), '0'))
  return amount < tooLarge ? amount : null
}
