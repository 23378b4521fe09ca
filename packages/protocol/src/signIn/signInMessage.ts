/**
 * The values of a sign-in message. CAIP-122, EIP-4361, Sign In With Solana;
 * docs/contracts/product.md#signing-in
 */
export type SignInMessage = {
  /**
   * A CAIP-2 id. The text has only its reference; on Solana the network's name, if there is one.
   */
  chainId: string
  /** In the network's own spelling; for EIP-155 with the checksum of EIP-55. */
  accountAddress: string
  /**
   * The host of the site. It includes the port, unless that is the scheme's default: `example.org`,
   * `localhost:3000`.
   */
  domain: string
  /** The URI of the site to which the visitor signs in. RFC 3986 */
  uri: string
  version: '1'
  /** At least eight letters and digits, which the site chooses and uses only once. */
  nonce: string
  /** RFC 3339, as the other times. */
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  /**
   * The text to which the visitor agrees: one line of printable ASCII, without `"`, `%`, `<`, `>`,
   * `\`, `^`, `` ` ``, `{`, `|` and `}`.
   */
  statement?: string
  requestId?: string
  /** URIs. RFC 3986 */
  resources?: readonly string[]
  /** The scheme of the site: `https`. Messages rarely contain it. */
  scheme?: string
}

/** The names of the fields of a sign-in message, as in `SignInMessage`. */
export type SignInField = keyof SignInMessage
