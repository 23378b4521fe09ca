/**
 * A wallet that is no extension of this browser: reached over WalletConnect. Names are those of the wallet list
 * (API contract, section 12.1), so that a row of one is the other.
 */
export type Wallet = {
  id: string
  name: string
  homepage?: string
  image_url?: string
  /** Scheme of the app, for example `metamask://`. */
  mobile_link?: string
  /** https address that opens the app. */
  link_mode?: string
  app_store?: string
  play_store?: string
  rdns?: string
}
