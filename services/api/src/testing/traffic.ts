import * as fc from 'fast-check'
import {
  concatHex,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  http,
  numberToHex,
  pad,
  parseAbi,
  publicActions,
  size,
  toEventSelector,
  walletActions,
  type Address,
  type Hex,
} from 'viem'
import type { Deployment } from '@latchkey/devnet/deployment'

/** Makes a client with which a test calls and controls a development chain. */
export function chainClient(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}
export type ChainClient = ReturnType<typeof chainClient>

/** A transaction of an account that is not sent yet. */
export type TestTransaction = { from: Address; to?: Address; data?: Hex; value?: bigint }

const wethAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256)'])
const mintAbi = parseAbi([
  'function mint(address, uint256)',
  'function mint(address, uint256, uint256)',
  'function mint(address)',
])
const nftAbi = parseAbi([
  'function transferFrom(address, address, uint256)',
  'function setApprovalForAll(address, bool)',
  'function safeBatchTransferFrom(address, address, uint256[], uint256[], bytes)',
])
const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256, address[], address, uint256) payable',
  'function addLiquidityETH(address, uint256, uint256, uint256, address, uint256) payable',
])
const multicallAbi = parseAbi([
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[]) payable',
])

const few = fc.bigInt({ min: 0n, max: 1_000n })
const id = fc.bigInt({ min: 1n, max: 6n })

type Someone = fc.Arbitrary<Address>
/** A transaction for any sender. */
type Call = Omit<TestTransaction, 'from'>
type Calls = readonly fc.Arbitrary<Call>[]

/** Generates transactions on the devnet's first chain, ordinary ones and hostile ones. */
export function arbitraryTransactions(
  { dex, tokens, collections, multicall3 }: Deployment,
  people: readonly Address[],
): fc.Arbitrary<TestTransaction> {
  const person = fc.constantFrom(...people)
  const token = fc.constantFrom(
    ...tokens.filter(({ symbol }) => symbol !== 'WETH').map(({ address }) => address),
  )
  const [lights, leaves] = [
    collections[0]?.address ?? dex.weth,
    collections[1]?.address ?? dex.weth,
  ]
  const calls = fc.oneof(
    fc.record({ to: person, value: few }),
    ...tokenCalls(token, person, multicall3),
    ...wrappingCalls(dex.weth),
    ...singleNftCalls(lights, person),
    ...multipleNftCalls(leaves, person),
    swap(dex, token, person),
    coinsThroughContract(multicall3, dex.usd, person),
    fc.tuple(hostileLogs(people), few).map(([data, value]) => ({ data, value })),
  )
  return fc.tuple(person, calls).map(([from, parts]) => ({ from, ...parts }))
}

/** Calls of ERC-20 tokens. @param rich an account to which more is sent than any account has */
const tokenCalls = (token: Someone, person: Someone, rich: Address): Calls => [
  fc.tuple(token, person, few).map(([to, ...args]) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }),
  })),
  fc.tuple(token, person, few).map(([to, ...args]) => ({
    to,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args }),
  })),
  fc.tuple(token, person, few).map(([to, ...args]) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }),
  })),
  fc.tuple(token, person, person, few).map(([to, ...args]) => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }),
  })),
  token.map((to) => ({
    to,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [rich, 10n ** 40n],
    }),
  })),
]

const wrappingCalls = (weth: Address): Calls => [
  few.map((value) => ({
    to: weth,
    data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }),
    value,
  })),
  few.map((amount) => ({
    to: weth,
    data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amount] }),
  })),
]

/** Calls of an ERC-721 collection. */
const singleNftCalls = (collection: Address, person: Someone): Calls => [
  person.map((account) => ({
    to: collection,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account] }),
  })),
  fc.tuple(person, person, id).map((args) => ({
    to: collection,
    data: encodeFunctionData({ abi: nftAbi, functionName: 'transferFrom', args }),
  })),
  fc.tuple(person, fc.boolean()).map((args) => ({
    to: collection,
    data: encodeFunctionData({ abi: nftAbi, functionName: 'setApprovalForAll', args }),
  })),
]

/** Calls of an ERC-1155 collection. */
const multipleNftCalls = (collection: Address, person: Someone): Calls => [
  fc.tuple(person, id, few).map((args) => ({
    to: collection,
    data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args }),
  })),
  fc.tuple(person, person, id, id).map(([from, account, one, other]) => ({
    to: collection,
    data: encodeFunctionData({
      abi: nftAbi,
      functionName: 'safeBatchTransferFrom',
      args: [from, account, [one, other], [1n, 2n], '0x'],
    }),
  })),
]

const swap = (
  { router, weth }: Deployment['dex'],
  token: Someone,
  person: Someone,
): fc.Arbitrary<Call> =>
  fc.tuple(token, person).map(([take, account]) => ({
    to: router,
    data: encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [weth, take], account, 10n ** 12n],
    }),
    value: 10n ** 15n,
  }))

/** Calls that send coins through a contract, and calls whose coins come back because they fail. */
const coinsThroughContract = (
  multicall3: Address,
  failing: Address,
  person: Someone,
): fc.Arbitrary<Call> =>
  fc.tuple(person, person, few).map(([one, other, amount]) => ({
    to: multicall3,
    data: encodeFunctionData({
      abi: multicallAbi,
      functionName: 'aggregate3Value',
      args: [
        [
          { target: one, allowFailure: true, value: amount, callData: '0x' },
          { target: other, allowFailure: true, value: 1n, callData: '0x' },
          { target: failing, allowFailure: true, value: 1n, callData: '0x12345678' },
        ],
      ],
    }),
    value: amount + 2n,
  }))

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const batchTopic = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')
const word = (value: Hex | bigint) =>
  typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })

/** Generates the code of contracts whose constructor logs false or meaningless events. */
function hostileLogs(people: readonly Address[]): fc.Arbitrary<Hex> {
  const person = fc.constantFrom(...people)
  const max = 2n ** 256n - 1n
  const log = fc.oneof(
    fc
      .tuple(person, person)
      .map(([from, to]) => ({ topics: [transferTopic, word(from), word(to)], data: word(max) })),
    fc.tuple(person, person).map(([from, to]) => ({
      topics: [transferTopic, word(from), word(to), word(max)],
      data: word(5n),
    })),
    person.map((account) => ({
      topics: [transferTopic, word(account), word(account)],
      data: '0x' as Hex,
    })),
    person.map((account) => ({
      topics: [transferTopic],
      data: concatHex([word(account), word(account), word(1n)]),
    })),
    person.map((account) => ({
      topics: [transferTopic, word(max), word(account)],
      data: word(1n),
    })),
    person.map((account) => ({
      topics: [batchTopic, word(account), word(account), word(account)],
      data: concatHex([word(64n), word(max)]),
    })),
    fc.tuple(person, person).map(([from, to]) => ({
      topics: [batchTopic, word(from), word(from), word(to)],
      data: encodeAbiParameters(
        [{ type: 'uint256[]' }, { type: 'uint256[]' }],
        [
          [1n, 1n, 2n],
          [3n, 4n, max],
        ],
      ),
    })),
  )
  return fc.array(log, { minLength: 1, maxLength: 3 }).map((logs) => concatHex(logs.map(logging)))
}

/**
 * Makes code that logs an event. The event's data is in the code: PUSH32 writes it into memory word
 * by word, and LOGn logs it.
 */
export function logging({ topics, data }: { topics: readonly Hex[]; data: Hex }): Hex {
  const words = Array.from(
    { length: size(data) / 32 },
    (_, index): Hex =>
      `0x7f${data.slice(2 + 64 * index, 66 + 64 * index)}61${(32 * index).toString(16).padStart(4, '0')}52`,
  )
  const pushed = topics.toReversed().map((topic): Hex => `0x7f${topic.slice(2)}`)
  return concatHex([
    ...words,
    ...pushed,
    `0x61${size(data).toString(16).padStart(4, '0')}5f`,
    numberToHex(0xa0 + topics.length),
  ])
}
