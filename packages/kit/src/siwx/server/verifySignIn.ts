import { parseSignIn } from '@latchkey/protocol/signIn/parseSignIn'
import { readInstant } from '@latchkey/protocol/signIn/readInstant'
import { SignInError } from '@latchkey/protocol/signIn/SignInError'
import type { SignInMessage } from '@latchkey/protocol/signIn/signInMessage'
import { readUrl } from '@latchkey/protocol/readUrl'
import { SiwxError } from './SiwxError.ts'
import { verifySignature } from './verify/verifySignature.ts'
import type { Nodes } from './verify/verifyEvm.ts'

/** What a server expects of sign-ins. */
export type SignInRules = Nodes & {
  /**
   * Host of the site, with its port unless that is the scheme's own: `example.org`,
   * `localhost:3000`.
   */
  domain: string
  /** @default `https://` and the domain, or `http://` for this computer */
  origin?: string
  /** The nonce that the message has to have. @default any: the caller compares it */
  nonce?: string
  /** The networks that may be named, as CAIP-2 ids. @default all */
  chains?: readonly string[]
  /** Milliseconds by which a visitor's clock may be ahead. @default 60 s */
  skew?: number
  /** Milliseconds since 1970. @default the system's */
  clock?: { now(): number }
}

/** The origin that a server's sign-ins are for. */
export function originOf({ domain, origin }: Pick<SignInRules, 'domain' | 'origin'>): string {
  return origin ?? `${isOwnComputer(domain) ? 'http' : 'https'}://${domain}`
}

/** Whether a host is this computer, where pages are secure without TLS. W3C Secure Contexts, 3.1 */
export const isOwnComputer = (domain: string) =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(domain)

/**
 * The values of a sign-in that holds now, is for this site, and was signed by its account. That a
 * nonce is used once is the caller's to see; `createSiwxServer` does.
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

/** The values of a message. @throws SiwxError `messageInvalid` with the field */
export function readMessage(text: string): SignInMessage {
  try {
    return parseSignIn(text)
  } catch (cause) {
    if (cause instanceof SignInError)
      throw new SiwxError('messageInvalid', { details: cause.field, cause })
    throw cause
  }
}

/** Compares whom and which network a message is for. @throws SiwxError */
export function checkPlace(
  { domain, scheme, uri, chainId }: SignInMessage,
  rules: SignInRules,
): void {
  const origin = originOf(rules)
  if (domain !== rules.domain || (scheme !== undefined && `${scheme}://${domain}` !== origin))
    throw new SiwxError('domainMismatch')
  // also a user without letters, "https://@example.org", which a URL forgets
  if (readUrl(uri)?.origin !== origin || /^[^/?#]*\/\/[^/?#]*@/.test(uri))
    throw new SiwxError('uriMismatch')
  if (rules.chains && !rules.chains.includes(chainId))
    throw new SiwxError('chainRefused', { details: chainId })
}

/**
 * Compares when a message holds. A message that says it was issued later than now is refused as one
 * of a wrong clock. @throws SiwxError
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
