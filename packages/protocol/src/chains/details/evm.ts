/** What only some parts need of EVM networks. */
import { nativeTokenAddress } from '../evm.ts'
import type { ChainDetails } from './ChainDetails.ts'

const isTransactionHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/** The details of EVM. */
export const evmDetails: ChainDetails = {
  mainNetwork: '1',
  drawing: 'ETH',
  networkNames: {},
  transactionKey: (hash) => (/^0x[0-9a-f]*$/i.test(hash) ? hash.toLowerCase() : hash),
  hasNonce: true,
  nativeToken: nativeTokenAddress,
  isNftToken: false,
  signIn: {
    address: /^0x[\dA-Fa-f]{40}$/,
    isCaseChecksum: true,
    chain: /^\d{1,32}$/,
    isChainIdRead: false,
    isSparse: false,
  },
  isTransactionHash,
}
