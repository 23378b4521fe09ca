import { isBitcoinAddress } from '@latchkey/protocol/chains/bitcoin'

/**
 * The spelling of an address or a payment link for a QR code: a Bech32 address in upper case, which
 * needs a smaller code. An address in base58 has only one spelling. BIP-173
 */
export const formatCode = (text: string): string =>
  text.replace(
    /^((?:bitcoin:)?)((?:bc|tb|bcrt)1[\da-z]+)/,
    (found, scheme: string, address: string) =>
      isBitcoinAddress(address) ? scheme + address.toUpperCase() : found,
  )
