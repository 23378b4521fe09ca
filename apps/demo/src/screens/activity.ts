import type { KitState } from 'latchkey'

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const pool = '0x0d4a11d5EEaaC28EC3F61d100daF4d40471f1852'
const chain = 'eip155:31337'
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, 'ab')}`

type Movement = {
  direction: 'in' | 'out' | 'self'
  symbol?: string
  nft?: string
  quantity: string
  picture?: string
}

/** The symbols of the tokens for which the API has pictures. */
const listed = ['ETH', 'USDC', 'DAI']

const transferOf = ({ direction, symbol, nft, quantity, picture }: Movement) => ({
  fungible_info:
    symbol === undefined
      ? null
      : {
          name: symbol,
          symbol,
          icon: { url: listed.includes(symbol) ? `{api}/public/getTokenImage/${symbol}` : null },
        },
  nft_info:
    nft === undefined
      ? null
      : {
          name: nft,
          content: picture ? { preview: { url: picture } } : null,
          flags: { is_spam: false },
        },
  direction,
  quantity: { numeric: quantity },
  value: null,
  price: null,
})

const red = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#b4461e"/></svg>')}`

/** Makes one entry of the history, in the API's shape. */
const entry = (
  index: number,
  minedAt: string,
  operationType: string,
  transfers: readonly Movement[],
  more: object = {},
) => ({
  id: `entry-${index}`,
  metadata: {
    operationType,
    hash: hashOf(index),
    minedAt,
    sentFrom: own,
    sentTo: friend,
    status: 'confirmed',
    nonce: index,
    application: null,
    chain,
    ...more,
  },
  transfers: transfers.map(transferOf),
})

/** Entries of several kinds of transactions. */
export const activity = [
  entry(1, '2025-12-31T18:00:00Z', 'send', [{ direction: 'out', symbol: 'ETH', quantity: '0.25' }]),
  entry(
    2,
    '2025-12-30T10:00:00Z',
    'trade',
    [
      { direction: 'out', symbol: 'ETH', quantity: '1.5' },
      { direction: 'in', symbol: 'USDC', quantity: '3601.204' },
    ],
    { sentTo: contract },
  ),
  entry(
    3,
    '2025-12-24T10:00:00Z',
    'receive',
    [{ direction: 'in', symbol: 'USDC', quantity: '1200' }],
    { sentFrom: friend, sentTo: own },
  ),
  entry(4, '2025-12-20T10:00:00Z', 'approve', [], { sentTo: contract }),
  entry(5, '2025-12-19T10:00:00Z', 'send', [], { status: 'failed' }),
  entry(
    6,
    '2025-11-30T10:00:00Z',
    'mint',
    [{ direction: 'in', nft: 'Harbour Lights #7', quantity: '1', picture: red }],
    { sentTo: contract },
  ),
  entry(
    7,
    '2025-11-29T10:00:00Z',
    'deposit',
    [{ direction: 'out', symbol: 'DAI', quantity: '500' }],
    { sentTo: contract },
  ),
  entry(8, '2025-11-11T10:00:00Z', 'burn', [
    { direction: 'out', symbol: 'DAI', quantity: '0.000004' },
  ]),
  entry(9, '2024-12-31T23:30:00Z', 'deploy', [], { sentTo: contract }),
  entry(10, '2024-12-30T10:00:00Z', 'execute', [], { sentTo: contract }),
]

const long = 'A coin whose maker was very fond of long names, and of its symbol'

/** Entries with names and amounts that are too long for a row. */
export const strangeActivity = [
  entry(
    1,
    '2025-12-31T18:00:00Z',
    'trade',
    [
      { direction: 'out', symbol: long, quantity: `${'9'.repeat(40)}.123456` },
      { direction: 'in', symbol: 'نجوم', quantity: '1' },
    ],
    { sentTo: contract },
  ),
  entry(
    2,
    '2025-12-30T18:00:00Z',
    'receive',
    Array.from({ length: 30 }, (_, index) => ({
      direction: 'in' as const,
      symbol: `T${index}`,
      quantity: '1',
    })),
    { sentFrom: friend, sentTo: own },
  ),
  entry(3, '2025-12-29T18:00:00Z', 'teleport', [{ direction: 'self', symbol: '', quantity: '0' }], {
    sentTo: '',
  }),
  entry(4, '2025-12-28T18:00:00Z', 'receive', [
    {
      direction: 'in',
      nft: `<img src=x onerror=alert(1)> ${long}`,
      quantity: '12000',
      picture: 'data:image/png;base64,AAAA',
    },
  ]),
]

const at = Date.UTC(2025, 11, 31, 23, 58)
const sentOf = (index: number, status: string, more: object = {}) => ({
  hash: hashOf(100 + index),
  networkId: chain,
  address: own,
  nonce: 20 + index,
  sentAt: at - index * 60_000,
  status,
  description: {
    operationType: 'send',
    sentTo: friend,
    transfers: [{ direction: 'out', symbol: 'ETH', quantity: `0.${index}` }],
  },
  ...(status !== 'pending' && { endedAt: at - index * 50_000 }),
  ...more,
})

/** Transactions that this browser has sent, one for every outcome. */
export const sent = [
  sentOf(1, 'pending'),
  sentOf(2, 'pending', {
    description: {
      operationType: 'trade',
      sentTo: contract,
      transfers: [
        { direction: 'out', symbol: 'USDC', quantity: '50' },
        { direction: 'in', symbol: 'ETH', quantity: '0.02' },
      ],
    },
  }),
  sentOf(3, 'mined', { blockTime: at - 120_000 }),
  sentOf(4, 'failed', { blockTime: at - 130_000 }),
  sentOf(5, 'replaced', { replacedBy: hashOf(500) }),
  sentOf(6, 'cancelled', { replacedBy: hashOf(501) }),
  sentOf(7, 'dropped'),
  sentOf(9, 'unseen', { nonce: undefined }),
  sentOf(8, 'changed', { blockTime: at - 140_000 }),
] as KitState['pending'] & object // in the shape in which the browser stores it

/** The entry that the detail screen shows. */
export const shown = {
  id: 'shown',
  hash: hashOf(2),
  networkId: chain,
  operationType: 'trade',
  status: 'confirmed',
  at: Date.UTC(2025, 11, 30, 10),
  sentFrom: own,
  sentTo: contract,
  nonce: 7,
  transfers: [
    { kind: 'token', direction: 'out', symbol: 'ETH', quantity: '1.5', counterpart: contract },
    { kind: 'token', direction: 'in', symbol: 'USDC', quantity: '3601.204', counterpart: pool },
  ],
}

/**
 * The visitor has a label for one address of {@link shown}. The other addresses have registered
 * names.
 */
export const betweenNamed = {
  stored: {
    'address-book': [
      { label: 'The pool behind the old harbour', address: pool, namespace: 'eip155' },
    ],
  },
  answers: { '/identity': { name: 'router.harbour-exchange.eth', avatar: null } },
}
