import { signInFormsOf } from '../chains/signInForms.ts'
import { chainOfText } from './chainOfText.ts'
import { isAccountAddress } from './isAccountAddress.ts'
import { readSignInText } from './readSignInText.ts'
import { SignInError } from './SignInError.ts'
import type { SignInMessage } from './signInMessage.ts'

/**
 * Reads the values of a sign-in message from its exact text: EIP-4361 for `eip155`, Sign In With
 * Solana for `solana`, CAIP-122 for `bip122` and `polkadot`. A message that lacks a required field
 * of `SignInMessage` is refused, even if its own standard allows that.
 * @throws SignInError which names the field
 */
export function parseSignIn(text: string): SignInMessage {
  const { namespace, address, isCompact, uri, version, nonce, issuedAt, chainId, ...rest } =
    readSignInText(text)
  if (isCompact && !signInFormsOf(namespace).isSparse) throw new SignInError('text', 'malformed')
  if (!isAccountAddress(address, namespace)) throw new SignInError('accountAddress', 'malformed')
  const chain = chainOfText(present('chainId', chainId), namespace)
  if (chain === undefined) throw new SignInError('chainId', 'malformed')
  present('version', version)
  return {
    ...rest,
    chainId: chain,
    accountAddress: address,
    uri: present('uri', uri),
    version: '1',
    nonce: present('nonce', nonce),
    issuedAt: present('issuedAt', issuedAt),
  }
}

function present(field: SignInError['field'], value: string | undefined): string {
  if (value === undefined) throw new SignInError(field, 'missing')
  return value
}
