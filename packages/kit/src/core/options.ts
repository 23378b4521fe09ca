import type { Namespace } from '@latchkey/protocol/namespace'
import type { AdapterFactory } from './adapter.ts'
import type { SourceFactory } from './connectorSource.ts'
import type { Clock } from './clock.ts'
import type { KitEvent } from './events.ts'
import type { IdentitySource } from './identitySource.ts'
import type { Locale } from './locale.ts'
import type { Network } from './network.ts'
import type { SiwxOption } from './siwx.ts'
import type { Social } from './socials.ts'
import type { RawStorage } from './storage.ts'
import type { Wallet } from './wallet.ts'
import type { FeatureOption } from '../react/features/registry.ts'
import type { TextKey } from '../react/texts.ts'

/** How the site introduces itself to wallets. `icons` may be paths of the site at `url`. */
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

/** The kit's own features whose option is more than a switch. */
export type OwnFeatures = {
  /**
   * Registering a name for an account that the visitor logged in to; an object says in which zone
   * the API registers names. @default true, in `reown.id`
   */
  names: boolean | { zone: string }
}

/** The features of spec sections 3 and 9, with their names and defaults. */
export type SpecFeatures = {
  /** @default true */ swaps: boolean
  /** @default true */ onramp: boolean
  /** @default true */ receive: boolean
  /** @default true */ send: boolean
  /**
   * An e-mail field on Connect, where an adapter has a connector with e-mail login. @default true
   */
  email: boolean
  /**
   * Shows wallets beside the e-mail field; if false, they are folded behind a button. @default true
   */
  emailShowWallets: boolean
  /**
   * Login companies to offer of those that the connector supports, in this order. @default google,
   * x, discord, farcaster, github, apple, facebook
   */
  socials: readonly Social[] | false
  /** @default walletConnect, recent, injected, featured, custom, external, recommended */ connectorTypeOrder: readonly string[]
  /** @default true */ history: boolean
  /** Events for the site's own `onEvent`; nothing is sent anywhere by default. @default true */ analytics: boolean
  /** @default true */ allWallets: boolean
  /** @default false */ legalCheckbox: boolean
  /** Has no effect yet: it is for wallets with sessions. @default false */ smartSessions: boolean
  /** @default false */ collapseWallets: boolean
  /** @default onramp, swaps, receive, send */ walletFeaturesOrder: readonly string[]
  /** @default email, social, wallet */ connectMethodsOrder: readonly string[]
}

/** Colours and measures of the theme, by their public names; a missing one keeps its default. */
export type ThemeVariables = { [name: `--lk-${string}`]: string }
/** Colours of the modal: dark, light, or as the visitor's system has it. */
export type ThemeMode = 'dark' | 'light' | 'auto'

/** The places of notices. */
export const noticePlaces = [
  'top-start',
  'top',
  'top-end',
  'bottom-start',
  'bottom',
  'bottom-end',
] as const
/** A place in the window; start and end are those of the language. */
export type NoticePlace = (typeof noticePlaces)[number]

/** The time at which the code for the first press is fetched. */
export type Preload = 'idle' | 'press'

/** The layout of the modal in a window that has room for two panes. */
export type ModalSize = 'compact' | 'wide'

/** A token whose balance is read where no API lists tokens. */
export type TokenOption = {
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl?: string
}

/**
 * A group of wallets under a heading of the site's own. `walletIds`: ids of the catalogue or of
 * `customWallets`, reverse domain names, connector ids, or names, in any case.
 */
export type WalletGroupOption = { name: string; walletIds: readonly string[] }

/** The options of `createKit`. Names are those of spec section 3, Configuration. */
export type KitOptions = {
  metadata: SiteMetadata
  /** viem chains, or the same shape for other namespaces. A visitor starts on the first one. */
  networks: readonly [Network, ...Network[]]
  /** One for each namespace among the networks, for example `evm()`. */
  adapters: readonly [AdapterFactory, ...AdapterFactory[]]
  /** Sources of further wallets, for example the site's own wagmi config: `wagmi(config)`. */
  sources?: readonly SourceFactory[]
  /**
   * Base URLs of the services, or paths of the page's own origin (`/api`); without them the kit
   * connects installed wallets and reads balances over RPC.
   */
  services?: { api?: string; relay?: string; wallet?: string }
  projectId?: string
  features?: Partial<Features>
  /** Wallets to offer beside those that are installed. */
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
  /** A page that tells more about wallets and networks, as a link below their explanations. */ learnMoreUrl?: string
  /** Shows errors for the site's developer in the modal, above everything else. @default false */
  debug?: boolean
  /**
   * How visitors sign in with their wallet: see `localSiwx` and `serverSiwx`, or the site’s own
   * functions.
   */
  siwx?: SiwxOption
  /** @default true */ enableWalletConnect?: boolean
  /** @default true */ enableWallets?: boolean
  /** @default true */ enableNetworkSwitch?: boolean
  /** @default false */ allowUnsupportedChain?: boolean
  /**
   * Has no effect yet: every account is an ordinary one (`eoa`, on Bitcoin `payment`) until there
   * are smart accounts.
   */
  defaultAccountTypes?: { [namespace in Namespace]?: 'eoa' | 'smartAccount' | 'payment' }
  /** RPC URLs to use in place of a network's own, by network id. */
  customRpcUrls?: { [networkId: string]: readonly string[] }
  /**
   * Whether the URLs of a network itself are asked when the proxy of the API does not answer: with
   * viem's chains a public node, which then sees the visitor's addresses. @default false
   */
  publicNodes?: boolean
  /**
   * Pictures of networks in place of the API's, by network id: a URL, a path of the site, or a
   * `data:image/` URI. Without them and an API a network has a monogram.
   */
  networkIcons?: { [networkId: string]: string }
  /**
   * Names and pictures of accounts where the API has none, or there is no API: `ens()` of
   * `latchkey/ens`.
   */
  identity?: IdentitySource
  /**
   * The language of every text: the page's own or the browser's unless it is named. @default 'auto'
   */
  locale?: Locale | 'auto'
  /**
   * The site's own words in place of the kit's, by name: `{ 'connect.title': 'Log in' }`.
   * Placeholders stay.
   */
  texts?: { [name in TextKey]?: string }
  /**
   * Called with each event of the kit, typed; nothing leaves the page. Off with
   * `features.analytics: false`.
   */
  onEvent?: (event: KitEvent) => void
  /** URL to which the same events are posted as JSON; without it they are not sent. */
  analyticsUrl?: string
  /** @default 'dark' */ themeMode?: ThemeMode
  /**
   * Whether Connect and the screen that follows from it stand side by side where the window has
   * room. @default 'compact'
   */
  modalSize?: ModalSize
  themeVariables?: ThemeVariables
  /**
   * Whether the page tells how transactions ended while the modal was closed, and where in the
   * window; `place` is `'bottom-end'` unless it is named. Its code is fetched with the first
   * transaction.
   * @default true
   */
  notices?: boolean | { place?: NoticePlace }
  /**
   * When the code that the first press of a button needs is fetched: `'idle'`, once the page has
   * loaded and has nothing else to do, or `'press'`, when a pointer, a finger or the focus comes to
   * the button. Visitors who save data always get the latter. Only the site's own host is asked.
   * @default 'idle' as soon as a button of the kit's is in the page; a page that opens the modal by
   *   a button of its own passes it
   */
  preload?: Preload
  /** Storage for what the kit remembers. @default localStorage */ storage?: RawStorage
  /** @default the system clock */ clock?: Clock
  /** @default globalThis.fetch */ fetch?: typeof fetch
}
