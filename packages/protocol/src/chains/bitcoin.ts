/** The forms of Bitcoin's networks, namespace `bip122`: those that ids and sign-ins need. */
import type { OwnForms } from './ChainForms.ts'

/** An address in Bech32. All its letters have one case, which is upper case in QR codes. BIP-173 */
const bech32 = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

/** Bitcoin: an address in Bech32 has two spellings. */
export const bitcoin = {
  name: 'Bitcoin',
  mainNetwork: '000000000019d6689c085ae165831e93',
  drawing: 'BTC',
  addressKey: (address) => (bech32.test(address) ? address.toLowerCase() : address),
} as const satisfies OwnForms
