/** The forms of a chain that declares no forms of its own. */
import type { ChainForms } from './ChainForms.ts'
import { nativeTokenAddress } from './evm.ts'

/** Whether a value can be an address on any network. CAIP-10 */
const isAnyAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^[-.%a-zA-Z0-9]{1,128}$/.test(value)

/** Whether a value can be the hash of a transaction on any network. */
const isAnyTransactionHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9A-Za-z]{1,128}$/.test(value)

/** The form of a network's reference in any namespace. CAIP-2 */
const anyReference = /^[-_a-zA-Z0-9]{1,32}$/

/** The key of a text that has only one spelling. */
const unchanged = (text: string): string => text

/** The forms that a chain has if it declares no others. */
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
  hasRestNodes: false,
  isServed: false,
  isEmbedded: false,
}
