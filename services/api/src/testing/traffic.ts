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

/** A client for all calls of a test to a development chain. */
export function chainClient(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}
export type ChainClient = ReturnType<typeof chainClient>

/** A transaction of an account, ready to be sent. */
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

/** Transactions on the devnet's first chain, ordinary and hostile. */
export function arbitraryTransactions(
  { dex, tokens, collections, multicall3 }: Deployment,
  people: readonly Address[],
): fc.Arbitrary<TestTransaction> {
  const person = fc.constantFrom(...people)
  const few = fc.bigInt({ min: 0n, max: 1_000n })
  const token = fc.constantFrom(
    ...tokens.filter(({ symbol }) => symbol !== 'WETH').map(({ address }) => address),
  )
  const [lights, leaves] = [
    collections[0]?.address ?? dex.weth,
    collections[1]?.address ?? dex.weth,
  ]
  const id = fc.bigInt({ min: 1n, max: 6n })
  const do_ = (to: Address, data: Hex, value?: bigint) => ({ to, data, value })
  const call = <one extends object>(parts: one) => parts

  const calls = fc.oneof(
    fc.record({ to: person, value: few }).map(call),
    fc
      .tuple(token, person, few)
      .map(([to, account, amount]) =>
        do_(
          to,
          encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, amount] }),
        ),
      ),
    fc
      .tuple(token, person, few)
      .map(([to, account, amount]) =>
        do_(
          to,
          encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account, amount] }),
        ),
      ),
    fc
      .tuple(token, person, few)
      .map(([to, account, amount]) =>
        do_(
          to,
          encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [account, amount] }),
        ),
      ),
    fc.tuple(token, person, person, few).map(([to, from, account, amount]) =>
      do_(
        to,
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transferFrom',
          args: [from, account, amount],
        }),
      ),
    ),
    token.map((to) =>
      do_(
        to,
        encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [multicall3, 10n ** 40n],
        }),
      ),
    ),
    few.map((amount) =>
      do_(dex.weth, encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }), amount),
    ),
    few.map((amount) =>
      do_(dex.weth, encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amount] })),
    ),
    person.map((account) =>
      do_(lights, encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account] })),
    ),
    fc.tuple(person, person, id).map(([from, account, one]) =>
      do_(
        lights,
        encodeFunctionData({
          abi: nftAbi,
          functionName: 'transferFrom',
          args: [from, account, one],
        }),
      ),
    ),
    fc.tuple(person, fc.boolean()).map(([account, may]) =>
      do_(
        lights,
        encodeFunctionData({
          abi: nftAbi,
          functionName: 'setApprovalForAll',
          args: [account, may],
        }),
      ),
    ),
    fc
      .tuple(person, id, few)
      .map(([account, one, amount]) =>
        do_(
          leaves,
          encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account, one, amount] }),
        ),
      ),
    fc.tuple(person, person, id, id).map(([from, account, one, other]) =>
      do_(
        leaves,
        encodeFunctionData({
          abi: nftAbi,
          functionName: 'safeBatchTransferFrom',
          args: [from, account, [one, other], [1n, 2n], '0x'],
        }),
      ),
    ),
    fc.tuple(token, person).map(([take, account]) =>
      do_(
        dex.router,
        encodeFunctionData({
          abi: routerAbi,
          functionName: 'swapExactETHForTokens',
          args: [0n, [dex.weth, take], account, 10n ** 12n],
        }),
        10n ** 15n,
      ),
    ),
    // coins sent through a contract, and coins that return because a call fails
    fc.tuple(person, person, few).map(([one, other, amount]) =>
      do_(
        multicall3,
        encodeFunctionData({
          abi: multicallAbi,
          functionName: 'aggregate3Value',
          args: [
            [
              { target: one, allowFailure: true, value: amount, callData: '0x' },
              { target: other, allowFailure: true, value: 1n, callData: '0x' },
              { target: dex.usd, allowFailure: true, value: 1n, callData: '0x12345678' },
            ],
          ],
        }),
        amount + 2n,
      ),
    ),
    fc.tuple(hostileLogs(people), few).map(([data, value]) => ({ data, value })),
  )
  return fc.tuple(person, calls).map(([from, parts]) => ({ from, ...parts }))
}

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const batchTopic = toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])')
const word = (value: Hex | bigint) =>
  typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })

/** Code of a contract whose constructor logs false or meaningless events. */
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

/** Code that logs. The data is in the code: PUSH32 it word by word into the memory, then LOGn. */
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
