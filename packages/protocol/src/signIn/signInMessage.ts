/**
 * A sign-in message as values. Names: spec 3, "SIWX message"; meaning: EIP-4361, CAIP-122, Sign In
 * With Solana
 */
export type SignInMessage = {
  /**
   * CAIP-2. In the message stands its reference; on Solana the name of the network, where it has
   * one.
   */
  chainId: string
  /** As the network writes it; of EIP-155 with the checksum of EIP-55. */
  accountAddress: string
  /**
   * Host of the site, with its port unless that is the scheme's own: `example.org`,
   * `localhost:3000`.
   */
  domain: string
  /** What the sign-in is for: an address of the site. RFC 3986 */
  uri: string
  version: '1'
  /** At least eight letters and digits that the site chose, used once. */
  nonce: string
  /** RFC 3339, as are the other times. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  /**
   * What the visitor agrees to: one line of printable ASCII, without `"`, `%`, `<`, `>`, `\`, `^`,
   * `` ` ``, `{`, `|` and `}`.
   */
  statement?: string
  requestId?: string
  /** RFC 3986 */
  resources?: readonly string[]
  /** Of the site, `https`. Messages rarely name it. */
  scheme?: string
}

/** The fields of a sign-in message, by the names of `SignInMessage`. */
export type SignInField = keyof SignInMessage
