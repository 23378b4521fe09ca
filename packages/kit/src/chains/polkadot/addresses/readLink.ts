import { readSs58 } from '@latchkey/protocol/chains/ss58'
import { toHex } from '@latchkey/protocol/hex'
import { trimUnseen } from '@latchkey/protocol/trimUnseen'

/** The maximum length of a link, in characters. */
const maxCharacters = 2_000

/**
 * A payment link. `quantity` is in whole coins. `genesis` is the hash of the first block of its
 * network, without `0x`. The address is not checked.
 */
export type PayLink = { address: string; quantity?: string; genesis?: string }

/**
 * Reads a payment link of one of two forms:
 * - `polkadot:<address>?amount=<whole coins>`, as the kit writes it
 * - `substrate:<address>:<hash or key>:<name>`, as wallets write it. Some name the hash of the
 *   network's first block, others the key in the address
 *
 * Undefined for any other text, and for a link with two amounts.
 */
export function readLink(text: string): PayLink | undefined {
  const plain = trimUnseen(text)
  if (plain.length > maxCharacters) return undefined
  return readCoded(plain) ?? readOwn(plain)
}

function readCoded(text: string): PayLink | undefined {
  const [, address, hex] =
    /^substrate:([1-9A-HJ-NP-Za-km-z]{36,50})(?::0x([\da-f]{64}))?(?::.*)?$/is.exec(text) ?? []
  if (address === undefined) return undefined
  const key = readSs58(address)?.key
  const isGenesis = hex !== undefined && (!key || toHex(key) !== hex.toLowerCase())
  return { address, ...(isGenesis && { genesis: hex.toLowerCase() }) }
}

function readOwn(text: string): PayLink | undefined {
  const [, address, query = ''] =
    /^polkadot:(?:\/\/)?([1-9A-HJ-NP-Za-km-z]{36,50})(?:\?(.*))?$/i.exec(text) ?? []
  if (address === undefined) return undefined
  const quantities = new URLSearchParams(query).getAll('amount')
  const [quantity] = quantities
  if (quantity === undefined) return { address }
  return quantities.length === 1 && /^(?:0|[1-9]\d{0,25})(?:\.\d{1,26})?$/.test(quantity)
    ? { address, quantity }
    : undefined
}
