/* oxlint-disable max-lines -- a list of screens */
import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask' }
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const usdc = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'
const networkId = 'eip155:31337'
const hash = `0x${'7'.repeat(64)}`
/** The time at which the clock of the screens stands. */
const now = Date.UTC(2026, 0, 1)

const adapter: FakeAdapterOptions = { connectors: [wallet], connected: [wallet.id] }
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]
const on = (address?: string) => [
  { name: 'devnet', display_name: 'Devnet', chain_id: '31337', contract_address: address },
]
const tokens = [
  { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: on(usdc) },
  { id: 'eth', name: 'Ether', symbol: 'ETH', networks: on() },
]
const currencies = ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits }))
const options = { purchaseCurrencies: tokens, paymentCurrencies: currencies }
const words = [
  'Dai',
  'Harbour',
  'Lighthouse',
  'Meadow',
  'Quarry',
  'A token whose makers were very fond of long names',
  'عملة الميناء',
]
const many = {
  purchaseCurrencies: [
    ...tokens,
    ...words.map((name, index) => ({ id: name, name, symbol: `T${index}`, networks: on(usdc) })),
  ],
  paymentCurrencies: ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'BRL', 'INR', 'AED', 'AUD'].map((id) => ({
    id,
    payment_method_limits: limits,
  })),
}

const sandbox = {
  serviceProvider: 'SANDBOX',
  name: 'Sandbox',
  feeRange: '1–2%',
  methods: ['card', 'ach_bank_account'],
  isTest: true,
}
const harbour = { serviceProvider: 'HARBOUR', name: 'Harbour Pay', feeRange: '1–2%' }
const mill = { serviceProvider: 'MILL', name: 'Mill Exchange', feeRange: '1–2%' }
const lengthy = {
  serviceProvider: 'LONG',
  name: 'The exchange at the end of the long harbour road',
  feeRange: 'between 0.5 and 12 percent',
}

const offer = (serviceProvider: string, destinationAmount: number, more: object = {}) => ({
  serviceProvider,
  paymentMethodType: 'card',
  sourceAmount: 100,
  sourceCurrencyCode: 'USD',
  destinationAmount,
  destinationCurrencyCode: 'USDC',
  transactionFee: 1.5,
  networkFee: 0.15,
  totalFee: 1.65,
  quoteId: `${serviceProvider}-1`,
  expiresAt: now + 60_000,
  ...more,
})

const answers = (offers: readonly object[], more: object = {}) => ({
  '/onramp/options': options,
  '/onramp/providers': [sandbox, harbour],
  '/onramp/multi/quotes': offers,
  ...more,
})
const providersScreen = (state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view: 'OnRampProviders',
  state,
  adapter,
  answers: answers([]),
  later: 1_000,
  ...more,
})

const quote = {
  provider: { id: 'SANDBOX', name: 'Sandbox', isTest: true },
  method: 'card',
  payment: { amount: '100', currency: 'USD' },
  purchase: { amount: '98.35', symbol: 'USDC', networkId, token: usdc },
  fees: { provider: '1.5', network: '0.15' },
  expiresAt: now + 60_000,
  isEstimate: false,
  quoteId: 'SANDBOX-1',
}
const order = {
  id: '1'.repeat(32),
  orderId: 'order-1',
  provider: { id: 'SANDBOX', name: 'Sandbox' },
  networkId,
  address: self,
  payment: { amount: '100', currency: 'USD' },
  purchase: { amount: '98.35', symbol: 'USDC', token: usdc },
  method: 'card',
  state: 'waiting',
  startedAt: now,
  updatedAt: now,
  url: 'https://sandbox.example.org/checkout/1',
}
const wire = {
  orderId: 'order-1',
  state: 'waiting',
  serviceProvider: 'SANDBOX',
  createdAt: now,
  updatedAt: now,
  payment: order.payment,
  purchase: { amount: '98.35', currency: 'USDC' },
  chainId: networkId,
  walletAddress: self,
}

/** Makes the screen of a purchase in this state, which was begun on an earlier visit. */
const following = (
  state: string,
  changes: object = {},
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'BuyInProgress',
  state,
  params: { id: order.id },
  adapter,
  stored: { 'onramp-orders': [{ ...order, ...changes }] },
  answers: {
    '/onramp/orders': { ...wire, ...changes, orderId: 'order-1', purchase: wire.purchase },
  },
  later: 100,
  ...more,
})
/** Makes the screen of a purchase that is being started or failed to start. */
const beginning = (state: string, more: Partial<ScreenState>): ScreenState => ({
  view: 'BuyInProgress',
  state,
  params: { quote },
  adapter,
  later: 1_000,
  ...more,
})

const past = (days: number, changes: object) => ({
  ...order,
  id: String(days).padStart(32, '0'),
  startedAt: now - days * 86_400_000,
  updatedAt: now - days * 86_400_000,
  state: 'done',
  hash,
  ...changes,
})
const purchases = [
  order,
  past(0.01, { state: 'sending' }),
  past(3, {}),
  past(12, {
    purchase: { amount: '0.041729341', symbol: 'ETH' },
    payment: { amount: '150', currency: 'EUR' },
    provider: { id: 'HARBOUR', name: 'Harbour Pay' },
  }),
  past(20, {
    orderId: undefined,
    state: 'waiting',
    hash: undefined,
    purchase: { symbol: 'USDC' },
    provider: { id: 'MILL', name: 'Mill Exchange' },
  }),
  past(35, { state: 'failed', reason: 'declined' }),
  past(40, { state: 'expired' }),
  past(560, {
    provider: { id: 'LONG', name: 'The exchange at the end of the long road' },
    purchase: { amount: '1234567890.123456', symbol: 'USDC' },
    payment: { amount: '1234567890.12', currency: 'USD' },
  }),
]

/** Makes a purchase as the API lists it. */
const listed = (
  id: string,
  daysAgo: number,
  { status = 'SUCCESS', symbol = 'USDC', amount = '98.35', sentFrom = 'Sandbox' } = {},
) => ({
  id,
  metadata: {
    operationType: 'buy',
    hash: status === 'SUCCESS' ? hash : '',
    minedAt: new Date(now - daysAgo * 86_400_000).toISOString(),
    sentFrom,
    sentTo: self,
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: 1,
    chain: networkId,
  },
  transfers: [{ fungible_info: { symbol }, direction: 'in', quantity: { numeric: amount } }],
})
const list = {
  data: [
    listed('a', 2),
    listed('b', 20, { symbol: 'ETH', amount: '0.0000417' }),
    listed('c', 50, { status: 'IN_PROGRESS' }),
    listed('d', 400, { status: 'FAILED', amount: '1234567890.123456' }),
  ],
  next: null,
}
const none = { data: [], next: null }
/**
 * Makes the screen after a press on the button that opens the company's page again. `window` says
 * what happens to the new window.
 */
const reopening = (state: string, window: ScreenState['window']) =>
  following(state, {}, { window, pressed: ['.button[data-autofocus]'] })
const coinbase = {
  orderId: undefined,
  purchase: { symbol: 'USDC' },
  provider: { id: 'coinbase', name: 'Coinbase' },
}
const poll = { every: 4_000, until: '.onramp-trouble:not(:empty)' }

/** The screens of buying. */
export const buying: readonly ScreenState[] = [
  providersScreen('nothing entered'),
  providersScreen('on its way', { api: 'hang' }),
  providersScreen('offers', {
    typed: '100',
    answers: answers([
      offer('SANDBOX', 98.35),
      offer('HARBOUR', 97.9, { transactionFee: 1.9, networkFee: 0.2, totalFee: 2.1 }),
    ]),
  }),
  providersScreen('one offer of a sandbox', {
    typed: '100',
    answers: answers([offer('SANDBOX', 98.35)], { '/onramp/providers': [sandbox] }),
  }),
  providersScreen('a price that only the provider tells', {
    typed: '100',
    answers: answers([offer('SANDBOX', 98.35)], { '/onramp/providers': [sandbox, mill] }),
  }),
  providersScreen('long names and large amounts', {
    typed: '7499.99',
    answers: answers(
      [
        offer('LONG', 1234567890.123456, {
          sourceAmount: 7499.99,
          transactionFee: 1234.56,
          networkFee: 0.01,
          totalFee: 1234.57,
        }),
        offer('HARBOUR', 0.000012345, {
          sourceAmount: 7499.99,
          totalFee: 0,
          transactionFee: null,
          networkFee: null,
        }),
      ],
      { '/onramp/providers': [lengthy, harbour] },
    ),
  }),
  providersScreen('offers on their way', { typed: '100', later: 0 }),
  providersScreen('nobody offers it', {
    typed: '100',
    answers: answers([], { '/onramp/providers': [] }),
  }),
  providersScreen('too little', { typed: '9.99' }),
  providersScreen('too much', { typed: '7500.01' }),
  providersScreen('no amount', { typed: 'twelve' }),
  providersScreen('an amount of which there are two', { typed: '1,000' }),
  providersScreen('only an estimate', { typed: '100', broken: 'quote' }),
  providersScreen('nothing to buy', {
    answers: answers([], {
      '/onramp/options': { purchaseCurrencies: [], paymentCurrencies: currencies },
    }),
  }),
  providersScreen('out of reach', { api: 'nonsense' }),
  providersScreen('a purchase under way', {
    stored: { 'onramp-orders': purchases },
    answers: answers([], { '/onramp/orders': wire }),
  }),
  {
    view: 'OnRampTokenSelect',
    state: 'a few',
    params: { tokenId: `${networkId} USDC` },
    adapter,
    answers: answers([]),
  },
  {
    view: 'OnRampTokenSelect',
    state: 'many',
    params: { tokenId: `${networkId} USDC` },
    adapter,
    answers: answers([], { '/onramp/options': many }),
  },
  {
    view: 'OnRampTokenSelect',
    state: 'none found',
    params: { tokenId: `${networkId} USDC` },
    adapter,
    answers: answers([], { '/onramp/options': many }),
    typed: 'nobody has this name',
  },
  {
    view: 'OnRampTokenSelect',
    state: 'on their way',
    params: { tokenId: undefined },
    adapter,
    api: 'hang',
  },
  {
    view: 'OnRampFiatSelect',
    state: 'a few',
    params: { currency: 'USD' },
    adapter,
    answers: answers([]),
  },
  {
    view: 'OnRampFiatSelect',
    state: 'many',
    params: { currency: 'EUR' },
    adapter,
    answers: answers([], { '/onramp/options': many }),
  },
  beginning('being begun', { api: 'hang' }),
  beginning('out of reach', { broken: 'widget' }),
  beginning('an offer that has ended', { params: { quote: { ...quote, expiresAt: now } } }),
  beginning('a page of nobody', {
    answers: {
      '/onramp/options': options,
      '/onramp/widget': { widgetUrl: 'javascript:alert(1)', orderId: 'order-1' },
    },
  }),
  following('to be paid'),
  following('to be paid, its state out of reach', {}, { broken: 'onramp/orders', later: 4_000 }),
  reopening('to be paid, its window held back', 'blocked'),
  reopening('to be paid, its window open', 'open'),
  reopening('to be paid, its window closed', 'closed'),
  following('to be paid, no news for three minutes', {}, { passes: poll }),
  following('paid, no news for three minutes', { state: 'paid' }, { passes: poll }),
  following('at a company with a list', coinbase, { answers: { '/history': none } }),
  following('at a company with a list, being paid', coinbase, {
    answers: { '/history': { data: [listed('a', 0, { status: 'IN_PROGRESS' })], next: null } },
  }),
  following('at a company with a list, no news for three minutes', coinbase, {
    answers: { '/history': none },
    passes: poll,
  }),
  following('being paid', { state: 'paying' }),
  following('paid', { state: 'paid' }),
  following('on its way', { state: 'sending', hash }),
  following('arrived', { state: 'done', hash }),
  following('declined', { state: 'failed', reason: 'declined' }),
  following('cancelled', { state: 'failed', reason: 'cancelled' }),
  following('beyond the limits', { state: 'failed', reason: 'limit' }),
  following('failed at the provider', { state: 'failed', reason: 'provider' }),
  following('not paid in time', { state: 'expired' }),
  following(
    'only its provider knows',
    {
      orderId: undefined,
      purchase: { symbol: 'USDC' },
      provider: { id: 'MILL', name: 'Mill Exchange' },
    },
    { answers: {} },
  ),
  following('arrived, long names and large amounts', {
    state: 'done',
    hash,
    provider: { id: 'LONG', name: 'The exchange at the end of the long road' },
    purchase: { amount: '1234567890.123456', symbol: 'ALONGTOKENSYMBOL' },
  }),
  { view: 'BuyInProgress', state: 'none', adapter },
  {
    view: 'OnRampActivity',
    state: 'of three years',
    adapter,
    stored: { 'onramp-orders': purchases },
    answers: { '/onramp/orders': wire, '/onramp/providers': [sandbox], '/history': none },
  },
  {
    view: 'OnRampActivity',
    state: 'of other browsers, too',
    adapter,
    stored: { 'onramp-orders': purchases.slice(1, 4) },
    answers: { '/onramp/orders': wire, '/onramp/providers': [sandbox], '/history': list },
  },
  {
    view: 'OnRampActivity',
    state: 'earlier ones unavailable',
    adapter,
    stored: { 'onramp-orders': purchases.slice(0, 3) },
    answers: { '/onramp/orders': wire, '/onramp/providers': [sandbox] },
    broken: 'onramp=',
    later: 10_000,
  },
  {
    view: 'OnRampActivity',
    state: 'none',
    adapter,
    answers: { '/onramp/providers': [sandbox], '/history': none },
  },
  {
    view: 'OnRampActivity',
    state: 'unavailable',
    adapter,
    answers: { '/onramp/providers': [sandbox] },
    broken: 'onramp=',
    later: 10_000,
  },
  { view: 'OnRampActivity', state: 'on their way', adapter, api: 'hang' },
]
