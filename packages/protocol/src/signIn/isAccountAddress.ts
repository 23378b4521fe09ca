import { fromBase58 } from '../base58.ts'
import { signInFormsOf } from '../chains/signInForms.ts'
import type { Namespace } from '../chains/registry.ts'
import { isChecksummed } from './isChecksummed.ts'

/**
 * Whether a sign-in may contain this text as an address. For EIP-155 it must have the checksum of
 * EIP-55. The checksums of Bitcoin and Polkadot are checked together with the signature.
 */
export function isAccountAddress(text: string, namespace: Namespace): boolean {
  const { address, addressBytes, isCaseChecksum } = signInFormsOf(namespace)
  if (!address.test(text)) return false
  if (isCaseChecksum && !isChecksummed(text)) return false
  return addressBytes === undefined || addressBytes.includes(fromBase58(text).length)
}
