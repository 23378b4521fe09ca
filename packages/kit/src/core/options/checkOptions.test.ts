import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { ens } from '../../chains/evm/ens/ens.ts'
import { evm } from '../../chains/evm/evm.ts'
import { memoryStorage } from '../storage/storage.ts'
import { defaultFeatures } from '../kit/features.ts'
import { checkOptions } from './checkOptions.ts'
import type { Features, KitOptions } from './options.ts'
import { systemClock } from '../page/clock.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const minimal = {
  metadata: { name: 'My site', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [evm()],
} satisfies Partial<KitOptions>
/** Checks options of any type, as a page without TypeScript may pass them. */
const check = (options: unknown) => checkOptions(options as KitOptions)
const withOption = (name: string, value: unknown) => () => check({ ...minimal, [name]: value })
const messageOf = (run: () => void): string => {
  try {
    run()
    return 'passes'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const stub = async () => []

const good = {
  metadata: {
    name: 'My site',
    url: 'http://127.0.0.1:5173/shop',
    description: 'Bread',
    icons: ['https://example.org/icon.png'],
  },
  networks: [mainnet, { ...mainnet, id: 31337, namespace: 'eip155' }],
  adapters: [evm()],
  services: {
    api: 'https://example.org/api',
    relay: 'wss://example.org',
    wallet: 'https://wallet.example.org',
  },
  projectId: 'abc',
  features: defaultFeatures,
  customWallets: [{ id: 'a', name: 'A' }],
  includeWalletIds: ['a'],
  excludeWalletIds: [],
  featuredWalletIds: ['b'],
  walletGroups: [
    { name: 'Recommended', walletIds: ['io.metamask'] },
    { name: 'On a phone', walletIds: ['a', 'walletConnect'] },
  ],
  tokens: { 'eip155:1': [{ address, name: 'Flour', symbol: 'FLR', decimals: 0 }] },
  termsConditionsUrl: 'https://example.org/terms',
  privacyPolicyUrl: 'https://example.org/privacy',
  disclaimer: 'Bread is perishable.',
  learnMoreUrl: 'https://example.org/wallets',
  debug: true,
  siwx: {
    createMessage: async () => {
      throw new Error('nothing signs in here')
    },
    addSession: async () => {},
    setSessions: async () => {},
    getSessions: stub,
    revokeSession: async () => {},
  },
  enableWalletConnect: false,
  enableWallets: true,
  enableNetworkSwitch: false,
  allowUnsupportedChain: true,
  publicNodes: true,
  defaultAccountTypes: { eip155: 'eoa' },
  customRpcUrls: { 'eip155:1': ['https://rpc.example.org'] },
  networkIcons: {
    'eip155:1': '/icons/1.svg',
    'eip155:8453': 'https://example.org/8453.png',
    'eip155:10': 'data:image/svg+xml,x',
  },
  identity: ens(),
  locale: 'de',
  texts: { 'connect.title': 'Log in' },
  onEvent: () => {},
  analyticsUrl: 'https://example.org/events',
  themeMode: 'auto',
  modalSize: 'wide',
  themeVariables: { '--lk-accent': 'red' },
  notices: { place: 'top' },
  preload: 'press',
  storage: memoryStorage(),
  clock: systemClock,
  fetch,
  sources: [
    {
      create: () => {
        throw new Error('never made')
      },
    },
  ],
} satisfies Required<KitOptions>

test('the minimal options and the complete options are accepted', () => {
  expect(messageOf(() => check(minimal))).toBe('passes')
  expect(messageOf(() => check(good))).toBe('passes')
})

test.each(Object.keys(good))('the option %s may be undefined unless it is required', (name) => {
  expect(messageOf(withOption(name, undefined))).toMatch(
    name in minimal ? 'is missing' : /^passes$/,
  )
})

const bad: { [name in keyof KitOptions]-?: readonly unknown[] } = {
  metadata: [
    null,
    'My site',
    {},
    { name: '', url: 'https://example.org' },
    { name: 'A', url: '/' },
    { name: 'A', url: 'https://' },
    { name: 'A', url: new URL('https://example.org') },
  ],
  networks: [null, mainnet, [], [null], [1], [{ id: 1 }]],
  adapters: [null, [], [evm], evm(), [null], [{ namespace: 'eip155' }]],
  sources: [null, {}, [null], [{}]],
  services: [
    null,
    'https://example.org',
    [],
    { api: 'example.org' },
    { api: '//example.org' },
    { api: '/\\example.org' },
    { api: '/api?key=1' },
    { api: 'api' },
    { relay: '//example.org' },
    { api: 'javascript:alert(1)' },
    { relay: 'https://example.org' },
    { api: new URL('https://example.org') },
    { wallet: '' },
  ],
  projectId: [null, '', 5],
  features: [null, true, []],
  customWallets: [null, {}, ['a']],
  includeWalletIds: [null, 'a', [1]],
  excludeWalletIds: [null, 'a', ['']],
  featuredWalletIds: [null, 'a', [null]],
  walletGroups: [
    null,
    {},
    ['a'],
    [{ name: 'A' }],
    [{ name: '', walletIds: ['a'] }],
    [{ name: 'A', walletIds: [] }],
    [{ name: 'A', walletIds: [''] }],
    [{ name: 'A', walletIds: 'a' }],
    [
      { name: 'A', walletIds: ['a'] },
      { name: 'A', walletIds: ['b'] },
    ],
  ],
  tokens: [
    null,
    [],
    { 'eip155:1': {} },
    { 'eip155:1': [{ address: '0xab', name: 'A', symbol: 'A', decimals: 1 }] },
    { 'eip155:1': [{ address, name: 'A', symbol: 'A', decimals: -1 }] },
    { 'eip155:1': [{ address, name: 'A', symbol: 'A', decimals: 256 }] },
    { 'eip155:1': [{ address, name: 'A', symbol: 'A', decimals: '18' }] },
  ],
  termsConditionsUrl: [null, '/terms', 'javascript:alert(1)', 'data:text/html,x'],
  privacyPolicyUrl: [null, '', 'ftp://example.org'],
  disclaimer: [null, '', true, {}],
  learnMoreUrl: [null, '/learn', 'javascript:alert(1)'],
  debug: [null, 'true', 1],
  siwx: [null, true, {}, { createMessage: stub }],
  enableWalletConnect: [null, 0],
  enableWallets: [null, 'no'],
  enableNetworkSwitch: [null, 'false'],
  allowUnsupportedChain: [null, {}],
  publicNodes: [null, 'yes'],
  defaultAccountTypes: [null, 'eoa', { eip155: 'EOA' }],
  customRpcUrls: [
    null,
    'https://example.org',
    { 'eip155:1': 'https://example.org' },
    { 'eip155:1': ['rpc.example.org'] },
  ],
  networkIcons: [
    null,
    [],
    '/icon.svg',
    { 'eip155:1': 'icon.svg' },
    { 'eip155:1': '//example.org/1.svg' },
    { 'eip155:1': 'javascript:alert(1)' },
    { 'eip155:1': 'data:text/html,x' },
    { ethereum: '/icon.svg' },
    { 'eip155:1': 5 },
  ],
  identity: [null, ens, {}, { identify: 'lena' }],
  locale: [null, 'xx', 'DE', 1],
  texts: [null, [], { title: 'Log in' }, { 'connect.title': 5 }],
  onEvent: [null, 'log', {}],
  analyticsUrl: [null, '/events', 'ftp://example.org'],
  themeMode: [null, '', 'Dark', true],
  notices: [null, 'top', { place: 'left' }, { place: null }, []],
  modalSize: [null, '', 'large', true],
  themeVariables: [null, '--lk-accent: red', { accent: 'red' }, { '--lk-accent': 1 }],
  preload: [null, '', 'hover', true, ['idle'], Object.create(null)],
  storage: [null, {}, { getItem() {} }],
  clock: [null, Date, { now: Date.now }],
  fetch: [null, 'fetch', {}],
}

test.each(
  Object.entries(bad).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
)('the option %s with the value %j is rejected with advice', (name, value) => {
  expect(messageOf(withOption(name, value))).toMatch(
    new RegExp(
      `^Option "${name}[^ ]*" is not valid\\. ((Pass|Call) .+\\.|Did you mean "\\w+"\\?)$`,
    ),
  )
})

test('the message about an invalid option states a valid value', () => {
  expect(
    messageOf(
      withOption('walletGroups', [
        { name: 'A', walletIds: ['a'] },
        { name: 'A', walletIds: ['b'] },
      ]),
    ),
  ).toMatchInlineSnapshot(
    `"Option "walletGroups[1].name" is not valid. Pass [{ name: "Recommended", walletIds: ["io.metamask"] }], each name once."`,
  )
  expect(messageOf(withOption('metadata', {}))).toMatchInlineSnapshot(
    `"Option "metadata.name" is not valid. Pass { name: "My site", url: "https://example.org" }."`,
  )
  expect(messageOf(withOption('networks', []))).toMatchInlineSnapshot(
    `"Option "networks" is not valid. Pass a list with at least one: [mainnet], from "viem/chains"."`,
  )
  expect(messageOf(withOption('adapters', [evm]))).toMatchInlineSnapshot(
    `"Option "adapters[0]" is not valid. Pass [evm()] from "latchkey/evm"."`,
  )
  expect(messageOf(withOption('services', { relay: 'https://example.org' }))).toMatchInlineSnapshot(
    `"Option "services.relay" is not valid. Pass a wss:// URL, or a path of your own site."`,
  )
  expect(messageOf(withOption('services', { api: 'api' }))).toMatchInlineSnapshot(
    `"Option "services.api" is not valid. Pass a whole https URL, or a path of your own site such as "/api"."`,
  )
  expect(messageOf(withOption('themeVariables', { accent: 'red' }))).toMatchInlineSnapshot(
    `"Option "themeVariables["accent"]" is not valid. Pass { "--lk-accent": "#3355e6" }."`,
  )
})

test('services and icons may be paths of the site’s own origin', () => {
  expect(messageOf(withOption('services', { api: '/api', relay: '/relay', wallet: '/' }))).toBe(
    'passes',
  )
  expect(messageOf(withOption('metadata', { ...minimal.metadata, icons: ['/icon.png'] }))).toBe(
    'passes',
  )
})

test('a misspelled value is rejected with the nearest valid value', () => {
  expect(messageOf(withOption('preload', 'Press'))).toBe(
    'Option "preload" is not valid. Did you mean "press"?',
  )
  expect(messageOf(withOption('preload', 'hover'))).toBe(
    'Option "preload" is not valid. Pass one of: idle, press.',
  )
  expect(messageOf(withOption('themeMode', 'drak'))).toBe(
    'Option "themeMode" is not valid. Did you mean "dark"?',
  )
})

test.each(['metadata', 'networks', 'adapters'] as const)('the option %s is required', (name) => {
  const { [name]: _, ...rest } = minimal
  expect(messageOf(() => check(rest))).toMatch(new RegExp(`^Option "${name}" is missing\\. Pass `))
})

test.each([undefined, null, [], 'options', 5])('the options %j are rejected', (options) => {
  expect(messageOf(() => check(options))).toBe(
    'Option "options" is not an object. Pass { metadata, networks, adapters }.',
  )
})

test.each([
  ['chains', 'Did you mean "networks"?'],
  ['wagmiConfig', 'Pass it as a source: sources: [wagmi(config)], from "latchkey/wagmi".'],
  ['ssr', 'Leave it out: a kit may be made on a server as it is.'],
  ['featuers', 'Did you mean "features"?'],
  ['network', 'Did you mean "networks"?'],
  ['themeVariable', 'Did you mean "themeVariables"?'],
  ['rpcUrls', 'Did you mean "customRpcUrls"?'],
  ['THEMEMODE', 'Did you mean "themeMode"?'],
  ['', 'Leave it out, or pass one of: metadata, networks, '],
  ['x', 'Leave it out'],
  ['constructor', 'Leave it out'],
  ['toString', 'Leave it out'],
])('an unknown option %j is rejected with advice', (name, mend) => {
  expect(messageOf(withOption(name, true))).toMatch(`Option "${name}" is unknown. ${mend}`)
})

test('an option with the name __proto__ is rejected as unknown', () => {
  expect(messageOf(() => check(Object.assign(JSON.parse('{"__proto__":1}'), minimal)))).toMatch(
    'Option "__proto__" is unknown.',
  )
})

const badFeatures: { [name in keyof Features]: unknown } = {
  swaps: 1,
  onramp: null,
  receive: 'yes',
  send: {},
  email: 0,
  emailShowWallets: 'no',
  history: [],
  analytics: 'on',
  allWallets: 'HIDE',
  legalCheckbox: 1,
  smartSessions: '',
  collapseWallets: null,
  names: 'reown.id',
  socials: ['myspace'],
  connectorTypeOrder: ['qr'],
  walletFeaturesOrder: 'swaps',
  connectMethodsOrder: ['phone'],
}

test.each(Object.entries(badFeatures))(
  'the feature %s with the value %j is rejected',
  (name, value) => {
    expect(messageOf(withOption('features', { [name]: value }))).toMatch(
      new RegExp(`^Option "features\\.${name}(\\[0\\])?" is not valid\\. Pass `),
    )
  },
)

test('`walletFeaturesOrder` accepts every action of the specification, and no other', () => {
  expect(
    messageOf(
      withOption('features', { walletFeaturesOrder: ['send', 'receive', 'swaps', 'onramp'] }),
    ),
  ).toBe('passes')
  expect(messageOf(withOption('features', { walletFeaturesOrder: ['swap'] }))).toBe(
    'Option "features.walletFeaturesOrder[0]" is not valid. Pass a list of: onramp, swaps, receive, send.',
  )
})

test('an unknown feature is rejected with the nearest known one; `socials: false` is valid', () => {
  expect(messageOf(withOption('features', { swap: true }))).toBe(
    'Option "features.swap" is unknown. Did you mean "features.swaps"?',
  )
  expect(messageOf(withOption('features', { sned: true }))).toBe(
    'Option "features.sned" is unknown. Did you mean "features.send"?',
  )
  expect(messageOf(withOption('features', { socials: false }))).toBe('passes')
})

test.each<[string, unknown, string]>([
  [
    'metadata',
    { name: 'A', url: 'https://example.org', icons: ['https://example.org/a.png', 'b.png'] },
    'metadata.icons[1]',
  ],
  [
    'networks',
    [mainnet, { ...mainnet, rpcUrls: { default: { http: ['https://a.example.org', 'b'] } } }],
    'networks[1].rpcUrls.default.http[1]',
  ],
  [
    'customRpcUrls',
    { 'eip155:1': ['https://a.example.org'], mainnet: ['https://a.example.org'] },
    'customRpcUrls["mainnet"]',
  ],
  [
    'tokens',
    { 'eip155:1': [{ address, name: 'Flour', symbol: '', decimals: 2 }] },
    'tokens["eip155:1"][0].symbol',
  ],
  ['services', { api: 'https://api.example.org', wallet: 'wallet.example.org' }, 'services.wallet'],
  ['services', { rely: 'wss://relay.example.org' }, 'services.rely'],
  ['features', { socials: ['google', 'myspace'] }, 'features.socials[1]'],
])('an invalid option %s is reported with the path of its invalid part', (name, value, path) => {
  expect(messageOf(withOption(name, value))).toMatch(`Option "${path}" is `)
})

test.each([
  0,
  -1,
  1.5,
  Number.NaN,
  Infinity,
  2 ** 53,
  undefined,
  null,
  '',
  ' ',
  '1:2',
  'mainnet',
  '0x1',
  '01',
  '0',
  '-1',
  '1e3',
  ['1'],
  { toString: () => '1' },
  true,
])('an EVM network with the id %j is rejected', (id) => {
  expect(messageOf(withOption('networks', [{ ...mainnet, id }]))).toMatch(
    'Option "networks[0].id" is not valid.',
  )
})

test.each([
  { name: '' },
  { namespace: 'evm' },
  { namespace: null },
  { namespace: ['eip155'] },
  { nativeCurrency: undefined },
  { nativeCurrency: { ...mainnet.nativeCurrency, decimals: 1.5 } },
  { rpcUrls: {} },
  { rpcUrls: { default: { http: ['ftp://example.org'] } } },
])('a network with %j is rejected', (part) =>
  expect(messageOf(withOption('networks', [mainnet, { ...mainnet, ...part }]))).toMatch(
    /^Option "networks\[1\]\.(?:name|namespace|nativeCurrency|rpcUrls)[^"]*" is not valid\. /,
  ),
)

test('every namespace needs an adapter', () => {
  const solana = {
    ...mainnet,
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    namespace: 'solana',
    name: 'Solana',
  }
  expect(messageOf(withOption('networks', [mainnet, solana]))).toBe(
    'Option "adapters" lacks one for Solana. Add the adapter of solana.',
  )
})

test.each(['id', 'reown.id.', 'a.reown.id', 'Reown.id', '', 5, null])(
  'the zone %j for names is rejected',
  (zone) => {
    expect(messageOf(withOption('features', { names: { zone } }))).toBe(
      'Option "features.names.zone" is not valid. Pass true, false or { zone: "example.id" }.',
    )
  },
)

test.each([true, false, { zone: 'reown.id' }, { zone: 'my-shop.example' }])(
  '`features.names` accepts %j',
  (names) => {
    expect(messageOf(withOption('features', { names }))).toBe('passes')
  },
)

test('the default features are the features of the specification', () => {
  expect(defaultFeatures).toEqual({
    swaps: true,
    onramp: true,
    receive: true,
    send: true,
    email: true,
    emailShowWallets: true,
    socials: ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'],
    connectorTypeOrder: [
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ],
    history: true,
    analytics: true,
    allWallets: true,
    legalCheckbox: false,
    smartSessions: false,
    collapseWallets: false,
    walletFeaturesOrder: ['onramp', 'swaps', 'receive', 'send'],
    connectMethodsOrder: ['email', 'social', 'wallet'],
  })
})

test.each([
  ['customRpcUrls', { 'eip155:1': ['https://user:word@node.example'] }],
  ['services', { api: 'https://key@api.example.org' }],
  ['services', { relay: 'wss://user:word@relay.example.org' }],
  [
    'networks',
    [
      {
        id: 1,
        name: 'One',
        nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
        rpcUrls: { default: { http: ['https://:word@node.example'] } },
      },
    ],
  ],
])('a URL with a user or a password in the option %s is rejected', (name, value) => {
  expect(messageOf(withOption(name, value))).toMatch(
    /has a user or a password in its URL\. Browsers send no request there/,
  )
})

test('an invalid option that JSON cannot write is reported like any other', () => {
  const circular: Record<string, unknown> = {}
  circular['own'] = circular
  for (const value of [[{ id: 1n }], [circular], { decimals: 18n }])
    expect(messageOf(withOption('networks', value))).toMatch(/^Option "networks.*" is not valid\./)
})

test('the public relay requires `projectId`', () => {
  expect(messageOf(withOption('services', { relay: 'wss://relay.walletconnect.org' }))).toBe(
    'Option "projectId" is missing. This relay lets nobody in without one.',
  )
})
