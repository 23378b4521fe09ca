/** The forms of Bitcoin's networks, namespace `bip122`: those that ids and sign-ins need. */
import { anyReference, isAnyAddress, isAnyTransactionHash, unchanged } from './anyForm.ts'
import type { ChainForms } from './ChainForms.ts'
import { nativeTokenAddress } from './evm.ts'

/** An address in Bech32, in one case throughout: a code has capitals. BIP-173 */
const bech32 = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87}|(?:BC|TB|BCRT)1[02-9AC-HJ-NP-Z]{8,87})$/

/** Bitcoin: an address in Bech32 has two spellings. */
export const bitcoin = {
  name: 'Bitcoin',
  reference: anyReference,
  isNumbered: false,
  mainNetwork: '000000000019d6689c085ae165831e93',
  drawing: 'BTC',
  networkNames: {},
  addressPrefix: '',
  isAddress: isAnyAddress,
  addressKey: (address) => (bech32.test(address) ? address.toLowerCase() : address),
  isTransactionHash: isAnyTransactionHash,
  transactionKey: unchanged,
  hasNonce: false,
  nativeToken: nativeTokenAddress,
  isNftToken: false,
  isServed: false,
  isEmbedded: false,
  signIn: {
    address: /^(?:[1-9A-HJ-NP-Za-km-z]{26,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$/,
    isCaseChecksum: false,
    chain: /^[a-z\d:]{1,48}$/,
    isChainIdRead: true,
    isSparse: false,
  },
} as const satisfies ChainForms
