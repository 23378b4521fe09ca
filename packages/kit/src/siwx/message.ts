import { createSignIn } from '@latchkey/protocol/signIn/createSignIn'
import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import type { Kit } from '../core/kit.ts'
import type { SiwxAccount, SiwxMessage } from '../core/siwx.ts'

/** What a site says of its sign-ins. */
export type SignInOptions = {
  /** What the visitor agrees to: one line, which the wallet shows. */
  statement?: string
  /** URIs that the sign-in is for. */
  resources?: readonly string[]
  /** Milliseconds for which a sign-in holds. @default 7 days */
  lifetime?: number
  /** Whether a visitor who does not sign in is disconnected. @default true */
  required?: boolean
  /** Whether an account that disconnects is signed out. @default true */
  signOutOnDisconnect?: boolean
}

const week = 7 * 24 * 60 * 60 * 1_000

/**
 * The message of a sign-in at this page, by the rules of the account's namespace: EIP-4361,
 * CAIP-122, Sign In With Solana. @param now milliseconds since 1970. @throws SignInError which
 * names what is wrong
 */
export function createMessage(
  { context: { clock, options } }: Kit,
  { chainId, accountAddress }: SiwxAccount,
  nonce: string,
  { statement, resources, lifetime = week }: SignInOptions,
  now = clock.now(),
): SiwxMessage {
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
