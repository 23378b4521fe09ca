import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import { readInstant } from '@latchkey/protocol/signIn/readInstant'
import { SignInError } from '@latchkey/protocol/signIn/SignInError'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { readUrl } from '@latchkey/protocol/readUrl'
import { SiwxError } from './SiwxError.ts'
import { verifySignature } from './verify/verifySignature.ts'
import type { Nodes } from './verify/verifyEvm.ts'

/** The conditions of a valid sign-in. */
export type SignInRules = Nodes & {
  /**
   * Host of the site, with its port unless it is the default port: `example.org`,
   * `localhost:3000`.
   */
  domain: string
  /** Origin of the site. @default `https://` and the domain; `http://` for localhost */
  origin?: string
  /** The required nonce. @default any nonce is accepted, and the caller must compare it */
  nonce?: string
  /** The accepted networks, as CAIP-2 ids. @default all */
  chains?: readonly string[]
  /** The milliseconds that a visitor's clock may be ahead. @default 60 s */
  skew?: number
  /** The clock, in milliseconds since 1970. @default the system's clock */
  clock?: { now(): number }
}

/** The origin of the pages that may sign in. */
export function originOf({ domain, origin }: Pick<SignInRules, 'domain' | 'origin'>): string {
  return origin ?? `${isOwnComputer(domain) ? 'http' : 'https'}://${domain}`
}

/**
 * Whether a host is the server's own computer, where pages need no TLS. W3C Secure Contexts, 3.1
 */
export const isOwnComputer = (domain: string) =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(domain)

/**
 * Verifies a sign-in: that it is for this site, valid now, and signed by its account. Returns the
 * values of the message. The caller must ensure that each nonce is used only once, as
 * `createSiwxServer` does.
 * @throws SiwxError
 */
export async function verifySignIn(
  { message, signature }: { message: string; signature: string },
  rules: SignInRules,
): Promise<SignInMessage> {
  const read = readMessage(message)
  checkPlace(read, rules)
  checkTimes(read, rules)
  if (rules.nonce !== undefined && read.nonce !== rules.nonce) throw new SiwxError('nonceRefused')
  const { chainId, accountAddress: address } = read
  if (!(await verifySignature({ chainId, address, message, signature }, rules)))
    throw new SiwxError('signatureInvalid')
  return read
}

/**
 * Parses a message.
 * @throws SiwxError `messageInvalid`, with the invalid field as `details`
 */
export function readMessage(text: string): SignInMessage {
  try {
    return parseSignIn(text)
  } catch (cause) {
    if (cause instanceof SignInError)
      throw new SiwxError('messageInvalid', { details: cause.field, cause })
    throw cause
  }
}

/**
 * Compares the site and the network of a message with the rules.
 * @throws SiwxError
 */
export function checkPlace(
  { domain, scheme, uri, chainId }: SignInMessage,
  rules: SignInRules,
): void {
  const origin = originOf(rules)
  if (domain !== rules.domain || (scheme !== undefined && `${scheme}://${domain}` !== origin))
    throw new SiwxError('domainMismatch')
  // the expression refuses a user in the URI, also an empty one ("https://@example.org"), which URL
  // parsing drops
  if (readUrl(uri)?.origin !== origin || /^[^/?#]*\/\/[^/?#]*@/.test(uri))
    throw new SiwxError('uriMismatch')
  if (rules.chains && !rules.chains.includes(chainId))
    throw new SiwxError('chainRefused', { details: chainId })
}

/**
 * Checks the times of a message. A message that was issued more than `skew` in the future is
 * refused: it comes from a wrong clock.
 * @throws SiwxError
 */
export function checkTimes(
  { issuedAt, notBefore, expirationTime }: SignInMessage,
  { clock = { now: () => Date.now() }, skew = 60_000 }: SignInRules,
): void {
  const now = clock.now()
  for (const time of [issuedAt, notBefore ?? issuedAt])
    if ((readInstant(time) ?? Infinity) > now + skew) throw new SiwxError('notYetValid')
  if (expirationTime !== undefined && (readInstant(expirationTime) ?? 0) <= now)
    throw new SiwxError('expired')
}
