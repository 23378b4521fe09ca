/**
 * A sign-in message as values. CAIP-122, EIP-4361, Sign In With Solana;
 * docs/contracts/product.md#signing-in
 */
export type SignInMessage = {
  /** CAIP-2. The message has its reference; on Solana the name of the network, if it has one. */
  chainId: string
  /** In the network's spelling; for EIP-155 with the checksum of EIP-55. */
  accountAddress: string
  /**
   * Host of the site, with its port unless that is the scheme's default: `example.org`,
   * `localhost:3000`.
   */
  domain: string
  /** The URI of the site that the sign-in is for. RFC 3986 */
  uri: string
  version: '1'
  /** At least eight letters and digits that the site chose, used once. */
  nonce: string
  /** RFC 3339, as are the other times. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  /**
   * The text to which the visitor agrees: one line of printable ASCII, without `"`, `%`, `<`, `>`,
   * `\`, `^`, `` ` ``, `{`, `|` and `}`.
   */
  statement?: string
  requestId?: string
  /** RFC 3986 */
  resources?: readonly string[]
  /** The scheme of the site, `https`. Messages rarely contain it. */
  scheme?: string
}

/** The fields of a sign-in message, by the names of `SignInMessage`. */
export type SignInField = keyof SignInMessage
