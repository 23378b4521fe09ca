/** What only some parts need of Polkadot's networks. */
import { isAnyTransactionHash, unchanged } from '../anyForm.ts'
import { nativeTokenAddress } from '../evm.ts'
import type { ChainDetails } from './ChainDetails.ts'

/** The details of Polkadot. */
export const polkadotDetails: ChainDetails = {
  mainNetwork: '91b171bb158e2d3848fa23a9f1c25182',
  drawing: 'DOT',
  networkNames: {},
  isTransactionHash: isAnyTransactionHash,
  transactionKey: unchanged,
  hasNonce: false,
  nativeToken: nativeTokenAddress,
  isNftToken: false,
  signIn: {
    address: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
    // a key with a prefix of one or two bytes and a checksum of two
    addressBytes: [35, 36],
    isCaseChecksum: false,
    chain: /^[a-z\d:]{1,48}$/,
    isChainIdRead: true,
    isSparse: false,
  },
}
