/** The forms of Bitcoin's networks, namespace `bip122`, for ids and sign-ins. */
import type { OwnForms } from './ChainForms.ts'

/** An address in Bech32. Its letters are all lower case or all upper case (in QR codes). BIP-173 */
const bech32 = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

/** The forms of Bitcoin. A Bech32 address has two spellings: lower case and upper case. */
export const bitcoin = {
  name: 'Bitcoin',
  mainNetwork: '000000000019d6689c085ae165831e93',
  drawing: 'BTC',
  addressKey: (address) => (bech32.test(address) ? address.toLowerCase() : address),
} as const satisfies OwnForms
