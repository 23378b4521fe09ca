import { KitError } from 'latchkey'
import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'app.phantom', name: 'Phantom' }
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const own = '7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3'
const lena = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const hash = '5'.repeat(88)
const systemProgram = '1'.repeat(32)
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const sol = 1_000_000_000n

const about = (value: unknown) => ({ context: { slot: 1 }, value })
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
/** Makes an account as a node returns it. */
const account = (owner: string, data: Uint8Array, more: object = {}) => ({
  lamports: 2_039_280,
  owner,
  executable: false,
  data: [base64(data), 'base64'],
  ...more,
})
const person = account(systemProgram, new Uint8Array())

/** The numbers of those Token-2022 extensions whose first field is an address. */
const kinds = { permanentDelegate: 12, pausable: 26, confidential: 4 } as const

/** Makes a mint of Token-2022 with six decimals and these extensions. */
function mintWith(...extensions: readonly (keyof typeof kinds)[]): object {
  const data = new Uint8Array(170 + extensions.length * 40)
  data.set([6, 1], 44)
  data[165] = 1
  extensions.forEach((name, index) =>
    data.set([kinds[name], 0, 36, 0, ...Array.from({ length: 32 }, () => 1)], 166 + index * 40),
  )
  return account(token2022, data)
}

/** Makes a token account of this owner. */
function holding(owner: 'own' | 'lena', amount: bigint): object {
  const data = new Uint8Array(165)
  new DataView(data.buffer).setBigUint64(64, amount, true)
  data.set([owner === 'own' ? 1 : 2], 32)
  return account(token2022, data)
}

/**
 * What is on the chain: the token, the recipient, the recipient's token account if there is one,
 * and the result of a simulation.
 */
type World = { token?: object; recipient?: object; target?: object | null; trial?: object }

/** The answers of a node to every request that the kit makes for sending. */
const nodeOf = ({ token = mintWith(), recipient = person, target = null, trial }: World = {}) => ({
  getBalance: about(4_000_000_000),
  getLatestBlockhash: about({ blockhash: lena, lastValidBlockHeight: 150 }),
  getMinimumBalanceForRentExemption: ([bytes]: [number]) => (128 + bytes) * 6_960,
  getRecentPrioritizationFees: [{ slot: 1, prioritizationFee: 20_000 }],
  getSignaturesForAddress: [],
  getTokenAccountsByOwner: about([]),
  getBlockHeight: 1,
  getMultipleAccounts: ([addresses]: [readonly string[]]) =>
    about(
      addresses.map((address) =>
        address === mint ? token : address === lena ? recipient : target,
      ),
    ),
  simulateTransaction: about(
    trial ?? {
      err: null,
      logs: [],
      unitsConsumed: 4_500,
      accounts: [holding('own', 0n), holding('lena', 25_000_000n)],
    },
  ),
})

/** Makes a simulation in which a token program fails with this error code. */
const refused = (code: number) => ({
  err: { InstructionError: [2, { Custom: code }] },
  logs: [`Program ${token2022} failed: custom program error: 0x${code.toString(16)}`],
})

const adapter = (world?: World): FakeAdapterOptions => ({
  namespace: 'solana',
  connectors: [wallet, { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }],
  connected: [wallet.id],
  accounts: [own],
  node: nodeOf(world),
  balances: [4n * sol, 130_000_000n],
})

const row = (name: string, symbol: string, numeric: string, price: number, more: object = {}) => ({
  name,
  symbol,
  chainId: networkId,
  price,
  value: Number(numeric) * price,
  quantity: { decimals: '6', numeric },
  iconUrl: '',
  ...more,
})
const balances = {
  '/supported-chains': { http: [networkId], ws: [] },
  '/identity': { name: null, avatar: null },
  '/nfts': { data: [], next: null },
  '/balance': {
    balances: [
      row('Solana', 'SOL', '4', 150, { quantity: { decimals: '9', numeric: '4' } }),
      row('USD Coin', 'USDC', '130', 1, { address: `${networkId}:${mint}` }),
    ],
  },
}

const entry = (
  index: number,
  operationType: string,
  direction: 'in' | 'out',
  symbol: string,
  numeric: string,
  status = 'confirmed',
) => ({
  id: `solana-${index}`,
  metadata: {
    operationType,
    hash: String(index + 1).repeat(88),
    minedAt: `2025-12-${30 - index}T10:00:00Z`,
    sentFrom: direction === 'out' ? own : lena,
    sentTo: direction === 'out' ? lena : own,
    status,
    nonce: 0,
    application: null,
    chain: networkId,
  },
  transfers:
    status === 'failed'
      ? []
      : [
          {
            fungible_info: { name: symbol, symbol, icon: { url: null } },
            nft_info: null,
            direction,
            quantity: { numeric },
            value: null,
            price: null,
          },
        ],
})
const history = {
  '/history': {
    data: [
      entry(1, 'send', 'out', 'SOL', '0.25'),
      entry(2, 'receive', 'in', 'USDC', '1200'),
      entry(3, 'send', 'out', 'SOL', '1', 'failed'),
    ],
    next: null,
  },
}

const order = {
  networkId,
  from: own,
  to: { address: lena },
  token: { symbol: 'SOL', decimals: 9 },
  amount: sol / 4n,
}
const tokens = { token: { address: mint, symbol: 'USDC', decimals: 6 }, amount: 25_000_000n }
const prepared = {
  ...order,
  transaction: { serialized: [] },
  balance: 4n * sol,
  simulation: { status: 'works' },
  warnings: [],
  problems: [],
}

const on = (view: string, state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view,
  state: `on Solana, ${state}`,
  adapter: adapter(),
  answers: { ...balances, ...history },
  ...more,
})
/** The simulation of a payment of 0.25 SOL. */
const paid = {
  err: null,
  logs: [],
  unitsConsumed: 450,
  accounts: [
    { ...person, lamports: 3_750_000_000 },
    { ...person, lamports: 252_039_280 },
  ],
}
const reviewing = (
  state: string,
  world: World = {},
  changes: object = {},
  more: Partial<ScreenState> = {},
): ScreenState =>
  on('SendPreview', state, {
    params: { order: { ...order, ...changes } },
    adapter: adapter(world),
    ...more,
  })
const failing = (state: string, error: unknown): ScreenState =>
  on('SendProgress', state, { params: { prepared, sending: { status: 'failed', error } } })
const nfts = '[role=tab]:nth-child(2)'
const activity = '[role=tab]:nth-child(3)'

/** The screens of an account on Solana, with the texts that only Solana has. */
export const solana: readonly ScreenState[] = [
  on('Account', 'tokens'),
  on('Account', 'tokens on their way', { answers: {}, api: 'hang' }),
  on('Account', 'tokens out of reach', {
    answers: {},
    api: 'nonsense',
    adapter: { ...adapter(), balances: 'httpFailed' },
  }),
  on('Account', 'NFTs out of reach', { broken: '/nfts', pressed: [nfts] }),
  on('Account', 'activity', { pressed: [activity] }),
  on('Account', 'activity on its way', { answers: balances, api: 'hang', pressed: [activity] }),
  on('Account', 'activity out of reach', {
    answers: balances,
    broken: '/history',
    pressed: [activity],
  }),
  on('Transaction', 'a payment', {
    params: {
      entry: {
        id: 'shown',
        hash,
        networkId,
        operationType: 'send',
        status: 'confirmed',
        at: Date.UTC(2025, 11, 30, 10),
        sentFrom: own,
        sentTo: lena,
        transfers: [
          { kind: 'token', direction: 'out', symbol: 'SOL', quantity: '0.25', counterpart: lena },
        ],
      },
    },
  }),
  on('WalletSend', 'an address of Ethereum', {
    params: { amount: '0.25', to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    later: 1_000,
  }),
  on('WalletSend', 'balances out of reach', {
    answers: {},
    api: 'nonsense',
    adapter: { ...adapter(), balances: 'httpFailed' },
    later: 1_000,
  }),
  on('WalletReceive', 'asking for an amount', { pressed: ['.button[data-variant=quiet]'] }),
  reviewing('ready', { target: person, trial: paid }),
  reviewing('being checked', {}, {}, { adapter: { ...adapter(), node: {}, sign: 'hang' } }),
  reviewing('out of reach', {}, {}, { adapter: { ...adapter(), node: {}, sign: 'httpFailed' } }),
  reviewing('a token, to somebody who has no account for it', {}, tokens),
  reviewing(
    'a token whose issuer can do everything',
    {
      token: mintWith('permanentDelegate', 'pausable', 'confidential'),
      target: holding('lena', 0n),
    },
    tokens,
  ),
  reviewing('the issuer has stopped it', { trial: refused(67) }, tokens),
  reviewing(
    'the recipient wants a memo',
    { target: holding('lena', 0n), trial: refused(36) },
    tokens,
  ),
  reviewing('an account is frozen', { target: holding('lena', 0n), trial: refused(17) }, tokens),
  reviewing('to a program', { recipient: { ...person, executable: true } }),
  reviewing(
    'a program refuses',
    {
      target: holding('lena', 0n),
      trial: { err: { InstructionError: [2, { Custom: 6_001 }] }, logs: [] },
    },
    tokens,
  ),
  failing('expired', new KitError('transactionExpired', '')),
  failing('another transaction signed', new KitError('transactionChanged', '')),
  failing(
    'the network is full',
    new KitError('transactionRejected', '', {
      refusal: 'busy',
      details: 'The network is full; try again',
    }),
  ),
  {
    ...failing(
      'the network refused it',
      new KitError('transactionRejected', '', {
        refusal: 'other',
        details: 'A program refuses (6001)',
      }),
    ),
    pressed: ['summary'],
  },
]
