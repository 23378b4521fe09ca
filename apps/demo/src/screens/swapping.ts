/* oxlint-disable max-lines -- a list of screens */
import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask' }
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const router = '0x8c1Ac3ed1726141628727204f961fD52280B501f'
const networkId = 'eip155:31337'
const ether = 10n ** 18n
const hash = `0x${'7'.repeat(64)}`

const native = {
  id: `${networkId}:0x${'e'.repeat(40)}`,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
}
const usdc = {
  id: `${networkId}:0x8ce361602B935680E8DeC218b820ff5056BeB7af`,
  address: '0x8ce361602B935680E8DeC218b820ff5056BeB7af',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  hasPermit: true,
}
const long = {
  id: `${networkId}:0x${'ab'.repeat(20)}`,
  address: `0x${'ab'.repeat(20)}`,
  name: 'A token whose maker was very fond of long names',
  symbol: 'DONAUDAMPFSCHIFFFAHRT',
  decimals: 18,
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')

const bought = 748_917_147n
/** The minimum amount that the swap accepts. It is the last word of the swap's transaction. */
const minAmount = (bought * 99n) / 100n

/**
 * Returns the calls that the code at the account makes. Each call is an address, a value and a
 * length, of one word each, followed by its data.
 */
function callsIn(data: string): readonly { to: string; data: string }[] {
  const calls: { to: string; data: string }[] = []
  for (let at = 2; at < data.length; ) {
    const size = Number.parseInt(data.slice(at + 128, at + 192), 16) * 2
    calls.push({
      to: `0x${data.slice(at + 24, at + 64)}`,
      data: data.slice(at + 192, at + 192 + size),
    })
    at += 192 + size
  }
  return calls
}

type Simulated = {
  blockStateCalls: [
    {
      blockOverrides: { time: string }
      stateOverrides: Record<string, { code?: string }>
      calls: { to: string; data: string; gasPrice: string }[]
    },
  ]
}

/**
 * Simulates a swap of ether as a node would. The router pays out `arrives`, unless the last word of
 * its call data requires more. The simulation contract returns the account's ether, the gas price
 * of the call, and the block's time.
 */
const runs =
  (arrives: bigint, isPaid = true, before = 0n) =>
  (params: unknown) => {
    const [
      {
        blockOverrides: { time },
        stateOverrides,
        calls,
      },
    ] = (params as [Simulated])[0].blockStateCalls // the kit has sent this request
    const account = { usdc: before, ether: 4n * ether }
    const answers = calls.map(({ to, data, gasPrice }) => {
      const isSwap = to.toLowerCase() === router.toLowerCase()
      const isDone = !isSwap || (isPaid && BigInt(`0x${data.slice(-64)}`) <= arrives)
      if (isSwap && isDone) {
        account.usdc += arrives
        account.ether -= ether / 4n
      }
      const words = stateOverrides[to]?.code
        ? [account.ether, 0n, BigInt(gasPrice), BigInt(time)]
        : [to.toLowerCase() === usdc.address.toLowerCase() ? account.usdc : 0n]
      return {
        status: isDone ? '0x1' : '0x0',
        logs: [],
        gasUsed: '0x0',
        returnData: `0x${words.map(word).join('')}`,
      }
    })
    return [{ calls: answers }]
  }

/**
 * Answers contract calls for a swap. `allowed`: how much of the bought token the router may already
 * take from the account.
 */
const allows = (allowed: bigint) => (params: unknown) => {
  // the kit has sent this request
  const [{ data }, , overrides] = params as [{ data: string }, string, object?]
  return overrides
    ? `0x${callsIn(data)
        .flatMap(({ data: own }) => [
          1n,
          own.startsWith('dd62ed3e') && own.endsWith(router.slice(2).toLowerCase()) ? allowed : 0n,
          0n,
        ])
        .map(word)
        .join('')}`
    : '0x'
}

const node = {
  eth_feeHistory: { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], reward: [['0x59682f00']] },
  eth_maxPriorityFeePerGas: '0x59682f00',
  eth_gasPrice: '0x77359400',
  eth_estimateGas: '0x2bf20',
  eth_call: allows(0n),
  eth_getBalance: `0x${(4n * ether).toString(16)}`,
  eth_getBlockByNumber: { number: '0x0', timestamp: '0x0' },
  eth_simulateV1: runs(bought),
}

const listed = ({
  id,
  name,
  symbol,
  decimals,
}: {
  id: string
  name: string
  symbol: string
  decimals: number
}) => ({ address: id, name, symbol, decimals, logoUri: null })
const quote = (more: object = {}) => ({
  id: null,
  fromAmount: String(ether / 4n),
  fromAccount: native.id,
  toAmount: String(bought),
  toAccount: usdc.id,
  provider: { id: 'uniswap', name: 'Uniswap' },
  spender: `${networkId}:${router}`,
  priceImpact: 0.05,
  fee: '0',
  gas: '180000',
  route: [
    { percent: 70, tokens: [native.id, usdc.id], pools: [{ name: 'Uniswap v3 0.05%' }] },
    {
      percent: 30,
      tokens: [native.id, long.id, usdc.id],
      pools: [{ name: 'Uniswap v2' }, { name: 'Uniswap v2' }],
    },
  ],
  ...more,
})
const tx = {
  from: `${networkId}:${self}`,
  to: `${networkId}:${router}`,
  data: `0x1234${word(minAmount)}`,
  amount: String(bought),
  value: String(ether / 4n),
  eip155: { gas: '180000', gasPrice: '1' },
}
const prices = {
  '/fungible/price': {
    fungibles: [
      { address: usdc.id, name: 'USD Coin', symbol: 'USDC', iconUrl: '', price: 1, decimals: 6 },
      {
        address: native.id,
        name: 'Ether',
        symbol: 'ETH',
        iconUrl: '',
        price: 2_997.4,
        decimals: 18,
      },
    ],
  },
}
const row = (
  name: string,
  symbol: string,
  decimals: number,
  numeric: string,
  price: number,
  address?: string,
) => ({
  name,
  symbol,
  chainId: networkId,
  ...(address && { address }),
  price,
  value: Number(numeric) * price,
  quantity: { decimals: String(decimals), numeric },
  iconUrl: '',
})
const balances = {
  '/balance': {
    balances: [
      row('Ether', 'ETH', 18, '4', 2_997.4),
      row('USD Coin', 'USDC', 6, '1000000', 1, usdc.id),
    ],
  },
}
const service = {
  ...balances,
  '/convert/tokens': { tokens: [native, usdc, long].map(listed) },
  '/convert/quotes': {
    quotes: [
      quote(),
      quote({ provider: { id: 'other', name: 'Another provider' }, toAmount: '748000000' }),
    ],
  },
  '/convert/build-transaction': { tx },
  ...prices,
}

const adapter = (more: Partial<FakeAdapterOptions> = {}): FakeAdapterOptions => ({
  connectors: [wallet],
  connected: [wallet.id],
  node,
  balances: [4n * ether, 10n ** 12n],
  ...more,
})
const order = { networkId, account: self, from: native, to: usdc, amount: ether / 4n }
const offer = {
  provider: { id: 'uniswap', name: 'Uniswap' },
  arrives: bought,
  spender: router,
  kind: 'swap',
  route: [],
}
const sold = { ...order, from: usdc, to: native, amount: bought }
const prepared = {
  order: sold,
  offer: { ...offer, arrives: ether / 4n },
  slippage: 1,
  held: [],
  method: 'approve',
  minimum: (ether * 99n) / 400n,
  arrives: ether / 4n,
  isChecked: true,
  exposures: [],
  approvals: [],
  transaction: { to: router, data: '0x12', value: 0n },
  fee: { total: 10n ** 14n, most: 10n ** 14n },
  balance: 10n ** 12n,
  problems: [],
}

const entering = (
  state: string,
  params: object | undefined,
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'Swap',
  state,
  params,
  adapter: adapter(),
  later: 1_000,
  answers: service,
  ...more,
})
const reviewing = (
  state: string,
  more: Partial<ScreenState> = {},
  answers: object = {},
): ScreenState => ({
  view: 'SwapPreview',
  state,
  params: { order },
  adapter: adapter(),
  later: 1_000,
  answers: { ...service, ...answers },
  ...more,
})
const following = (state: string, swapping: object): ScreenState => ({
  view: 'SwapProgress',
  state,
  params: { prepared, swapping },
  adapter: adapter(),
  answers: service,
})
const failing = (state: string, code: string, more: object = {}): ScreenState =>
  following(state, {
    status: 'failed',
    error: { code },
    last: 'asking',
    hasAllowed: false,
    ...more,
  })
const pair = { from: native, to: usdc, amount: '0.25' }

/**
 * The screens of swapping: the form, the tokens, the review, and the progress until the tokens
 * arrive.
 */
export const swapping: readonly ScreenState[] = [
  entering('nothing entered', undefined),
  entering('the best offer', pair),
  entering('the best offer, its conditions', pair, { pressed: ['.swap-rate'] }),
  entering('more than there is', { ...pair, amount: '123456789.123456789' }),
  entering('no amount', { ...pair, amount: 'twelve' }),
  entering(
    'long names and huge numbers',
    { ...pair, to: long },
    {
      answers: {
        ...service,
        '/convert/quotes': { quotes: [quote({ toAccount: long.id, toAmount: '9'.repeat(40) })] },
      },
    },
  ),
  entering('a high loss', pair, {
    answers: { ...service, '/convert/quotes': { quotes: [quote({ toAmount: '500000000' })] } },
  }),
  entering('prices out of reach', pair, { broken: 'quotes' }),
  entering('on its way', pair, { api: 'hang', answers: {} }),
  entering('a token in no list', {
    ...pair,
    to: { ...usdc, id: `${networkId}:${self}`, address: self },
  }),
  entering('a token in no list, with a long name', {
    ...pair,
    to: { ...long, id: `${networkId}:${self}`, address: self },
  }),
  entering(
    'of a site, on its way',
    { asked: { to: self, amount: '0.25', networkId } },
    { api: 'hang', answers: {} },
  ),
  entering('of a site, without a token there', { asked: { to: self, amount: '0.25', networkId } }),
  entering('of a site, on another network', {
    asked: { to: self, amount: '0.25', networkId: 'eip155:31338' },
  }),
  entering('out of reach', pair, { api: 'nonsense', answers: {} }),
  entering('offline', pair, { broken: 'quotes', isOffline: true }),
  {
    view: 'SwapSelectToken',
    state: 'to choose from',
    params: { side: 'to' },
    adapter: adapter(),
    answers: service,
  },
  {
    view: 'SwapSelectToken',
    state: 'none found',
    params: { side: 'to' },
    adapter: adapter(),
    answers: service,
    typed: 'nobody has this name',
  },
  {
    view: 'SwapSelectToken',
    state: 'on their way',
    params: { side: 'to' },
    adapter: adapter(),
    api: 'hang',
  },
  reviewing('ready'),
  reviewing(
    'a high loss',
    { adapter: adapter({ node: { ...node, eth_simulateV1: runs(500_000_000n) } }) },
    {
      '/convert/quotes': { quotes: [quote({ toAmount: '500000000' })] },
      '/convert/build-transaction': { tx: { ...tx, data: `0x1234${word(495_000_000n)}` } },
    },
  ),
  reviewing(
    'a loss that nobody can tell',
    {},
    {
      '/convert/quotes': { quotes: [quote({ priceImpact: null })] },
      '/fungible/price': { fungibles: [] },
      '/balance': { balances: [] },
    },
  ),
  reviewing('could not be checked', {
    adapter: adapter({ node: { ...node, eth_call: '0x', eth_simulateV1: null } }),
  }),
  reviewing('its contract could take more', {
    adapter: adapter({
      node: {
        ...node,
        eth_call: allows(10n ** 12n),
        eth_simulateV1: runs(bought, true, 10n ** 12n),
      },
    }),
  }),
  reviewing('would fail', {
    adapter: adapter({ node: { ...node, eth_simulateV1: runs(bought, false) } }),
  }),
  reviewing(
    'another swap than was offered',
    {},
    { '/convert/build-transaction': { tx: { ...tx, to: `${networkId}:${self}` } } },
  ),
  reviewing('the price has moved', { params: { order, news: 'moved' } }),
  reviewing('what was allowed is used', { params: { order, news: 'used' } }),
  reviewing('being checked', { adapter: adapter({ node: {}, sign: 'hang' }) }),
  reviewing('out of reach', { broken: 'build-transaction' }),
  reviewing('the wallet elsewhere', { params: { order: { ...order, networkId: 'eip155:31338' } } }),
  following('to be allowed', { status: 'asking', step: 'approve' }),
  following('to be signed', { status: 'asking', step: 'permit' }),
  following('allowing', { status: 'approving', hash }),
  following('to be confirmed', { status: 'asking', step: 'swap' }),
  following('both at once', { status: 'asking', step: 'together' }),
  following('on its way', { status: 'sent', hash }),
  following('arrived', {
    status: 'ended',
    outcome: { hash, status: 'mined', arrived: ether / 4n },
  }),
  following('swapped, nobody knows for how much', {
    status: 'ended',
    outcome: { hash, status: 'mined' },
  }),
  following('reverted', { status: 'ended', outcome: { hash, status: 'failed' } }),
  following('replaced', { status: 'ended', outcome: { hash, status: 'replaced' } }),
  following('cancelled', { status: 'ended', outcome: { hash, status: 'cancelled' } }),
  following('forgotten', { status: 'ended', outcome: { hash, status: 'dropped' } }),
  following('dropped', { status: 'ended', outcome: { hash, status: 'dropped', isExpired: true } }),
  following('not seen', { status: 'ended', outcome: { hash, status: 'unseen' } }),
  failing('rejected', 'userRejected'),
  failing('rejected after it was allowed', 'userRejected', { hasAllowed: true }),
  failing('failed', 'transactionRejected'),
  failing('the service is gone', 'httpFailed', { last: 'checking' }),
  failing('nobody knows whether it was sent', 'walletTimeout'),
]
