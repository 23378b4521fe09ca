/** The forms of Polkadot's networks, namespace `polkadot`. */
import { fromBase58 } from '../base58.ts'
import { toHex } from '../hex.ts'
import type { OwnForms } from './ChainForms.ts'

const address = /^[1-9A-HJ-NP-Za-km-z]{36,50}$/
const hash = /^0x[0-9a-f]{64}$/i

/** The bytes of an address after its prefix: a key, and a checksum. */
const keyLength = 32
const checksumLength = 2

/**
 * Whether a value has the shape of an address, with the prefix of any network; its checksum is not
 * checked. An address has 35 or 36 bytes: its prefix has one or two. SS58
 */
export function isPolkadotAddress(value: unknown): value is string {
  return typeof value === 'string' && keyOf(value) !== undefined
}

/** The key in an address. Undefined for any other text. */
function keyOf(text: string): Uint8Array | undefined {
  if (!address.test(text)) return undefined
  const bytes = fromBase58(text)
  const prefixLength = bytes.length - keyLength - checksumLength
  return prefixLength === 1 || prefixLength === 2
    ? bytes.slice(prefixLength, -checksumLength)
    : undefined
}

/**
 * The forms of Polkadot. One account has another address on each network, so addresses are compared
 * by the key in them. The key of an address is that key in hex.
 */
export const polkadot = {
  name: 'Polkadot',
  reference: /^[0-9a-f]{32}$/,
  mainNetwork: '91b171bb158e2d3848fa23a9f1c25182',
  drawing: 'DOT',
  isAddress: isPolkadotAddress,
  addressKey: (text) => {
    const key = keyOf(text)
    return key ? `0x${toHex(key)}` : text
  },
  isTransactionHash: (value): value is string => typeof value === 'string' && hash.test(value),
  transactionKey: (text) => (hash.test(text) ? text.toLowerCase() : text),
  isEmbedded: true,
} as const satisfies OwnForms

/**
 * A transaction of a Polkadot network, before it is signed. `method` is the call's bytes in SCALE:
 * pallet, call and arguments. The kit adds the rest when it sends.
 */
export type PolkadotTransaction = { method: `0x${string}` }
