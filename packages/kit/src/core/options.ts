import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import { namespaces } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { AdapterFactory } from './adapter.ts'
import type { SourceFactory } from './connectorSource.ts'
import type { Clock } from './clock.ts'
import type { KitEvent } from './events.ts'
import { locales } from './locale.ts'
import type { Locale } from './locale.ts'
import type { Network } from './network.ts'
import { optionInvalid } from './optionInvalid.ts'
import { socials } from './socials.ts'
import type { Social } from './socials.ts'
import type { RawStorage } from './storage.ts'
import type { Wallet } from './wallet.ts'
import type { TextKey } from '../react/texts.ts'

/** How the site introduces itself to wallets. */
export type SiteMetadata = { name: string; url: string; description?: string; icons?: readonly string[] }

/** What the modal offers. Names and defaults are those of spec sections 3 and 9. */
export type Features = {
  /** @default true */ swaps: boolean
  /** @default true */ onramp: boolean
  /** @default true */ receive: boolean
  /** @default true */ send: boolean
  /** An e-mail field on Connect, where an adapter brings a connector that lets people in so. @default true */ email: boolean
  /** Wallets beside the e-mail field; folded behind a button where it is false. @default true */ emailShowWallets: boolean
  /** Those of the connector that are offered, in this order. @default google, x, discord, farcaster, github, apple, facebook */ socials: readonly Social[] | false
  /** @default walletConnect, recent, injected, featured, custom, external, recommended */ connectorTypeOrder: readonly string[]
  /** @default true */ history: boolean
  /** Events for the site's own `onEvent`; nothing is ever sent by itself. @default true */ analytics: boolean
  /** @default true */ allWallets: boolean
  /** @default false */ legalCheckbox: boolean
  /** @default false */ smartSessions: boolean
  /** @default false */ collapseWallets: boolean
  /** @default onramp, swaps, receive, send */ walletFeaturesOrder: readonly string[]
  /** @default email, social, wallet */ connectMethodsOrder: readonly string[]
}

/** Colours and measures of the theme, by their public names without a value for what stays as it is. */
export type ThemeVariables = { [name: `--lk-${string}`]: string }
export type ThemeMode = 'dark' | 'light' | 'auto'

/** A token the balances are asked for where no API lists them. */
export type TokenOption = { address: `0x${string}`; name: string; symbol: string; decimals: number; iconUrl?: string }

/** What `createKit` takes. Names are those of spec section 3, Configuration. */
export type KitOptions = {
  metadata: SiteMetadata
  /** viem chains, or the same shape for other namespaces. The first one is where a visitor begins. */
  networks: readonly [Network, ...Network[]]
  /** One for each namespace among the networks, for example `evm()`. */
  adapters: readonly [AdapterFactory, ...AdapterFactory[]]
  /** Where more wallets come from, for example the site's own wagmi config: `wagmi(config)`. */
  sources?: readonly SourceFactory[]
  /** Base URLs of the services; without them the kit connects installed wallets and reads balances over RPC. */
  services?: { api?: string; relay?: string; wallet?: string }
  projectId?: string
  features?: Partial<Features>
  /** Wallets to offer beside those that are installed. */
  customWallets?: readonly Wallet[]
  includeWalletIds?: readonly string[]
  excludeWalletIds?: readonly string[]
  featuredWalletIds?: readonly string[]
  /** Tokens by network id, for balances without an API. */
  tokens?: { [networkId: string]: readonly TokenOption[] }
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  /** Tells in the modal, over everything else, what a site's developer should know. @default false */
  debug?: boolean
  siwx?: object
  /** @default true */ enableWalletConnect?: boolean
  /** @default true */ enableWallets?: boolean
  /** @default true */ enableNetworkSwitch?: boolean
  /** @default false */ allowUnsupportedChain?: boolean
  defaultAccountTypes?: { [namespace in Namespace]?: 'eoa' | 'smartAccount' | 'payment' }
  /** RPC URLs to use in place of a network's own, by network id. */
  customRpcUrls?: { [networkId: string]: readonly string[] }
  /** The language of every text: the page's own or the browser's unless it is named. @default 'auto' */ locale?: Locale | 'auto'
  /** The site's own words in place of the kit's, by name: `{ 'connect.title': 'Log in' }`. Placeholders stay. */
  texts?: { [name in TextKey]?: string }
  /** Hears what happens in the kit, typed; nothing leaves the page. Off with `features.analytics: false`. */
  onEvent?: (event: KitEvent) => void
  /** Where the same events are posted as JSON; to nobody without it. */
  analyticsUrl?: string
  /** @default 'dark' */ themeMode?: ThemeMode
  themeVariables?: ThemeVariables
  /** Where the kit keeps what it remembers. @default localStorage */ storage?: RawStorage
  /** @default the machine's clock */ clock?: Clock
  /** @default globalThis.fetch */ fetch?: typeof fetch
}

type Check = (value: unknown) => boolean
/** What an option must be, and what to say when it is not. */
type Rule = readonly [check: Check, mend: string]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isFunction: Check = (value) => typeof value === 'function'
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
const urlOf = (scheme: RegExp): Check => (value) => typeof value === 'string' && scheme.test(value) && URL.canParse(value)
const isUrl = urlOf(/^https?:\/\/[^\s/]/)
const listOf = (check: Check, least = 0): Check => (value) => Array.isArray(value) && value.length >= least && value.every(check)
const mapOf = (check: Check, key = /./): Check => (value) => isObject(value) && Object.entries(value).every(([name, one]) => key.test(name) && check(one))
const networkKey = /^\w+:[-\w]+$/
const oneOf = (...names: readonly unknown[]): Check => (value) => names.includes(value)
const maybe = (check: Check): Check => (value) => value === undefined || check(value)
/** An object with these parts; `isWhole` when there may be no others. */
const shape = (parts: Record<string, Check>, isWhole = false): Check => (value) =>
  isObject(value) && Object.entries(parts).every(([name, check]) => check(value[name])) && (!isWhole || Object.keys(value).every((name) => name in parts))

const isChainId: Check = (id) => Number.isSafeInteger(id) && Number(id) > 0
const hasNetworkParts = shape({
  id: (id) => isChainId(id) || (typeof id === 'string' && /^[-\w]{1,32}$/.test(id)),
  name: isText,
  nativeCurrency: shape({ name: isText, symbol: isText, decimals: isCount }),
  rpcUrls: shape({ default: shape({ http: listOf(isUrl) }) }),
  namespace: maybe(oneOf(...namespaces)),
})
const isNetwork: Check = (value) => isObject(value) && hasNetworkParts(value) && ((value.namespace ?? 'eip155') !== 'eip155' || isChainId(value.id))
const isToken = shape({ address: isEvmAddress, name: isText, symbol: isText, decimals: isCount })

const flag: Rule = [oneOf(true, false), 'Pass true or false.']
const texts: Rule = [listOf(isText), 'Pass a list of strings.']
const link: Rule = [isUrl, 'Pass a whole http(s) URL.']
const some = (...names: readonly string[]): Rule => [listOf(oneOf(...names)), `Pass a list of: ${names.join(', ')}.`]
const choice = (...names: readonly string[]): Rule => [oneOf(...names), `Pass one of: ${names.join(', ')}.`]

const featureRules: Record<keyof Features, Rule> = {
  swaps: flag, onramp: flag, receive: flag, send: flag, email: flag, emailShowWallets: flag, history: flag, analytics: flag,
  allWallets: flag, legalCheckbox: flag, smartSessions: flag, collapseWallets: flag,
  socials: [(value) => value === false || listOf(oneOf(...socials))(value), `${some(...socials)[1]} Or false.`],
  connectorTypeOrder: some('walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'),
  walletFeaturesOrder: some('onramp', 'swaps', 'receive', 'send'),
  connectMethodsOrder: some('email', 'social', 'wallet'),
}

const rules: Record<keyof KitOptions, Rule> = {
  metadata: [shape({ name: isText, url: isUrl, icons: maybe(listOf(isUrl)) }), 'Pass { name: "My site", url: "https://example.org" }.'],
  networks: [listOf(isNetwork, 1), 'Pass viem chains: [mainnet].'],
  adapters: [listOf(shape({ create: isFunction }), 1), 'Pass [evm()] from "latchkey/evm".'],
  sources: [listOf(shape({ create: isFunction })), 'Pass [wagmi(config)] from "latchkey/wagmi".'],
  services: [shape({ api: maybe(isUrl), relay: maybe(urlOf(/^wss?:/)), wallet: maybe(isUrl) }, true), 'Pass URLs, https for api and wallet, wss for relay.'],
  projectId: [isText, 'Pass a string.'],
  features: [isObject, 'Pass an object.'],
  customWallets: [listOf(shape({ id: isText, name: isText })), 'Pass a list of { id, name }.'],
  includeWalletIds: texts, excludeWalletIds: texts, featuredWalletIds: texts,
  tokens: [mapOf(listOf(isToken), networkKey), 'Pass { "eip155:1": [{ address, name, symbol, decimals }] }.'],
  termsConditionsUrl: link, privacyPolicyUrl: link,
  debug: flag, enableWalletConnect: flag, enableWallets: flag, enableNetworkSwitch: flag, allowUnsupportedChain: flag,
  siwx: [isObject, 'Pass an object.'],
  defaultAccountTypes: [mapOf(oneOf('eoa', 'smartAccount', 'payment')), 'Pass { eip155: "eoa" }.'],
  customRpcUrls: [mapOf(listOf(isUrl), networkKey), 'Pass { "eip155:1": ["https://…"] }.'],
  locale: choice('auto', ...locales),
  texts: [mapOf(isText, /\./), 'Pass { "connect.title": "Log in" }.'],
  onEvent: [isFunction, 'Pass a function.'],
  analyticsUrl: link,
  themeMode: choice('dark', 'light', 'auto'),
  themeVariables: [mapOf(isText, /^--lk-/), 'Pass { "--lk-accent": "#3355e6" }.'],
  storage: [shape({ getItem: isFunction, setItem: isFunction, removeItem: isFunction }), 'Pass { getItem, setItem, removeItem }.'],
  clock: [shape({ now: isFunction, setTimeout: isFunction }), 'Pass { now, setTimeout }.'],
  fetch: [isFunction, 'Pass a function.'],
}

/**
 * Checks what the site passed, before anything is done with it.
 * @throws KitError optionInvalid, which names the option and the mend
 */
export function checkOptions(options: KitOptions): void {
  if (!isObject(options)) throw optionInvalid('options', 'is not an object', 'Pass { metadata, networks, adapters }.')
  for (const name of ['metadata', 'networks', 'adapters'] as const) if (options[name] === undefined) throw optionInvalid(name, 'is missing', rules[name][1])
  checkAll('', rules, options)
  checkAll('features.', featureRules, options.features ?? {})
  const known = options.adapters.map(({ namespace }) => namespace)
  const orphan = options.networks.find(({ namespace = 'eip155' }) => !known.includes(namespace))
  if (orphan) throw optionInvalid('adapters', `lacks one for ${orphan.name}`, `Add the adapter of ${orphan.namespace ?? 'eip155'}.`)
}

function checkAll(prefix: string, table: Record<string, Rule>, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined
    if (!rule) throw optionInvalid(prefix + name, 'is unknown', `Did you mean "${prefix}${nearest(name, Object.keys(table))}"?`)
    if (value !== undefined && !rule[0](value)) throw optionInvalid(prefix + name, 'is not valid', rule[1])
  }
}

/** The known name that shares most pairs of letters with `name`. */
function nearest(name: string, known: readonly string[]): string {
  const pairs = [...name.toLowerCase()].map((letter, at, all) => letter + (all[at + 1] ?? '\n'))
  const score = (other: string) => pairs.filter((pair) => other.toLowerCase().includes(pair)).length / (name.length + other.length)
  return known.reduce((best, next) => (score(next) > score(best) ? next : best))
}
