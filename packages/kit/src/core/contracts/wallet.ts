/**
 * A wallet, in the shape of an entry of the API's wallet list. It need not be in this browser: most
 * wallets are apps that are reached over WalletConnect. See docs/contracts/api.md#wallet-list.
 */
export type Wallet = {
  id: string
  name: string
  homepage?: string
  /** Id of its picture at the API. */
  image_id?: string
  image_url?: string
  /** Rank in the list, 1 is first. */
  order?: number
  badge_type?: 'certified'
  /** Networks it supports, CAIP-2. */
  chains?: readonly string[]
  /** Scheme of the app on a phone, for example `metamask://`. */
  mobile_link?: string
  /** https address that opens the app. */
  link_mode?: string
  /** Scheme of the app on a computer. */
  desktop_link?: string
  webapp_link?: string
  /** The beginning of a URL that opens a page inside the wallet's own browser. */
  in_app_browser?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
  firefox_store?: string
  edge_store?: string
  safari_store?: string
  opera_store?: string
  mac_store?: string
  windows_store?: string
  linux_store?: string
  browser_store?: string
  /** The reverse domain name that the wallet announces. EIP-6963 */
  rdns?: string
  injected?: readonly { namespace: string; injected_id: string }[]
  /** False for a wallet that can't be connected by a QR code or a link. */
  supports_wc?: boolean
}

/**
 * The wallets to list. `include` and `exclude` contain ids and names, in any case; an empty list
 * counts as absent.
 */
export type WalletListParameters = {
  /**
   * The number of the page; the first is 1.
   * @default 1
   */
  page?: number
  /**
   * The number of wallets of a page, at most 100.
   * @default 40
   */
  entries?: number
  /** Part of a name; the best match comes first. */
  search?: string
  include?: readonly string[]
  exclude?: readonly string[]
  /** Only wallets with an app for this system. */
  platform?: 'ios' | 'android'
  /** Only wallets with this badge, or with none. */
  badge?: 'certified' | 'none'
  signal?: AbortSignal
}

/** One page of wallets. `count` is the number of wallets on all pages together. */
export type WalletList = { count: number; wallets: readonly Wallet[] }
