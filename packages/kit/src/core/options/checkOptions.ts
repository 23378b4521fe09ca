import { isAddress } from '@latchkey/protocol/address'
import { isObject, isRecord } from '@latchkey/protocol/isObject'
import { defaultNamespace, isNamespace, isNumbered, namespaces } from '@latchkey/protocol/namespace'
import type { Namespace } from '@latchkey/protocol/namespace'
import { readUrl } from '@latchkey/protocol/readUrl'
import { locales } from './locale.ts'
import { nearest } from './nearest.ts'
import { optionInvalid } from './optionInvalid.ts'
import { socials } from '../contracts/socials.ts'
import { noticePlaces } from './options.ts'
import type { KitOptions, OwnFeatures, SpecFeatures, WalletGroupOption } from './options.ts'

/**
 * Checks a value. Returns undefined if it is right, else the path of the wrong part (`.icons[0]`),
 * empty for the value itself.
 */
type Check = (value: unknown) => string | undefined
/** The check of an option, and the advice when it fails. */
type Rule = readonly [check: Check, mend: string | ((value: unknown) => string)]
const adviceOfRule = ([, mend]: Rule, value?: unknown) =>
  typeof mend === 'string' ? mend : mend(value)

const is =
  (test: (value: unknown) => boolean): Check =>
  (value) =>
    test(value) ? undefined : ''
const isText = is((value) => typeof value === 'string' && value !== '')
const isFunction = is((value) => typeof value === 'function')
const isCount = is((value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255)
/**
 * Checks a URL of a scheme. A URL with a user name is refused: browsers send no request to it, and
 * open no socket.
 */
const urlOf = (scheme: RegExp) =>
  is(
    (value) =>
      typeof value === 'string' &&
      scheme.test(value) &&
      !withUser.test(value) &&
      readUrl(value) !== undefined,
  )
const withUser = /^(?:https?|wss?):\/\/[^/?#]*@/
/** Whether an option contains a URL with a user name, at most six levels deep. */
const namesUser = (value: unknown, depth = 0): boolean =>
  typeof value === 'string'
    ? withUser.test(value)
    : depth < 6 &&
      isObject(value) &&
      Object.values(value).some((part) => namesUser(part, depth + 1))
const isUrl = urlOf(/^https?:\/\/[^\s/]/)
const oneOf = (...names: readonly unknown[]) => is((value) => names.includes(value))
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value)
/** The path of the first part that is wrong. Undefined if all are right. */
const firstWrong = (
  parts: Iterable<readonly [path: string, wrong: string | undefined]>,
): string | undefined => {
  for (const [path, wrong] of parts) if (wrong !== undefined) return path + wrong
  return undefined
}
const listOf =
  (check: Check, minLength = 0): Check =>
  (value) =>
    Array.isArray(value) && value.length >= minLength
      ? firstWrong(value.map((entry, at) => [`[${at}]`, check(entry)]))
      : ''
const mapOf =
  (check: Check, key = /./): Check =>
  (value) =>
    isRecord(value)
      ? firstWrong(
          Object.entries(value).map(([name, entry]) => [
            `["${name}"]`,
            key.test(name) ? check(entry) : '',
          ]),
        )
      : ''
const networkKey = /^\w+:[-\w]+$/
/** An object with these parts. Further parts are allowed. */
const shape =
  (parts: Record<string, Check>): Check =>
  (value) =>
    isRecord(value)
      ? firstWrong(Object.entries(parts).map(([name, check]) => [`.${name}`, check(value[name])]))
      : ''

const isChainId = (id: unknown) => Number.isSafeInteger(id) && Number(id) > 0
const hasNetworkParts = shape({
  id: is((id) => isChainId(id) || (typeof id === 'string' && /^[-\w]{1,32}$/.test(id))),
  name: isText,
  nativeCurrency: shape({ name: isText, symbol: isText, decimals: isCount }),
  rpcUrls: shape({ default: shape({ http: listOf(isUrl) }) }),
  namespace: maybe(oneOf(...namespaces)),
})
const isNetwork: Check = (value) =>
  hasNetworkParts(value) ??
  (isRecord(value) &&
  isNumbered((value['namespace'] as Namespace | undefined) ?? defaultNamespace) &&
  !isChainId(value['id'])
    ? '.id'
    : undefined) // the expression above has checked that it is a namespace
/** Tokens by network id, each with an address of that network's namespace. */
const areTokens: Check = (value) => {
  if (!isRecord(value)) return ''
  return firstWrong(
    Object.entries(value).map(([networkId, list]) => {
      const [namespace = ''] = networkId.split(':')
      const isToken = shape({
        address: is((address) => isNamespace(namespace) && isAddress(address, namespace)),
        name: isText,
        symbol: isText,
        decimals: isCount,
      })
      return [`["${networkId}"]`, networkKey.test(networkId) ? listOf(isToken)(list) : '']
    }),
  )
}

/** Groups with different names, because the names are the headings. */
const areGroups: Check = (value) =>
  listOf(shape({ name: isText, walletIds: listOf(isText, 1) }))(value) ??
  firstWrong(
    (value as readonly WalletGroupOption[]).map(({ name }, at, all) => [
      `[${at}].name`,
      all.findIndex((group) => group.name === name) < at ? '' : undefined,
    ]),
  ) // the expression above has checked that it is a list of groups

const isSiwx = shape(
  Object.fromEntries(
    ['createMessage', 'addSession', 'setSessions', 'getSessions', 'revokeSession'].map((name) => [
      name,
      isFunction,
    ]),
  ),
)

const flag: Rule = [oneOf(true, false), 'Pass true or false.']
const texts: Rule = [listOf(isText), 'Pass a list of strings.']
const link: Rule = [isUrl, 'Pass a whole http(s) URL.']
const some = (...names: readonly string[]): Rule => [
  listOf(oneOf(...names)),
  `Pass a list of: ${names.join(', ')}.`,
]
const choice = (...names: readonly string[]): Rule => [
  oneOf(...names),
  (value) => {
    const near = nearest(typeof value === 'string' ? value : '', names)
    return near === undefined ? `Pass one of: ${names.join(', ')}.` : `Did you mean "${near}"?`
  },
]

const featureRules: Record<keyof SpecFeatures | keyof OwnFeatures, Rule> = {
  swaps: flag,
  onramp: flag,
  receive: flag,
  send: flag,
  email: flag,
  emailShowWallets: flag,
  history: flag,
  analytics: flag,
  allWallets: flag,
  legalCheckbox: flag,
  smartSessions: flag,
  collapseWallets: flag,
  names: [
    (value) =>
      typeof value === 'boolean'
        ? undefined
        : shape({ zone: is((zone) => /^[a-z\d-]+\.[a-z\d-]+$/.test(zone as string)) })(value),
    'Pass true, false or { zone: "example.id" }.',
  ],
  socials: [
    (value) => (value === false ? undefined : listOf(oneOf(...socials))(value)),
    `${adviceOfRule(some(...socials))} Or false.`,
  ],
  connectorTypeOrder: some(
    'walletConnect',
    'recent',
    'injected',
    'featured',
    'custom',
    'external',
    'recommended',
  ),
  walletFeaturesOrder: some('onramp', 'swaps', 'receive', 'send'),
  connectMethodsOrder: some('email', 'social', 'wallet'),
}

/**
 * Accepts a path of the page's own origin, without query and fragment. Any other value goes to
 * `check`.
 */
const orPath =
  (check: Check): Check =>
  (value) =>
    typeof value === 'string' && /^\/(?![/\\])[^?#\s\\]*$/.test(value) ? undefined : check(value)
/** The URL of a picture, a path of the page's own origin, or a picture itself. */
const isPicture: Check = (value) =>
  typeof value === 'string' && /^data:image\//i.test(value) ? undefined : orPath(isUrl)(value)
const service: Rule = [
  orPath(isUrl),
  'Pass a whole https URL, or a path of your own site such as "/api".',
]

const serviceRules: Record<keyof NonNullable<KitOptions['services']>, Rule> = {
  api: service,
  relay: [orPath(urlOf(/^wss?:/)), 'Pass a wss:// URL, or a path of your own site.'],
  wallet: service,
}

const rules: Record<keyof KitOptions, Rule> = {
  metadata: [
    shape({ name: isText, url: isUrl, icons: maybe(listOf(orPath(isUrl))) }),
    'Pass { name: "My site", url: "https://example.org" }.',
  ],
  networks: [
    listOf(isNetwork, 1),
    (value) =>
      Array.isArray(value) && value.length > 0
        ? 'Pass { id, name, nativeCurrency: { name, symbol, decimals }, rpcUrls: { default: { http: ["https://…"] } } }, which the chains of "viem/chains" have.'
        : 'Pass a list with at least one: [mainnet], from "viem/chains".',
  ],
  adapters: [listOf(shape({ create: isFunction }), 1), 'Pass [evm()] from "latchkey/evm".'],
  sources: [listOf(shape({ create: isFunction })), 'Pass [wagmi(config)] from "latchkey/wagmi".'],
  services: [is(isRecord), 'Pass { api: "https://…", relay: "wss://…" }.'],
  projectId: [isText, 'Pass a string.'],
  features: [is(isRecord), 'Pass an object.'],
  customWallets: [listOf(shape({ id: isText, name: isText })), 'Pass a list of { id, name }.'],
  includeWalletIds: texts,
  excludeWalletIds: texts,
  featuredWalletIds: texts,
  walletGroups: [
    areGroups,
    'Pass [{ name: "Recommended", walletIds: ["io.metamask"] }], each name once.',
  ],
  tokens: [areTokens, 'Pass { "eip155:1": [{ address, name, symbol, decimals }] }.'],
  termsConditionsUrl: link,
  privacyPolicyUrl: link,
  learnMoreUrl: link,
  disclaimer: [isText, 'Pass a sentence, as plain text.'],
  debug: flag,
  enableWalletConnect: flag,
  enableWallets: flag,
  enableNetworkSwitch: flag,
  allowUnsupportedChain: flag,
  publicNodes: flag,
  siwx: [
    (value) => (typeof value === 'function' ? undefined : isSiwx(value)),
    'Pass localSiwx() or serverSiwx({ url: "/siwx" }).',
  ],
  defaultAccountTypes: [mapOf(oneOf('eoa', 'smartAccount', 'payment')), 'Pass { eip155: "eoa" }.'],
  networkIcons: [
    mapOf(isPicture, networkKey),
    'Pass { "eip155:1": "https://…" }, a path of your own site, or a data:image/ URI.',
  ],
  identity: [shape({ identify: isFunction }), 'Pass ens() from "latchkey/ens".'],
  customRpcUrls: [mapOf(listOf(isUrl), networkKey), 'Pass { "eip155:1": ["https://…"] }.'],
  locale: choice('auto', ...locales),
  texts: [mapOf(isText, /\./), 'Pass { "connect.title": "Log in" }.'],
  onEvent: [isFunction, 'Pass a function.'],
  analyticsUrl: link,
  themeMode: choice('dark', 'light', 'auto'),
  modalSize: choice('compact', 'wide'),
  themeVariables: [mapOf(isText, /^--lk-/), 'Pass { "--lk-accent": "#3355e6" }.'],
  notices: [
    (value) =>
      typeof value === 'boolean'
        ? undefined
        : shape({ place: maybe(oneOf(...noticePlaces)) })(value),
    `Pass true, false or { place: "top-end" }, one of: ${noticePlaces.join(', ')}.`,
  ],
  preload: choice('idle', 'press'),
  storage: [
    shape({ getItem: isFunction, setItem: isFunction, removeItem: isFunction }),
    'Pass { getItem, setItem, removeItem }.',
  ],
  clock: [shape({ now: isFunction, setTimeout: isFunction }), 'Pass { now, setTimeout }.'],
  fetch: [isFunction, 'Pass a function.'],
}

/**
 * Checks the site's options before they are used.
 * @throws KitError optionInvalid, which names the option and the correction
 */
export function checkOptions(options: KitOptions): void {
  if (!isRecord(options))
    throw optionInvalid('options', 'is not an object', 'Pass { metadata, networks, adapters }.')
  for (const name of ['metadata', 'networks', 'adapters'] as const)
    if (options[name] === undefined)
      throw optionInvalid(name, 'is missing', adviceOfRule(rules[name]))
  checkAll('', rules, options)
  checkAll('features.', featureRules, options.features ?? {})
  checkAll('services.', serviceRules, options.services ?? {})
  if (
    /^wss:\/\/relay\.walletconnect\.(?:org|com)\b/.test(options.services?.relay ?? '') &&
    !options.projectId
  )
    throw optionInvalid('projectId', 'is missing', 'This relay lets nobody in without one.')
  const known = options.adapters.map(({ namespace }) => namespace)
  const orphan = options.networks.find(
    ({ namespace = defaultNamespace }) => !known.includes(namespace),
  )
  if (orphan)
    throw optionInvalid(
      'adapters',
      `lacks one for ${orphan.name}`,
      `Add the adapter of ${orphan.namespace ?? defaultNamespace}.`,
    )
}

function checkAll(prefix: string, table: Record<string, Rule>, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(table, name) ? table[name] : undefined
    // An unknown switch may belong to a feature whose manifest loads with the modal:
    // `checkContradictions` checks it again.
    if (
      !rule &&
      prefix === 'features.' &&
      typeof value === 'boolean' &&
      nearest(name, Object.keys(table)) === undefined
    )
      continue
    if (!rule)
      throw optionInvalid(prefix + name, 'is unknown', adviceFor(prefix, name, Object.keys(table)))
    const wrong = value === undefined ? undefined : rule[0](value)
    if (wrong === undefined) continue
    if (namesUser(value))
      throw optionInvalid(
        prefix + name + wrong,
        'has a user or a password in its URL',
        'Browsers send no request there: pass a key in the path, or lead the requests through a path of your own site.',
      )
    throw optionInvalid(prefix + name + wrong, 'is not valid', adviceOfRule(rule, value))
  }
}

/** Option names of other kits, and the option of this kit that replaces them. */
const elsewhere: { readonly [name: string]: string } = {
  chains: 'Did you mean "networks"?',
  wagmiConfig: 'Pass it as a source: sources: [wagmi(config)], from "latchkey/wagmi".',
  connectors: 'Pass them as a source: sources: [wagmiConnectors([…])], from "latchkey/wagmi".',
  connector: 'Pass it as a source: sources: [wagmiConnectors([…])], from "latchkey/wagmi".',
  transports: 'Did you mean "customRpcUrls"?',
  chainImages: 'Did you mean "networkIcons"?',
  ssr: 'Leave it out: a kit may be made on a server as it is.',
}

/**
 * The advice for an unknown name: the option of this kit that replaces it (`elsewhere`), the
 * nearest of the `known` names, or the nearest of all options.
 */
function adviceFor(prefix: string, name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  const option = near === undefined ? nearest(name, Object.keys(rules)) : prefix + near
  if (Object.hasOwn(elsewhere, name)) return elsewhere[name] ?? ''
  return option === undefined
    ? `Leave it out${known.length > 0 ? `, or pass one of: ${known.join(', ')}` : ''}.`
    : `Did you mean "${option}"?`
}

/** The parameter of a function that has no options yet. */
export type NoOptions = { readonly [name: string]: never }

/**
 * Refuses options of a function that takes none: a caller without types would not notice that they
 * are ignored.
 * @throws KitError optionInvalid, with the nearest option of `createKit`
 */
export const refuseOptions = (name: string, given: unknown): void =>
  checkAll(`${name}.`, {}, Object(given))
