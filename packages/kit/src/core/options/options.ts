import type { Namespace } from '@latchkey/protocol/namespace'
import type { AdapterFactory } from '../contracts/adapter.ts'
import type { SourceFactory } from '../contracts/connectorSource.ts'
import type { Clock } from '../page/clock.ts'
import type { KitEvent } from '../kit/events.ts'
import type { IdentitySource } from '../contracts/identitySource.ts'
import type { Locale } from './locale.ts'
import type { Network } from '../contracts/network.ts'
import type { SiwxOption } from '../contracts/siwx.ts'
import type { Social } from '../contracts/socials.ts'
import type { RawStorage } from '../storage/storage.ts'
import type { Wallet } from '../contracts/wallet.ts'
import type { FeatureOption, TextKey } from '../kit/featureTypes.ts'

/** The site's description of itself for wallets. `icons` may be paths of the site at `url`. */
export type SiteMetadata = {
  name: string
  url: string
  description?: string
  icons?: readonly string[]
}

/** The features of the modal. A feature's manifest adds the option that switches it. */
export type Features = SpecFeatures &
  OwnFeatures & {
    [name in Exclude<FeatureOption, keyof SpecFeatures | keyof OwnFeatures>]: boolean
  }

/** The kit's own features whose option is not only a switch. */
export type OwnFeatures = {
  /**
   * Lets a visitor register a name for an account that came with a login. `zone` is the domain
   * under which the API registers names.
   * @default true, in `reown.id`
   */
  names: boolean | { zone: string }
}

/** The features of the modal, with their defaults. See docs/contracts/product.md#features. */
export type SpecFeatures = {
  /** @default true */ swaps: boolean
  /** @default true */ onramp: boolean
  /** @default true */ receive: boolean
  /** @default true */ send: boolean
  /**
   * An e-mail field on Connect, if an adapter has a connector with e-mail login.
   * @default true
   */
  email: boolean
  /**
   * Shows wallets beside the e-mail field. If false, they are behind a button.
   * @default true
   */
  emailShowWallets: boolean
  /**
   * The companies to offer, of those that the connector supports, in this order.
   * @default google, x, discord, farcaster, github, apple, facebook
   */
  socials: readonly Social[] | false
  /** @default walletConnect, recent, injected, featured, custom, external, recommended */
  connectorTypeOrder: readonly string[]
  /** @default true */ history: boolean
  /**
   * Events for the site's own `onEvent`. By default they are sent nowhere.
   * @default true
   */ analytics: boolean
  /** @default true */ allWallets: boolean
  /** @default false */ legalCheckbox: boolean
  /**
   * Permissions by which the site acts for a while without asking each time: `grantPermissions`,
   * `sessions`, and the screen of them.
   * @default false
   */ smartSessions: boolean
  /** @default false */ collapseWallets: boolean
  /** @default onramp, swaps, receive, send */ walletFeaturesOrder: readonly string[]
  /** @default email, social, wallet */ connectMethodsOrder: readonly string[]
}

/** Colours and measures of the theme, by their public names. A missing variable has its default. */
export type ThemeVariables = { [name: `--lk-${string}`]: string }
/** Colours of the modal: dark, light, or the setting of the visitor's system. */
export type ThemeMode = 'dark' | 'light' | 'auto'

/** The places of notices in the window. */
export const noticePlaces = [
  'top-start',
  'top',
  'top-end',
  'bottom-start',
  'bottom',
  'bottom-end',
] as const
/** A place in the window. Start and end depend on the direction of the language. */
export type NoticePlace = (typeof noticePlaces)[number]

/** The time at which the code for the first press is loaded. */
export type Preload = 'idle' | 'press'

/** The layout of the modal in a window with space for two panes. */
export type ModalSize = 'compact' | 'wide'

/** A token whose balance the kit reads if the site has no API that lists tokens. */
export type TokenOption = {
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl?: string
}

/**
 * A group of wallets under a heading of the site's own. `walletIds` are ids of the catalogue or of
 * `customWallets`, reverse domain names, connector ids, or names. Upper and lower case are equal.
 */
export type WalletGroupOption = { name: string; walletIds: readonly string[] }

/** The options of `createKit`. See docs/contracts/product.md#options. */
export type KitOptions = {
  metadata: SiteMetadata
  /** viem chains, or the same shape for other namespaces. A visitor starts on the first one. */
  networks: readonly [Network, ...Network[]]
  /** One adapter for each namespace of the networks, for example `evm()`. */
  adapters: readonly [AdapterFactory, ...AdapterFactory[]]
  /** Sources of further wallets, for example the site's own wagmi config: `wagmi(config)`. */
  sources?: readonly SourceFactory[]
  /**
   * Base URLs of the services, or paths of the page's own origin (`/api`). Without them, the kit
   * connects installed wallets and reads balances from the networks' nodes.
   */
  services?: { api?: string; relay?: string; wallet?: string }
  projectId?: string
  features?: Partial<Features>
  /** Wallets to offer besides those that are installed. */
  customWallets?: readonly Wallet[]
  includeWalletIds?: readonly string[]
  excludeWalletIds?: readonly string[]
  featuredWalletIds?: readonly string[]
  /**
   * Groups of wallets under headings of the site's own, at the top of the list on Connect, in this
   * order.
   */
  walletGroups?: readonly WalletGroupOption[]
  /** Tokens by network id, for balances without an API. */
  tokens?: { [networkId: string]: readonly TokenOption[] }
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  /** A sentence of the site's own at the foot of Connect, as plain text. */ disclaimer?: string
  /** The URL of a page about wallets and networks. It is a link below their explanations. */
  learnMoreUrl?: string
  /** Shows errors for the site's developer in the modal, above everything else. @default false */
  debug?: boolean
  /** The site's sign-in with wallets: `localSiwx`, `serverSiwx`, or the site’s own functions. */
  siwx?: SiwxOption
  /** @default true */ enableWalletConnect?: boolean
  /** @default true */ enableWallets?: boolean
  /** @default true */ enableNetworkSwitch?: boolean
  /** @default false */ allowUnsupportedChain?: boolean
  /**
   * The accounts that come first if a wallet shares accounts of different purposes (`payment`), and
   * the kind of account that the e-mail wallet uses until the visitor has chosen one. With `eoa`
   * for eip155, visitors who choose a smart account are told that the site may not support it.
   * @default bip122: payment, eip155: smartAccount, else eoa
   */
  defaultAccountTypes?: { [namespace in Namespace]?: 'eoa' | 'smartAccount' | 'payment' }
  /** RPC URLs to use instead of a network's own, by network id. */
  customRpcUrls?: { [networkId: string]: readonly string[] }
  /**
   * Whether a network's own URLs are used when the proxy of the API does not answer. The URLs of
   * viem's chains lead to public nodes, which then get the visitor's addresses.
   * @default false
   */
  publicNodes?: boolean
  /**
   * Pictures of networks instead of the API's, by network id: a URL, a path of the site, or a
   * `data:image/` URI. A network without a picture has a monogram.
   */
  networkIcons?: { [networkId: string]: string }
  /**
   * Names and pictures of accounts where the API has none, or without an API: `ens()` of
   * `latchkey/ens`.
   */
  identity?: IdentitySource
  /**
   * The language of all texts. `auto`: the page's language (`<html lang>`), else the browser's.
   * @default 'auto'
   */
  locale?: Locale | 'auto'
  /**
   * The site's own texts instead of the kit's, by name: `{ 'connect.title': 'Log in' }`. A text has
   * to contain the placeholders of the text that it replaces.
   */
  texts?: { [name in TextKey]?: string }
  /**
   * Called with each event of the kit. The kit sends the events only to `analyticsUrl`.
   * `features.analytics: false` switches both off.
   */
  onEvent?: (event: KitEvent) => void
  /** The URL to which the events are posted as JSON. Without it they are not sent. */
  analyticsUrl?: string
  /** @default 'dark' */ themeMode?: ThemeMode
  /**
   * `wide` shows Connect and its next screen side by side, if the window has space.
   * @default 'compact'
   */
  modalSize?: ModalSize
  themeVariables?: ThemeVariables
  /**
   * Whether the page shows the end of transactions while the modal is closed, and at which place in
   * the window: `'bottom-end'` unless `place` names another one. The code is loaded with the first
   * transaction.
   * @default true
   */
  notices?: boolean | { place?: NoticePlace }
  /**
   * When the code for the first press of a button is loaded. `'idle'`: once the page has loaded and
   * is idle. `'press'`: when a pointer, a finger or the focus reaches the button. Visitors who save
   * data always get `'press'`. Only the site's own host gets requests.
   * @default 'idle' as soon as one of the kit's buttons is in the page. If the page has a button of
   *   its own instead, pass `'idle'`
   */
  preload?: Preload
  /**
   * The storage of the kit's values.
   * @default localStorage
   */ storage?: RawStorage
  /** @default the system clock */ clock?: Clock
  /** @default globalThis.fetch */ fetch?: typeof fetch
}
