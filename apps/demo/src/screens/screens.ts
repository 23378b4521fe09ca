/* oxlint-disable max-lines -- a list of screens */
import { defaultFeatures } from 'latchkey'
import type { KitOptions, KitState, Wallet } from 'latchkey'
import type { FakeAdapterOptions } from 'latchkey/testing'
import * as activities from './activity.ts'
import { strangeBalances } from './balances.ts'
import { buying } from './buying.ts'
import * as nfts from './nfts.ts'
import { names } from './names.ts'
import { permissions } from './permissions.ts'
import { sending } from './sending.ts'
import { signIn } from './signIn.ts'
import { polkadot } from './polkadot.ts'
import { solana } from './solana.ts'
import { swapping } from './swapping.ts'
import type { ScreenState } from './screenState.ts'

const walletConnect = { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' } as const
const example = { id: 'io.metamask', name: 'MetaMask' }
const other = { id: 'io.rabby', name: 'Rabby' }
const long = {
  id: 'com.example.long',
  name: 'A wallet whose maker was very fond of long names indeed',
}
const pocket: Wallet = {
  id: 'pocket',
  name: 'Pocket',
  link_mode: 'https://pocket.example.org',
  app_store: 'https://pocket.example.org/ios',
  play_store: 'https://pocket.example.org/android',
}
const pairing = {
  uri: `wc:${'7f'.repeat(32)}@2?expiryTimestamp=4102444800&relay-protocol=irn&symKey=${'3c'.repeat(32)}`,
  expiresAt: Date.UTC(2026, 0, 1) + 287_000, // the manual clock starts on 1 January 2026
}

/** The picture of a wallet. */
const red = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#b4461e"/></svg>')}`

/** Wallets whose names are too long for a tile, and one with a name in a right-to-left script. */
const named: readonly Wallet[] = [
  long.name,
  'Donaudampfschifffahrtsgesellschaft',
  'محفظة الدفع السريع والآمن',
  '非常に長い名前のウォレット',
  'W',
  'My Pöcket',
].map((name, index) => ({ id: `named-${index}`, name }))

/** The options of a site that has terms. */
const legal = {
  termsConditionsUrl: 'https://ferrylane.example.org/terms',
  privacyPolicyUrl: 'https://ferrylane.example.org/privacy',
}

/** A connector for logins. */
const login = {
  id: 'login',
  name: 'Ferry Lane login',
  type: 'auth',
  logins: { email: true, socials: defaultFeatures.socials || [] },
} as const
const byLogin = (state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'Connect',
  state,
  adapter: { connectors: [walletConnect, example, login] },
  ...more,
})

/** Makes a screen of a login by e-mail, with these answers. */
const mailed = (
  state: string,
  {
    connect,
    ...answers
  }: Pick<FakeAdapterOptions, 'window' | 'code' | 'codePause' | 'link' | 'connect'>,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'EmailVerifyOtp',
  state,
  params: { connectorId: login.id, email: 'ann.lee@ferrylane.example.org' },
  adapter: { connectors: [login], ...(connect !== undefined && { connect }), ...answers },
  ...more,
})

/** Makes a screen of a login at a company, with these answers. */
const social = (
  state: string,
  answers: Pick<FakeAdapterOptions, 'window' | 'link' | 'connect'>,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'ConnectingSocial',
  state,
  params: { connectorId: login.id, social: 'google' },
  adapter: { connectors: [login], ...answers },
  ...more,
})

/** Makes a screen of a login with Farcaster, with these answers. */
const farcaster = (
  state: string,
  answers: Pick<FakeAdapterOptions, 'pairing' | 'connect'>,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'ConnectingFarcaster',
  state,
  params: { connectorId: login.id },
  adapter: { connectors: [login], ...answers },
  ...more,
})
const farcasterLink = {
  uri: `https://farcaster.example.org/~/siwf?channelToken=${'5a'.repeat(16)}&nonce=${'7c'.repeat(8)}`,
  expiresAt: Date.UTC(2026, 0, 1) + 287_000,
}

/** Makes a screen of the list of all wallets. */
const all = (state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'AllWallets',
  state,
  adapter: { connectors: [walletConnect, example, other] },
  ...more,
})

/** Makes a screen that waits for a wallet of this browser; `connect` is the outcome. */
const external = (
  state: string,
  connect: FakeAdapterOptions['connect'],
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'ConnectingExternal',
  state,
  params: { connectorId: example.id },
  adapter: { connectors: [example], connect },
  ...more,
})

/** Makes a screen that waits for a wallet on a phone; `connect` is the outcome. */
const phone = (
  state: string,
  connect: FakeAdapterOptions['connect'],
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'ConnectingWalletConnect',
  state,
  params: {},
  adapter: { connectors: [walletConnect], connect, pairing },
  ...more,
})

/**
 * Connects the development mnemonic's account that has tokens, NFTs and every kind of activity.
 */
const connected = (more: Partial<FakeAdapterOptions> = {}): FakeAdapterOptions => ({
  connectors: [example, other, walletConnect],
  connected: [example.id],
  ...more,
})
const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bread = '7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3'
const empty = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const whale = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'

const { nft, strangeNfts, spam } = nfts

/** Makes a screen of the tab of NFTs. */
const collected = (state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'Account',
  state: `NFTs ${state}`,
  adapter: connected(),
  pressed: ['[role=tab]:nth-child(2)'],
  ...more,
})
const answering = (data: readonly object[]) => ({ answers: { '/nfts': { data, next: null } } })

/** Makes a screen of the tab of activity. */
const done = (state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'Account',
  state: `activity ${state}`,
  adapter: connected(),
  pressed: ['[role=tab]:nth-child(3)'],
  ...more,
})
const remembering = (data: readonly object[], next: string | null = null) => ({
  answers: { '/history': { data, next } },
})
const { activity, sent, shown, strangeActivity } = activities

/** So many networks that their list has a search field. */
const networks = [
  'Harbour',
  'Meadow',
  'Quarry',
  'Orchard',
  'Lighthouse',
  'A network whose founders were very fond of long names',
  'Mill',
].map((name, index) => ({
  id: index + 1,
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})) as unknown as KitOptions['networks'] // they have the shape of networks
const choosing = (state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'Networks',
  state,
  adapter: connected(),
  ...more,
})
const switching = (
  state: string,
  switchNetwork: FakeAdapterOptions['switchNetwork'],
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'SwitchNetwork',
  state,
  params: { networkId: 'eip155:31338' },
  adapter: connected({ switchNetwork }),
  ...more,
})

/** Makes a screen with a toast over the account. */
const toast = (
  state: string,
  variant: NonNullable<KitState['toast']>['variant'],
  message: NonNullable<KitState['toast']>['message'],
): ScreenState => ({
  view: 'Account',
  state: `with a message, ${state}`,
  adapter: connected(),
  notices: { toast: { id: 1, variant, message } },
})

/** Every screen of the modal in every state. */
export const screens: readonly ScreenState[] = [
  {
    view: 'Connect',
    state: 'several wallets',
    adapter: { connectors: [walletConnect, example, other] },
  },
  {
    view: 'Connect',
    state: 'long names, two of one name',
    adapter: { connectors: [walletConnect, long, example, { ...example, id: 'com.example.twin' }] },
  },
  {
    view: 'Connect',
    state: 'recent wallets',
    adapter: { connectors: [walletConnect, example, other] },
    recents: [pocket, other],
  },
  {
    view: 'Connect',
    state: 'nothing installed',
    adapter: { connectors: [] },
    options: { services: {} },
  },
  {
    view: 'Connect',
    state: 'wallets on their way',
    adapter: { connectors: [walletConnect, example] },
    api: 'hang',
  },
  {
    view: 'Connect',
    state: 'catalogue out of reach',
    adapter: { connectors: [walletConnect, example] },
    api: 'nonsense',
  },
  {
    view: 'Connect',
    state: 'folded',
    adapter: { connectors: [walletConnect, example] },
    options: { features: { collapseWallets: true } },
  },
  {
    view: 'Connect',
    state: 'terms to agree to',
    adapter: { connectors: [walletConnect, example] },
    options: { ...legal, features: { legalCheckbox: true } },
  },
  {
    view: 'Connect',
    state: 'terms to know',
    adapter: { connectors: [walletConnect, example] },
    options: legal,
  },
  {
    view: 'Connect',
    state: 'groups and a sentence of the site',
    adapter: { connectors: [walletConnect, example, other] },
    options: {
      ...legal,
      disclaimer: 'Ferry Lane Bakery never asks for your recovery words.',
      walletGroups: [
        { name: 'Bakers’ choice', walletIds: [other.id, 'rainbow'] },
        { name: 'On your phone', walletIds: ['walletConnect'] },
      ],
    },
  },
  { view: 'Connect', state: 'switched off', options: { enableWallets: false } },
  byLogin('all ways in', {
    adapter: { connectors: [walletConnect, example, login], connect: 'hang' },
  }),
  byLogin('all ways in, companies unfolded', { pressed: ['[aria-expanded=false]'] }),
  byLogin('all ways in, wallets first', {
    options: { features: { connectMethodsOrder: ['wallet', 'social', 'email'] } },
  }),
  byLogin('all ways in, terms to agree to', {
    options: { ...legal, features: { legalCheckbox: true } },
  }),
  byLogin('e-mail alone, wallets folded', {
    options: { features: { socials: false, emailShowWallets: false } },
  }),
  byLogin('an e-mail that is none', {
    options: { features: { socials: false, emailShowWallets: false } },
    typed: 'ann@example',
    pressed: ['[type=submit]'],
  }),
  byLogin('an e-mail with no end', {
    options: { enableWallets: false, features: { socials: false } },
    typed: `${'a-very-long-name-'.repeat(3)}@mail.ferrylane.example.org`,
  }),
  byLogin('social logins alone', { options: { enableWallets: false, features: { email: false } } }),
  byLogin('six of them', {
    options: {
      enableWallets: false,
      features: {
        email: false,
        socials: ['github', 'apple', 'x', 'google', 'facebook', 'discord'],
      },
    },
  }),
  byLogin('one of them', {
    options: { features: { email: false, socials: ['farcaster'], collapseWallets: true } },
  }),
  {
    view: 'Connect',
    state: 'on a phone',
    adapter: { connectors: [walletConnect] },
    agent: 'android',
  },
  { view: 'ConnectWallets', state: 'unfolded', adapter: { connectors: [walletConnect, example] } },
  {
    view: 'ChooseNamespace',
    state: 'two of them',
    params: { connectorId: example.id },
    adapter: { connectors: [walletConnect, example] },
    second: { namespace: 'solana', connectors: [example] },
  },
  {
    view: 'Connect',
    state: 'a wallet of two namespaces',
    adapter: { connectors: [walletConnect, example] },
    second: { namespace: 'solana', connectors: [example] },
  },
  { view: 'WhatIsAWallet', state: 'in short' },
  {
    view: 'WhatIsAWallet',
    state: 'with a page of the site',
    options: { learnMoreUrl: 'https://ferrylane.example.org/wallets' },
  },
  { view: 'WhatIsANetwork', state: 'in short' },
  { view: 'GetWallet', state: 'to choose from' },
  { view: 'GetWallet', state: 'featured first', options: { featuredWalletIds: ['me.rainbow'] } },
  {
    view: 'GetWallet',
    state: 'the rest did not load',
    api: 'nonsense',
    options: { customWallets: [{ ...pocket, homepage: 'https://pocket.example.org' }] },
  },
  { view: 'GetWallet', state: 'on their way', api: 'hang' },
  { view: 'GetWallet', state: 'out of reach', api: 'nonsense' },
  { view: 'Downloads', state: 'stores', params: { walletId: 'me.rainbow' } },
  { view: 'GetWallet', state: 'no list', options: { services: {} } },
  { view: 'Downloads', state: 'unknown', params: { walletId: 'nobody' } },
  { view: 'Downloads', state: 'for a browser alone', params: { walletId: 'app.phantom' } },
  {
    view: 'Downloads',
    state: 'in its own browser, on a phone',
    params: { walletId: 'app.phantom' },
    agent: 'iphone',
  },
  { view: 'Downloads', state: 'nowhere', params: { wallet: { id: 'nowhere', name: 'Nowhere' } } },
  {
    view: 'Downloads',
    state: 'stores, on a phone',
    params: { walletId: 'me.rainbow' },
    agent: 'iphone',
  },
  all('two of them installed'),
  all('on their way', { api: 'hang' }),
  all('out of reach', { api: 'nonsense' }),
  all('some found', { typed: 'wallet', later: 1_000 }),
  all('offline', { api: 'hang', isOffline: true }),
  all('the rest did not load', { typed: 'wallet', broken: 'search=', later: 1_000 }),
  all('none found', { typed: 'nobody has this name', later: 1_000 }),
  all('long names', { options: { services: {}, customWallets: named } }),
  all('none installed, and a login of the name of one', {
    adapter: { connectors: [walletConnect, { ...login, name: example.name }] },
  }),
  all('no more', { options: { services: {} } }),
  mailed('sending', { connect: 'hang' }),
  mailed('in the wallet’s window', { window: 'opened', connect: 'hang' }),
  mailed('code', { code: '123456' }),
  mailed('code, half of it written', { code: '123456' }, { typed: '123' }),
  mailed('wrong code', { code: '123456' }, { typed: '654321' }),
  mailed('code, another may be sent', { code: '123456', codePause: 0 }),
  mailed(
    'an address with no end',
    { code: '123456' },
    {
      params: {
        connectorId: login.id,
        email: `${'a-very-long-name-'.repeat(3)}@mail.ferrylane.example.org`,
      },
    },
  ),
  mailed('link', { link: true }),
  mailed('link, another may be sent', { link: true, codePause: 0 }),
  mailed('refused in the e-mail', { connect: 'deviceRefused' }),
  mailed('too soon', { connect: 'emailCooldown' }),
  mailed('no longer too soon', { connect: 'emailCooldown', codePause: 0 }),
  mailed('too many attempts', { connect: 'tooManyRequests' }),
  mailed('wallet not loaded', { connect: 'frameUnloaded' }),
  mailed('nothing can be stored', { connect: 'storageBlocked' }),
  mailed('expired', { connect: 'walletTimeout' }),
  mailed('failed', { connect: 'frameFailed' }),
  mailed('offline', { connect: 'offline' }),
  mailed('logged in', { connect: 'approve' }),
  external('waiting', 'hang'),
  external('waiting for long', 'hang', { later: 15_000 }),
  external('rejected', 'userRejected'),
  external('already asked', 'resourceUnavailable'),
  external('locked', 'unauthorized'),
  external('not installed', 'connectorNotFound'),
  external('no answer', 'walletTimeout'),
  external('failed', 'internal'),
  external('not loaded', 'httpFailed'),
  external('connected', 'approve'),
  social('opening', { connect: 'hang' }),
  social('window open', { window: 'opened', connect: 'hang' }),
  social(
    'window open, Facebook',
    { window: 'opened', connect: 'hang' },
    { params: { connectorId: login.id, social: 'facebook' } },
  ),
  social('retrieving the account', { window: 'done', connect: 'hang' }),
  social('link', { window: 'done', link: true }),
  social('window blocked', { connect: 'socialWindowBlocked' }),
  social('window closed', { connect: 'socialWindowClosed' }),
  social('refused', { connect: 'socialRefused' }),
  social('untrusted', { connect: 'socialUntrusted' }),
  social('not offered', { connect: 'loginNotOffered' }),
  social('not in time', { connect: 'socialTimeout' }),
  social('wallet closed', { connect: 'userRejected' }),
  social('too many attempts', { connect: 'tooManyRequests' }),
  social('offline', { connect: 'offline' }),
  social('wallet not loaded', { connect: 'frameUnloaded' }),
  social('nothing can be stored', { connect: 'storageBlocked' }),
  social('expired', { connect: 'codeExpired' }),
  social('failed', { connect: 'frameFailed' }),
  social('logged in', { connect: 'approve' }),
  farcaster('opening', { connect: 'hang' }),
  farcaster('a code', { pairing: farcasterLink, connect: 'hang' }),
  farcaster('a link, on a phone', { pairing: farcasterLink, connect: 'hang' }, { agent: 'iphone' }),
  farcaster('refused', { connect: 'socialRefused' }),
  farcaster('logged in', { connect: 'approve' }),
  phone('a code', 'hang'),
  phone('a code is on its way', 'hang', {
    adapter: { connectors: [walletConnect], connect: 'hang' },
  }),
  phone('a code that takes its time', 'hang', {
    adapter: {
      connectors: [walletConnect],
      connect: 'hang',
      pairing: { ...pairing, isReady: false },
    },
    later: 3_000,
  }),
  phone('a code of a wallet', 'hang', { params: { wallet: { ...pocket, image_url: red } } }),
  phone('a code of a wallet without a link, on a phone', 'hang', {
    agent: 'iphone',
    params: {
      wallet: { id: 'anchor', name: 'Anchor', app_store: 'https://anchor.example.org/ios' },
    },
  }),
  phone('connected', 'approve'),
  phone('rejected', 'userRejected'),
  phone('offline', 'offline'),
  phone('relay out of reach', 'relayUnreachable'),
  phone('failed', 'internal'),
  phone('not allowed', 'unauthorized'),
  phone('a fault of the site', 'networkNotFound'),
  phone('nothing opened', 'hang', {
    agent: 'iphone',
    params: { wallet: pocket },
    opened: true,
    later: 3_000,
  }),
  phone('open the app, out of reach of the relay', 'hang', {
    agent: 'iphone',
    params: { wallet: pocket },
    adapter: {
      connectors: [walletConnect],
      connect: 'hang',
      pairing: { ...pairing, isReady: false },
    },
    later: 3_000,
  }),
  phone('open the app', 'hang', { agent: 'iphone', params: { wallet: pocket } }),
  { view: 'Account', state: 'tokens', adapter: connected() },
  { view: 'Account', state: 'nothing yet', adapter: connected({ accounts: [empty] }) },
  { view: 'Account', state: 'loading', adapter: connected(), api: 'hang' },
  { view: 'Account', state: 'balances unavailable', adapter: connected(), api: 'nonsense' },
  {
    view: 'Account',
    state: 'some balances unread',
    adapter: connected(),
    answers: { '/balance': { balances: strangeBalances.slice(0, 1) } },
    responseHeaders: { 'x-latchkey-unavailable': 'eip155:31337' },
  },
  {
    view: 'Account',
    state: 'with a name and a picture',
    adapter: connected({ accounts: [whale] }),
  },
  {
    view: 'Account',
    state: 'with a strange name',
    adapter: connected(),
    answers: { '/identity': { name: 'محفظة'.repeat(20), avatar: 'data:image/png;base64,AAAA' } },
  },
  { view: 'Account', state: 'tokens in ether', adapter: connected(), stored: { currency: 'eth' } },
  {
    view: 'Account',
    state: 'strange tokens',
    adapter: connected(),
    answers: { '/balance': { balances: strangeBalances } },
  },
  {
    view: 'Account',
    state: 'strange tokens, hidden ones shown',
    adapter: connected(),
    answers: { '/balance': { balances: strangeBalances } },
    pressed: ['.switch-row'],
  },
  collected('of one’s own'),
  collected('with strange names and pictures', answering(strangeNfts)),
  collected('none', answering([])),
  collected('spam alone', answering([spam])),
  collected('on their way', { api: 'hang' }),
  collected('out of reach', { api: 'nonsense' }),
  collected('not listed', { options: { services: {} } }),
  { view: 'Nft', state: 'with traits', adapter: connected(), params: { nft } },
  {
    view: 'Nft',
    state: 'spam',
    adapter: connected(),
    params: { nft: { ...nft, isSpam: true, picture: undefined, traits: [] } },
  },
  {
    view: 'Nft',
    state: 'long',
    adapter: connected(),
    params: {
      nft: {
        ...nft,
        name: long.name.repeat(2).slice(0, 64),
        tokenId: '9'.repeat(77),
        amount: '1234567',
        externalUrl: `https://${'long.'.repeat(20)}example.org/`,
        collection: { name: 'نجوم فوق البحر', symbol: 'S' },
      },
    },
  },
  done('of two years', remembering(activity)),
  done('with strange names and amounts', remembering(strangeActivity)),
  done('with own transactions on top', { ...remembering(activity), sent }),
  done('of this browser alone', { options: { services: {} }, sent }),
  done('none', remembering([])),
  done('none, of this browser alone', { options: { services: {} } }),
  done('on its way', { api: 'hang' }),
  done('out of reach', { api: 'nonsense' }),
  done('out of reach, own transactions known', { api: 'nonsense', sent }),
  done('no more to be had', {
    answers: { '/history': { data: activity, next: 'more' } },
    broken: 'cursor=more',
  }),
  { view: 'Transaction', state: 'a swap', adapter: connected(), params: { entry: shown } },
  {
    view: 'Transaction',
    state: 'a swap among people with names',
    adapter: connected(),
    params: { entry: shown },
    ...activities.betweenNamed,
  },
  {
    view: 'Transaction',
    state: 'failed',
    adapter: connected(),
    params: { entry: { ...shown, status: 'failed', transfers: [] } },
  },
  {
    view: 'Transaction',
    state: 'looked for and not there',
    adapter: connected(),
    params: { hash: `0x${'ef'.repeat(32)}` },
  },
  {
    view: 'Transaction',
    state: 'waiting',
    adapter: connected(),
    params: { entry: { ...shown, status: 'pending' } },
  },
  {
    view: 'ReplaceTransaction',
    state: 'of a transaction that is not there',
    adapter: connected(),
    params: {
      hash: `0x${'ef'.repeat(32)}`,
      networkId: shown.networkId,
      purpose: 'speedUp',
    },
  },
  {
    view: 'Transaction',
    state: 'replaced',
    adapter: connected(),
    params: { entry: { ...shown, status: 'replaced', replacedBy: `0x${'cd'.repeat(32)}` } },
  },
  {
    view: 'Transaction',
    state: 'changed by the wallet',
    adapter: connected(),
    params: { entry: { ...shown, status: 'changed' } },
  },
  {
    view: 'Transaction',
    state: 'dropped, of many and long names',
    adapter: connected(),
    params: {
      entry: {
        ...shown,
        status: 'dropped',
        transfers: Array.from({ length: 12 }, (_, index) => ({
          kind: 'token',
          direction: 'in',
          symbol: long.name,
          quantity: '9'.repeat(index * 3 + 1),
          ...(index % 3 && { counterpart: shown.sentTo }),
        })),
      },
    },
  },
  ...buying,
  ...sending,
  ...swapping,
  ...names,
  ...permissions,
  ...signIn,
  ...solana,
  ...polkadot,
  { view: 'Profile', state: 'one wallet', adapter: connected() },
  {
    view: 'Profile',
    state: 'on the way to another wallet',
    adapter: connected(),
    pressed: ['.button[data-variant=secondary]'],
  }, // with a connected wallet, the secondary button opens Connect
  {
    view: 'Profile',
    state: 'two wallets, and recent ones',
    adapter: connected({ connected: [example.id, other.id] }),
    recents: [pocket, example],
  },
  {
    view: 'Profile',
    state: 'a smart account',
    adapter: connected({
      connectors: [example, login],
      connected: [login.id, example.id],
      smartAccounts: { networkIds: ['eip155:31337'], preferred: 'smartAccount' },
    }),
  },
  {
    view: 'Profile',
    state: 'a smart account, not chosen',
    adapter: connected({
      connectors: [login],
      connected: [login.id],
      smartAccounts: { networkIds: ['eip155:31337'] },
    }),
    options: { defaultAccountTypes: { eip155: 'eoa' } },
    pressed: ['[role=switch]'],
  },
  {
    view: 'Profile',
    state: 'three of one name',
    adapter: connected({
      connectors: ['one', 'two', 'three'].map((id) => ({ ...example, id })),
      connected: ['one', 'two', 'three'],
    }),
  },
  {
    view: 'Profile',
    state: 'two kinds of account',
    adapter: connected({ connected: [example.id, other.id] }),
    second: {
      namespace: 'solana',
      connectors: [example],
      connected: [example.id],
      accounts: [bread],
    },
  },
  choosing('to choose from'),
  choosing('to search', { options: { services: {}, networks } }),
  choosing('none found', { options: { services: {}, networks }, typed: 'nobody has this name' }),
  choosing('kept by the site', { options: { enableNetworkSwitch: false } }),
  choosing('not approved', { adapter: connected({ networkIds: ['eip155:31337'] }) }),
  switching('waiting for long', 'hang', { later: 15_000 }),
  switching('already asked', 'resourceUnavailable'),
  switching('failed', 'internal'),
  switching('done', 'approve', { later: 100 }),
  toast('good', 'success', { text: 'Address copied' }),
  toast('bad', 'error', 'disconnectFailed'),
  toast('on its way', 'loading', {
    text: 'A message that is rather longer than there is room for on a single line of a card',
  }),
  {
    view: 'Connect',
    state: 'with a word for the developer',
    adapter: { connectors: [walletConnect, example] },
    notices: {
      alert: { code: 'alertInvalidConfiguration', text: 'Unauthorized: origin not allowed' },
    },
  },
  { view: 'Loading', state: 'the first screen on its way', adapter: connected() },
  // a view of this name does not exist, so its code cannot be loaded
  { view: 'Missing', state: 'a part that did not load', adapter: connected() },
  {
    view: 'SwitchActiveChain',
    state: 'wallets to choose from',
    params: { networkId: solanaId },
    adapter: connected(),
    second: {
      namespace: 'solana',
      connectors: [other, example, { ...other, id: 'long', name: long.name }],
    },
  },
  {
    view: 'SwitchActiveChain',
    state: 'no wallet for it',
    params: { networkId: solanaId },
    adapter: connected(),
    second: { namespace: 'solana', connectors: [] },
  },
  {
    view: 'SwitchNetwork',
    state: 'waiting',
    params: { networkId: 'eip155:31338' },
    adapter: connected({ switchNetwork: 'hang' }),
  },
  {
    view: 'SwitchNetwork',
    state: 'rejected',
    params: { networkId: 'eip155:31338' },
    adapter: connected({ switchNetwork: 'userRejected' }),
  },
  {
    view: 'SwitchNetwork',
    state: 'unknown to the wallet',
    params: { networkId: 'eip155:31338' },
    adapter: connected({ switchNetwork: 'switchChain' }),
  },
  { view: 'UnsupportedChain', state: 'a way out', adapter: connected({ networkId: 'eip155:56' }) },
  {
    view: 'UnsupportedChain',
    state: 'with another wallet',
    adapter: connected({ networkId: 'eip155:56', connected: [example.id, other.id] }),
  },
  {
    view: 'UnsupportedChain',
    state: 'on a site that keeps the network',
    adapter: connected({ networkId: 'eip155:56' }),
    options: { enableNetworkSwitch: false },
  },
]

/** Returns the name of a screen for URLs. */
export const idOf = ({ view, state }: ScreenState): string =>
  `${view}-${state}`.toLowerCase().replace(/[^a-z]+/g, '-')
