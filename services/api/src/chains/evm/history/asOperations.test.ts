import { encodeCalls, type AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import { encodeAbiParameters, encodeFunctionData, pad, type Hex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import type { AccountTransaction, Transfer } from '../../../chainIndex/chainIndex.ts'
import { kinds } from '../../../db/schema.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { entryPointKey } from '../blocks/operationEvents.ts'
import type { EvmChain } from '../evmChain.ts'
import { createAsOperations } from './asOperations.ts'
import { selectors } from './operationCalls.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [ann, bob, carol, bundler, token, shop, paymaster] = [
  address('a'),
  address('b'),
  address('c'),
  address('d'),
  address('e'),
  address('f'),
  address('9'),
]
const none = address('0')
const approve: AccountCall = { to: token, value: 0n, data: `0x095ea7b3${'0'.repeat(128)}` }
const buy: AccountCall = { to: shop, value: 0n, data: '0xa694fc3a01' }
const pay: AccountCall = { to: bob, value: 7n, data: '0x' }

type Op = { account: Hex; calls: readonly AccountCall[]; payer?: Hex; succeeded?: boolean }

const eventOf = ({ account, payer = none, succeeded = true }: Op, nonce: bigint) => ({
  address: entryPointKey,
  topics: [
    '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
    `0x${'1'.repeat(64)}`,
    pad(account),
    pad(payer),
  ],
  data: encodeAbiParameters(
    [{ type: 'uint256' }, { type: 'bool' }, { type: 'uint256' }, { type: 'uint256' }],
    [nonce, succeeded, 5_000n, 100n],
  ),
})

const handleOps = (ops: readonly Op[]) =>
  encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [
      ops.map(({ account, calls }, index) => ({
        sender: account,
        nonce: BigInt(index),
        initCode: '0x' as const,
        callData: encodeCalls(calls),
        accountGasLimits: pad('0x1'),
        preVerificationGas: 1n,
        gasFees: pad('0x1'),
        paymasterAndData: '0x' as const,
        signature: '0x' as const,
      })),
      bundler,
    ],
  })

const transfer = (sender: Hex, recipient: Hex, more: Partial<Transfer> = {}): Transfer => ({
  block: 1,
  index: 0,
  position: 0,
  kind: kinds.erc20,
  token,
  tokenId: 0n,
  sender,
  recipient,
  amount: 3n,
  ...more,
})
const coin = { kind: kinds.internal, token: nativeTokenAddress, amount: 7n } as const

const bundle = (transfers: readonly Transfer[] = []): AccountTransaction => ({
  block: 1,
  index: 0,
  hash: `0x${'7'.repeat(64)}`,
  sender: bundler,
  recipient: entryPointKey,
  created: null,
  value: 0n,
  fee: 900n,
  nonce: 44,
  succeeded: true,
  selector: selectors.handleOps,
  hasData: true,
  hasLure: false,
  minedAt: 1,
  transfers,
  hasApproved: false,
})

/** Reads a transaction as an account sees it, over a node with these operations. */
async function seenBy(
  account: Hex,
  transaction: AccountTransaction,
  {
    input,
    logs = [],
    code = writeDesignator(delegator),
  }: { input: Hex; logs?: readonly object[]; code?: Hex },
) {
  const asked: string[] = []
  const chain = {
    networkId: 'eip155:1',
    nodes: {
      request: async (method: string) => {
        asked.push(method)
        if (method === 'eth_getCode') return code
        return method === 'eth_getTransactionByHash' ? { input } : { logs }
      },
    },
  } as unknown as EvmChain // the parts that the reader uses
  const read = createAsOperations({ now: () => 0 })
  const { signal } = new AbortController()
  const [seen] = await read(chain, account, [transaction], signal)
  return { seen, asked }
}
const ofOps = (ops: readonly Op[]) => ({
  input: handleOps(ops),
  logs: ops.map((op, index) => eventOf(op, BigInt(index))),
})

test('the transaction of a bundler is the account’s own; a sponsored operation has no fee', async () => {
  const op = { account: ann, calls: [approve, buy], payer: paymaster }
  const { seen } = await seenBy(ann, bundle(), ofOps([op]))
  expect(seen).toEqual({
    ...bundle(),
    sender: ann,
    recipient: shop,
    selector: '0xa694fc3a',
    hasData: true,
    value: 0n,
    nonce: 0,
    fee: 0n,
  })
})

test('an account that pays for its operation has the fee that EntryPoint took, and no transfers to it', async () => {
  const [prefund, rest, own] = [
    transfer(ann, entryPointKey, coin),
    transfer(entryPointKey, ann, coin),
    transfer(ann, carol),
  ]
  const { seen } = await seenBy(
    ann,
    bundle([prefund, rest, own]),
    ofOps([{ account: ann, calls: [{ to: token, value: 0n, data: '0xa9059cbb' }] }]),
  )
  expect(seen).toMatchObject({ fee: 5_000n, transfers: [own] })
})

test('a failed operation fails, though the bundler’s transaction succeeds', async () => {
  const op = { account: ann, calls: [pay], succeeded: false }
  const { seen } = await seenBy(ann, bundle(), ofOps([op]))
  expect(seen).toMatchObject({ succeeded: false, transfers: [], recipient: bob })
})

test('coins that the calls sent are added if the block has no traces, and only then', async () => {
  const ops = ofOps([{ account: ann, calls: [pay, { ...pay, to: carol, value: 2n }] }])
  const added = await seenBy(ann, bundle([transfer(ann, carol, { position: 4 })]), ops)
  expect(
    added.seen?.transfers.map(({ recipient, amount, kind }) => [recipient, amount, kind]),
  ).toEqual([
    [carol, 3n, kinds.erc20],
    [bob, 7n, kinds.internal],
    [carol, 2n, kinds.internal],
  ])
  expect(new Set(added.seen?.transfers.map(({ position }) => position)).size).toBe(3)
  const traced = [transfer(ann, bob, coin)]
  expect((await seenBy(ann, bundle(traced), ops)).seen?.transfers).toEqual(traced)
})

test('a recipient sees the account of the operation, not the bundler', async () => {
  const ops = [
    { account: ann, calls: [pay] },
    { account: carol, calls: [buy] },
  ]
  const { seen } = await seenBy(bob, bundle([transfer(ann, bob, coin)]), ofOps(ops))
  expect(seen).toMatchObject({ sender: ann, recipient: bob, transfers: [transfer(ann, bob, coin)] })
  // a token may log any sender, so with several operations it names none of them
  const { seen: foreign } = await seenBy(bob, bundle([transfer(shop, bob)]), ofOps(ops))
  expect(foreign).toEqual(bundle([transfer(shop, bob)]))
})

test('a batch that the account sends itself is what its calls do', async () => {
  const own = { ...bundle(), sender: ann, recipient: ann, selector: selectors.execute }
  const { seen, asked } = await seenBy(ann, own, { input: encodeCalls([approve, pay]) })
  expect(seen).toMatchObject({
    sender: ann,
    recipient: bob,
    selector: null,
    hasData: false,
    value: 7n,
    fee: 900n,
    nonce: 44,
    transfers: [{ recipient: bob, amount: 7n }],
  })
  expect(asked).toEqual(['eth_getTransactionByHash', 'eth_getCode'])
})

test.each<Hex>(['0x', writeDesignator(shop)])(
  'a batch to an account with the code %s is a call as any other',
  async (code) => {
    const own = { ...bundle(), sender: ann, recipient: ann, selector: selectors.execute }
    const { seen } = await seenBy(ann, own, { input: encodeCalls([approve, pay]), code })
    expect(seen).toEqual(own)
  },
)

test('several calls to different contracts have no recipient of their own method', async () => {
  const { seen } = await seenBy(
    ann,
    bundle(),
    ofOps([{ account: ann, calls: [buy, { ...buy, to: carol }] }]),
  )
  expect(seen).toMatchObject({ selector: null, hasData: true })
})

test.each<[string, Hex, readonly object[]]>([
  ['data of another form', `${selectors.handleOps}00`, [eventOf({ account: ann, calls: [] }, 0n)]],
  ['data of another method', '0x12345678', [eventOf({ account: ann, calls: [] }, 0n)]],
])('%s: the operation counts as any call', async (_, input, logs) => {
  const { seen } = await seenBy(ann, bundle(), { input, logs })
  expect(seen).toMatchObject({ sender: ann, selector: null, hasData: true, succeeded: true })
})

test('an event of another contract is no operation', async () => {
  const op = { account: ann, calls: [buy] }
  const logs = [{ ...eventOf(op, 0n), address: shop }]
  expect((await seenBy(ann, bundle(), { input: handleOps([op]), logs })).seen).toEqual(bundle())
})

test('other transactions are not read, and those that no node returns stay as they are', async () => {
  const plain = { ...bundle(), recipient: shop }
  expect(await seenBy(ann, plain, { input: '0x' })).toEqual({ seen: plain, asked: [] })
  const chain = {
    networkId: 'eip155:1',
    nodes: { request: () => Promise.reject(new NodesError('none')) },
  } as unknown as EvmChain // the parts that the reader uses
  const read = createAsOperations({ now: () => 0 })
  expect(await read(chain, ann, [bundle()], new AbortController().signal)).toEqual([bundle()])
})

test('a batch is read again if the node did not have the account’s code yet', async () => {
  let code: Hex = '0x'
  const chain = {
    networkId: 'eip155:1',
    nodes: {
      request: async (method: string) =>
        method === 'eth_getCode' ? code : { input: encodeCalls([pay]) },
    },
  } as unknown as EvmChain // the parts that the reader uses
  const read = createAsOperations({ now: () => 0 })
  const own = { ...bundle(), sender: ann, recipient: ann, selector: selectors.execute }
  const { signal } = new AbortController()
  expect(await read(chain, ann, [own], signal)).toEqual([own])
  code = writeDesignator(delegator)
  expect(await read(chain, ann, [own], signal)).toMatchObject([{ recipient: bob, value: 7n }])
})
