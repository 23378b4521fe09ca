/** The forms of Polkadot's networks, namespace `polkadot`: those that ids and sign-ins need. */
import { anyReference, isAnyAddress, isAnyTransactionHash, unchanged } from './anyForm.ts'
import type { ChainForms } from './ChainForms.ts'
import { nativeTokenAddress } from './evm.ts'

/** Polkadot: any text that may be an address is one here. */
export const polkadot = {
  name: 'Polkadot',
  reference: anyReference,
  isNumbered: false,
  mainNetwork: '91b171bb158e2d3848fa23a9f1c25182',
  drawing: 'DOT',
  networkNames: {},
  addressPrefix: '',
  isAddress: isAnyAddress,
  addressKey: unchanged,
  isTransactionHash: isAnyTransactionHash,
  transactionKey: unchanged,
  hasNonce: false,
  nativeToken: nativeTokenAddress,
  isNftToken: false,
  isServed: false,
  isEmbedded: false,
  signIn: {
    address: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
    // a key with a prefix of one or two bytes and a checksum of two
    addressBytes: [35, 36],
    isCaseChecksum: false,
    chain: /^[a-z\d:]{1,48}$/,
    isChainIdRead: true,
    isSparse: false,
  },
} as const satisfies ChainForms
