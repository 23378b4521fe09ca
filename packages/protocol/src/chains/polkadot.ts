/** The forms of Polkadot's networks, namespace `polkadot`. */
import { fromBase58 } from '../fromBase58.ts'
import { toHex } from '../toHex.ts'
import type { OwnForms } from './ChainForms.ts'
import { evm } from './evm.ts'

/**
 * Whether a value has the shape of an address, with the prefix of any network; its checksum is not
 * checked. SS58
 */
export function isPolkadotAddress(value: unknown): value is string {
  return typeof value === 'string' && keyOf(value) !== undefined
}

/**
 * The key in an address, in hex. Undefined for any other text. An address has a prefix of one or
 * two bytes, the key of 32 and a checksum of two.
 */
function keyOf(text: string): string | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{36,50}$/.test(text)) return undefined
  const hex = toHex(fromBase58(text))
  return hex.length === 70 || hex.length === 72 ? `0x${hex.slice(-68, -4)}` : undefined
}

/**
 * The forms of Polkadot. One account has another address on each network, so addresses are compared
 * by the key in them. The key of an address is that key in hex. Hashes look like those of EVM
 * networks.
 */
export const polkadot = {
  name: 'Polkadot',
  reference: /^[0-9a-f]{32}$/,
  mainNetwork: '91b171bb158e2d3848fa23a9f1c25182',
  drawing: 'DOT',
  isAddress: isPolkadotAddress,
  addressKey: (text) => keyOf(text) ?? text,
  isTransactionHash: evm.isTransactionHash,
  transactionKey: evm.transactionKey,
  isEmbedded: true,
} as const satisfies OwnForms

/**
 * A transaction of a Polkadot network, before it is signed. `method` is the call's bytes in SCALE:
 * pallet, call and arguments. The kit adds the rest when it sends.
 */
export type PolkadotTransaction = { method: `0x${string}` }
