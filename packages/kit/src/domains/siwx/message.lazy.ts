import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import type { Kit } from '../../core/kit/kit.ts'
import type { SiwxAccount, SiwxMessage } from '../../core/contracts/siwx.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The options of sign-ins. */
export type SignInOptions = {
  /** The text to which the visitor agrees. It is one line, which the wallet shows. */
  statement?: string
  /** URIs of resources that the sign-in covers. */
  resources?: readonly string[]
  /** Milliseconds for which a sign-in is valid. @default 7 days */
  lifetime?: number
  /** Whether to disconnect a visitor who does not sign in. @default true */
  required?: boolean
  /** Whether to sign out an account that disconnects. @default true */
  signOutOnDisconnect?: boolean
}

const week = 7 * 24 * 60 * 60 * 1_000

/**
 * Creates the message that signs in to this page, by the standard of the account's namespace:
 * EIP-4361, CAIP-122, Sign In With Solana.
 * @param now milliseconds since 1970
 * @throws SignInError with the invalid field
 */
export function createMessage(
  kit: Kit,
  { chainId, accountAddress }: SiwxAccount,
  nonce: string,
  { statement, resources, lifetime = week }: SignInOptions,
  now = contextOf(kit).clock.now(),
): SiwxMessage {
  const { options } = contextOf(kit)
  const { host, origin } = globalThis.location ?? new URL(options.metadata.url)
  const data = createSignIn({
    chainId,
    accountAddress,
    domain: host,
    uri: origin,
    nonce,
    now,
    lifetime,
    ...(statement !== undefined && { statement }),
    ...(resources && { resources }),
  })
  const text = formatSignIn(data)
  return { ...data, chainId, toString: () => text }
}
