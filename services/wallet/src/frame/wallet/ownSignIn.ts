import { isNumbered } from '@latchkey/protocol/namespace'
import type { getUser } from '@latchkey/protocol/frame/frame'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { SignInError } from '@latchkey/protocol/signIn/SignInError'
import type { InferOutput } from 'valibot'
import { faultOfSignIn, readSignIn } from '../approve/message/readSignIn.ts'
import type { Network } from './network.ts'

/** A sign-in within a login: the parameter of GET_USER. */
export type SignInRequest = NonNullable<
  NonNullable<InferOutput<typeof getUser.params>>['siwxMessage']
>

/**
 * The text of a sign-in for which the login is enough consent: for the site's own domain,
 * valid now, on the current network, and without resources, which could be rights.
 * @returns undefined for anything else, which the visitor has to read
 */
export function ownSignIn(
  { domain, uri, version, nonce, issuedAt, chainId, ...optional }: SignInRequest,
  { address, network, origin }: { address: string; network: Network; origin: string },
): string | undefined {
  const { networkId, namespace, reference } = network
  // Within a login, the wallet signs only sign-ins in the form of EIP-4361, whose networks have a
  // number.
  if (!isNumbered(namespace) || (chainId !== networkId && String(chainId) !== reference))
    return undefined
  const rest = Object.fromEntries(
    Object.entries(optional).filter(([, value]) => value !== undefined && value !== null),
  )
  try {
    const text = formatSignIn({
      ...rest,
      domain,
      uri,
      version: version as '1',
      nonce,
      issuedAt: issuedAt ?? '',
      accountAddress: address,
      chainId: networkId,
    }) // `formatSignIn` refuses other versions
    const read = readSignIn(text)
    return typeof read === 'object' &&
      !read.hasResources &&
      !faultOfSignIn(read, { origin, address, network })
      ? text
      : undefined
  } catch (error) {
    if (error instanceof SignInError) return undefined
    throw error
  }
}
