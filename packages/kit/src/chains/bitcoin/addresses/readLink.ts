import { trimUnseen } from '@latchkey/protocol/trimUnseen'

/** The maximum length of a link, in characters. */
const maxCharacters = 2_000

/** A payment link. `quantity` is in whole coins. The address is not checked. */
export type PayLink = { address: string; quantity?: string }

/**
 * Reads a payment link. The scheme and the names of parameters may have upper case letters, as in
 * QR codes. Parameters that payers may ignore are ignored, such as `label` and `lightning`.
 * Undefined for any other text, for a link with two amounts, and for a link with a parameter that a
 * payer must understand (`req-…`). BIP-21
 */
export function readLink(text: string): PayLink | undefined {
  const plain = trimUnseen(text)
  const [, address, query = ''] =
    (plain.length <= maxCharacters &&
      /^bitcoin:(?:\/\/)?([\da-z]{1,90})(?:\?(.*))?$/i.exec(plain)) ||
    []
  if (address === undefined) return undefined
  const values = [...new URLSearchParams(query)].map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  )
  if (values.some(([name]) => name.startsWith('req-'))) return undefined
  const quantities = values.flatMap(([name, value]) => (name === 'amount' ? [value] : []))
  const [quantity] = quantities
  if (quantity === undefined) return { address }
  return quantities.length === 1 && /^(?:0|[1-9]\d{0,25})(?:\.\d{1,26})?$/.test(quantity)
    ? { address, quantity }
    : undefined
}
