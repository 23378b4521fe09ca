import { isEvmAddress, isNamespace } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/caip'
import type { AdapterFactory } from './adapter.ts'
import type { Clock } from './clock.ts'
import { KitError } from './errors.ts'
import type { Network } from './network.ts'
import type { RawStorage } from './storage.ts'

/** How the site introduces itself to wallets. */
export type SiteMetadata = { name: string; url: string; description?: string; icons?: readonly string[] }

/** What the modal offers. Names and defaults are those of spec sections 3 and 9. */
export type Features = {
  /** @default true */ swaps: boolean
  /** @default true */ onramp: boolean
  /** @default true */ receive: boolean
  /** @default true */ send: boolean
  /** @default true */ email: boolean
  /** @default true */ emailShowWallets: boolean
  /** @default google, x, discord, farcaster, github, apple, facebook */ socials: readonly string[] | false
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
  /** Base URLs of the services; without them the kit connects installed wallets and reads balances over RPC. */
  services?: { api?: string; relay?: string; wallet?: string }
  projectId?: string
  features?: Partial<Features>
  customWallets?: readonly object[]
  includeWalletIds?: readonly string[]
  excludeWalletIds?: readonly string[]
  featuredWalletIds?: readonly string[]
  /** Tokens by network id, for balances without an API. */
  tokens?: { [networkId: string]: readonly TokenOption[] }
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  /** Tells in toasts what a site's developer should know. @default false */
  debug?: boolean
  siwx?: object
  /** @default true */ enableWalletConnect?: boolean
  /** @default true */ enableWallets?: boolean
  /** @default true */ enableNetworkSwitch?: boolean
  /** @default false */ allowUnsupportedChain?: boolean
  defaultAccountTypes?: { [namespace in Namespace]?: 'eoa' | 'smartAccount' | 'payment' }
  /** RPC URLs to use in place of a network's own, by network id. */
  customRpcUrls?: { [networkId: string]: readonly string[] }
  /** @default 'dark' */ themeMode?: ThemeMode
  themeVariables?: ThemeVariables
  /** Where the kit keeps what it remembers. @default localStorage */ storage?: RawStorage
  /** @default the machine's clock */ clock?: Clock
  /** @default globalThis.fetch */ fetch?: typeof fetch
}

type Check = (value: unknown) => boolean
type Rule = readonly [check: Check, problem: string, mend: string]

const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText)
const isFlag: Check = (value) => typeof value === 'boolean'
const isUrl = (value: unknown, protocols: readonly string[] = ['http:', 'https:']) => {
  try {
    return protocols.includes(new URL(String(value)).protocol)
  } catch {
    return false // not a URL
  }
}
const has = (value: unknown, names: Record<string, Check>) => isObject(value) && Object.entries(names).every(([name, check]) => check((value as Record<string, unknown>)[name])) // just checked
const valuesAre = (check: Check): Check => (value) => isObject(value) && Object.values(value as object).every(check) // just checked

const isNetwork: Check = (value) =>
  has(value, {
    id: (id) => Number.isSafeInteger(id) ? Number(id) > 0 : isText(id),
    name: isText,
    nativeCurrency: (currency) => has(currency, { name: isText, symbol: isText, decimals: Number.isInteger }),
    rpcUrls: (urls) => has(urls, { default: (main) => has(main, { http: (list) => Array.isArray(list) && list.every((url) => isUrl(url)) }) }),
    namespace: (namespace) => namespace === undefined || isNamespace(String(namespace)),
  })
const isToken: Check = (value) => has(value, { address: isEvmAddress, name: isText, symbol: isText, decimals: (n) => Number.isInteger(n) && Number(n) >= 0 && Number(n) <= 255 })

const flag: Rule = [isFlag, 'is neither true nor false', 'Pass a boolean.']
const texts: Rule = [isTexts, 'is not a list of texts', 'Pass an array of strings.']
const link: Rule = [(value) => isUrl(value), 'is not an http(s) URL', 'Pass a whole URL, for example "https://example.org/terms".']
const order = (...names: string[]): Rule => [
  (value) => Array.isArray(value) && value.every((name) => names.includes(name)),
  'names something unknown',
  `Use some of: ${names.join(', ')}.`,
]

const featureRules: Record<keyof Features, Rule> = {
  swaps: flag, onramp: flag, receive: flag, send: flag, email: flag, emailShowWallets: flag, history: flag, analytics: flag,
  allWallets: flag, legalCheckbox: flag, smartSessions: flag, collapseWallets: flag,
  socials: [(value) => value === false || order('google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook')[0](value), 'names something unknown', 'Use some of: google, x, discord, farcaster, github, apple, facebook; or false.'],
  connectorTypeOrder: order('walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'),
  walletFeaturesOrder: order('onramp', 'swaps', 'receive', 'send'),
  connectMethodsOrder: order('email', 'social', 'wallet'),
}

const rules: Record<keyof KitOptions, Rule> = {
  metadata: [(value) => has(value, { name: isText, url: (url) => isUrl(url) }), 'lacks a name or an http(s) url', 'Pass { name: "My site", url: "https://example.org" }.'],
  networks: [(value) => Array.isArray(value) && value.length > 0 && value.every(isNetwork), 'is not a list of at least one network', 'Pass viem chains, for example [mainnet].'],
  adapters: [(value) => Array.isArray(value) && value.length > 0 && value.every((one) => has(one, { create: (create) => typeof create === 'function' })), 'is not a list of at least one adapter', 'Pass [evm()] from "latchkey/evm".'],
  services: [(value) => has(value, { api: optional((url) => isUrl(url)), relay: optional((url) => isUrl(url, ['ws:', 'wss:'])), wallet: optional((url) => isUrl(url)) }), 'holds something that is not a URL', 'Pass { api: "https://…", relay: "wss://…", wallet: "https://…" }, each of them optional.'],
  projectId: [isText, 'is not a text', 'Pass the id as a string, or leave it out when you host the services yourself.'],
  features: [isObject, 'is not an object', 'Pass { swaps: false }, for example.'],
  customWallets: [(value) => Array.isArray(value) && value.every(isObject), 'is not a list of wallets', 'Pass an array of { id, name, … }.'],
  includeWalletIds: texts, excludeWalletIds: texts, featuredWalletIds: texts,
  tokens: [valuesAre((list) => Array.isArray(list) && list.every(isToken)), 'holds something that is not a token', 'Pass { "eip155:1": [{ address, name, symbol, decimals }] }.'],
  termsConditionsUrl: link, privacyPolicyUrl: link,
  debug: flag, enableWalletConnect: flag, enableWallets: flag, enableNetworkSwitch: flag, allowUnsupportedChain: flag,
  siwx: [isObject, 'is not an object', 'Pass the object that a sign-in library gives you.'],
  defaultAccountTypes: [valuesAre((type) => ['eoa', 'smartAccount', 'payment'].includes(String(type))), 'names an unknown account type', 'Use eoa, smartAccount or payment.'],
  customRpcUrls: [valuesAre((list) => Array.isArray(list) && list.every((url) => isUrl(url))), 'holds something that is not a list of URLs', 'Pass { "eip155:1": ["https://…"] }.'],
  themeMode: [(value) => ['dark', 'light', 'auto'].includes(String(value)), 'is unknown', 'Use "dark", "light" or "auto".'],
  themeVariables: [(value) => valuesAre(isText)(value) && Object.keys(value as object).every((name) => name.startsWith('--lk-')), 'holds a name that does not begin with --lk-', 'Pass { "--lk-accent": "#3355e6" }, for example.'],
  storage: [(value) => has(value, { getItem: isFunction, setItem: isFunction, removeItem: isFunction }), 'is not a storage', 'Pass something with getItem, setItem and removeItem.'],
  clock: [(value) => has(value, { now: isFunction, setTimeout: isFunction }), 'is not a clock', 'Pass something with now and setTimeout.'],
  fetch: [isFunction, 'is not a function', 'Pass a function with the shape of fetch.'],
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value)
}
function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

/**
 * Checks what the site passed, before anything is done with it.
 * @throws KitError optionInvalid, which names the option and the mend
 */
export function checkOptions(options: KitOptions): void {
  if (!isObject(options)) fail('options', 'are missing', 'Call createKit({ metadata, networks, adapters }).')
  for (const name of ['metadata', 'networks', 'adapters'] as const) if (options[name] === undefined) fail(name, 'is missing', rules[name][2])
  checkAll('', rules, options)
  checkAll('features.', featureRules, options.features ?? {})
  const namespaces = options.adapters.map((adapter) => adapter.namespace)
  for (const { namespace = 'eip155', name } of options.networks)
    if (!namespaces.includes(namespace)) fail('adapters', `lacks one for ${name} (${namespace})`, `Add the adapter of ${namespace}.`)
}

function checkAll(prefix: string, table: Record<string, Rule>, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined
    if (!rule) fail(prefix + name, 'is unknown', `Did you mean "${nearest(name, Object.keys(table))}"?`)
    if (value !== undefined && !rule[0](value)) fail(prefix + name, rule[1], rule[2])
  }
}

function fail(option: string, problem: string, mend: string): never {
  throw new KitError('optionInvalid', { option, problem, mend })
}

/** The known name that shares most pairs of letters with `name`. */
function nearest(name: string, known: readonly string[]): string {
  const pairs = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, i) => text.toLowerCase().slice(i, i + 2)))
  const mine = pairs(name)
  const score = (other: string) => {
    const theirs = pairs(other)
    return [...mine].filter((pair) => theirs.has(pair)).length / (mine.size + theirs.size)
  }
  return known.reduce((best, next) => (score(next) > score(best) ? next : best))
}
