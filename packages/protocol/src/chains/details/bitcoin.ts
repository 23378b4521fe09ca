/** What only some parts need of Bitcoin's networks. */
import { isAnyTransactionHash, unchanged } from '../anyForm.ts'
import { nativeTokenAddress } from '../evm.ts'
import type { ChainDetails } from './ChainDetails.ts'

/** The details of Bitcoin. */
export const bitcoinDetails: ChainDetails = {
  mainNetwork: '000000000019d6689c085ae165831e93',
  drawing: 'BTC',
  networkNames: {},
  isTransactionHash: isAnyTransactionHash,
  transactionKey: unchanged,
  hasNonce: false,
  nativeToken: nativeTokenAddress,
  isNftToken: false,
  signIn: {
    address: /^(?:[1-9A-HJ-NP-Za-km-z]{26,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{8,87})$/,
    isCaseChecksum: false,
    chain: /^[a-z\d:]{1,48}$/,
    isChainIdRead: true,
    isSparse: false,
  },
}
