import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask' }
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const lena = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const usdc = '0x8ce361602B935680E8DeC218b820ff5056BeB7af'
const hash = `0x${'7'.repeat(64)}`
const networkId = 'eip155:31337'
const ether = 10n ** 18n

/** The topic of the event `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: string | bigint) =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`

/** Makes the answer to a simulation: one call, and the tokens that it moves. */
const simulated = (call: object) => [
  { calls: [{ status: '0x1', returnData: '0x', logs: [], ...call }] },
]

/** The answers of a node to every request that the kit makes for sending. */
const node = {
  eth_feeHistory: { baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'], reward: [['0x59682f00']] },
  eth_maxPriorityFeePerGas: '0x59682f00',
  eth_gasPrice: '0x77359400',
  eth_estimateGas: '0x5208',
  eth_call: '0x',
  eth_getCode: '0x',
  eth_blockNumber: '0x100',
  eth_getLogs: [],
  eth_getBlockByNumber: { number: '0x0', timestamp: '0x0' },
  eth_simulateV1: simulated({}),
}

const adapter = (more: Partial<FakeAdapterOptions> = {}): FakeAdapterOptions => ({
  connectors: [wallet],
  connected: [wallet.id],
  node,
  balances: [4n * ether, 10n ** 12n],
  ...more,
})
const order = {
  networkId,
  from: self,
  to: { address: lena, name: 'lena.eth' },
  token: { symbol: 'ETH', decimals: 18 },
  amount: ether / 4n,
}
const prepared = {
  ...order,
  transfer: { to: lena, value: order.amount },
  balance: 4n * ether,
  simulation: { status: 'works' },
  warnings: [],
  problems: [],
}
const contacts = [
  { label: 'Lena from the harbour', address: lena },
  { label: 'الخباز', address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' },
  {
    label: 'Somebody whose name fills all forty letter',
    address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  },
]

const entering = (
  state: string,
  params: object | undefined,
  more: Partial<ScreenState> = {},
): ScreenState => ({ view: 'WalletSend', state, params, adapter: adapter(), later: 1_000, ...more })
const reviewing = (
  state: string,
  changes: object = {},
  answers: object = {},
  more: Partial<ScreenState> = {},
): ScreenState => ({
  view: 'SendPreview',
  state,
  params: { order: { ...order, ...changes } },
  adapter: adapter({ node: { ...node, ...answers } }),
  ...more,
})
const asking = (state: string, send: FakeAdapterOptions['send']): ScreenState => ({
  view: 'SendProgress',
  state,
  params: { prepared },
  adapter: adapter({ send }),
  later: 100,
})
const following = (
  state: string,
  status:
    | 'pending'
    | 'mined'
    | 'failed'
    | 'replaced'
    | 'cancelled'
    | 'dropped'
    | 'unseen'
    | 'changed',
  more: object = {},
): ScreenState => ({
  view: 'SendProgress',
  state,
  params: { prepared, sending: { status: 'sent', hash } },
  adapter: adapter(),
  sent: [
    {
      hash,
      networkId: networkId as never,
      address: self,
      sentAt: Date.UTC(2026, 0, 1),
      status,
      ...more,
    },
  ], // the cast: the devnet has this network
})

/** The screens of sending, receiving and the address book. */
export const sending: readonly ScreenState[] = [
  entering('nothing entered', undefined),
  entering('people to choose from', undefined, {
    stored: {
      'address-book': contacts,
      'recent-recipients': [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    },
  }),
  entering('to a name', { amount: '0.25', to: 'lena.eth' }),
  entering('to an address', { amount: '0.25', to: lena.toLowerCase() }),
  entering('what it is worth', { amount: '0.25', money: '749.31', to: lena }),
  entering('more than there is', { amount: '123456789.123456789', to: lena }),
  entering('no amount', { amount: 'twelve' }),
  entering('too many decimals', { amount: '0.1234567890123456789' }),
  entering('a mistyped address', { amount: '1', to: lena.replace('C44C', 'c44C') }),
  entering('a name that nobody has', { amount: '1', to: 'nobody.eth' }),
  entering('without names', { amount: '1', to: 'lena.eth' }, { options: { services: {} } }),
  entering('balances on their way', { amount: '1' }, { api: 'hang' }),
  entering('balances out of reach', undefined, { api: 'nonsense' }),
  {
    view: 'SendSelectToken',
    state: 'to choose from',
    params: { tokenId: networkId },
    adapter: adapter(),
  },
  reviewing('ready'),
  reviewing(
    'a token that takes a fee',
    { token: { address: usdc, symbol: 'USDC', decimals: 6 }, amount: 25_000_000n },
    {
      eth_simulateV1: simulated({
        logs: [
          {
            address: usdc,
            topics: [transferTopic, word(self), word(lena)],
            data: word(24_500_000n),
          },
          { address: usdc, topics: [transferTopic, word(self), word('0x0')], data: word(500_000n) },
        ],
      }),
    },
  ),
  reviewing(
    'to a contract',
    { to: { address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' } },
    { eth_getCode: '0x6001' },
  ),
  reviewing(
    'to somebody who looks like another',
    { to: { address: '0x3c440000000000000000000000000000000093bc' } },
    {},
    { stored: { 'address-book': contacts } },
  ),
  reviewing('to nobody', { to: { address: `0x${'0'.repeat(40)}` } }),
  reviewing(
    'would fail',
    {},
    {
      eth_simulateV1: simulated({
        status: '0x0',
        error: {
          message: 'execution reverted: Transfers are paused until the harbour opens again',
        },
      }),
    },
  ),
  reviewing('nothing left for the fee', { amount: 4n * ether }),
  reviewing('being checked', {}, {}, { adapter: adapter({ node: {}, sign: 'hang' }) }),
  reviewing('the wallet on another network', { networkId: 'eip155:31338' }),
  reviewing('the wallet on another account', { from: lena }),
  reviewing('out of reach', {}, {}, { adapter: adapter({ balances: 'httpFailed' }) }),
  asking('waiting', 'hang'),
  asking('rejected', 'userRejected'),
  asking('failed', 'transactionRejected'),
  asking('nobody knows whether it was sent', 'walletTimeout'),
  following('on its way', 'pending'),
  following('arrived', 'mined'),
  following('reverted', 'failed'),
  following('replaced', 'replaced'),
  following('cancelled', 'cancelled'),
  following('forgotten', 'dropped'),
  following('dropped', 'dropped', { isExpired: true }),
  following('not seen', 'unseen'),
  following('not seen, of an account with signers', 'unseen', { hasCode: true }),
  following('another transaction', 'changed'),
  { view: 'WalletReceive', state: 'an address', adapter: adapter() },
  {
    view: 'WalletReceive',
    state: 'asking for an amount',
    adapter: adapter(),
    pressed: ['.button[data-variant=quiet]'],
  },
  { view: 'Contacts', state: 'nobody', adapter: adapter() },
  { view: 'Contacts', state: 'some', adapter: adapter(), stored: { 'address-book': contacts } },
  {
    view: 'EditContact',
    state: 'a new one',
    params: { address: lena, label: 'lena.eth' },
    adapter: adapter(),
  },
  {
    view: 'EditContact',
    state: 'one that is there',
    params: { address: lena },
    adapter: adapter(),
    stored: { 'address-book': contacts },
  },
  {
    view: 'EditContact',
    state: 'without a name',
    params: { address: lena },
    adapter: adapter(),
    pressed: ['.button[data-variant=primary]'],
  },
]
