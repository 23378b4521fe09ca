/** Forms of chains that declare none of their own. */
import type { ChainForms } from './ChainForms.ts'
import { nativeTokenAddress } from './evm.ts'

/** Whether a value can be an address of any network. CAIP-10 */
const isAnyAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^[-.%a-zA-Z0-9]{1,128}$/.test(value)

/** Whether a value can be the hash of a transaction of any network. */
const isAnyTransactionHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,128}$/.test(value)

/** The reference of a network of any namespace. CAIP-2 */
const anyReference = /^[-_a-zA-Z0-9]{1,32}$/

/** The key of a text with only one spelling. */
const unchanged = (text: string): string => text

/** The forms of a chain that declares no others. */
export const anyChain: Omit<ChainForms, 'name' | 'mainNetwork' | 'drawing'> = {
  reference: anyReference,
  isNumbered: false,
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
}
