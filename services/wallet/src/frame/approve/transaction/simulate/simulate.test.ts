import { toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Network } from '../../../wallet/network.ts'
import type { Wallet } from '../../../wallet/Wallet.ts'
import { grantTopics } from './grantsOf.ts'
import { simulate } from './simulate.ts'

const network: Network = {
  networkId: 'eip155:1',
  name: 'Ethereum',
  namespace: 'eip155',
  reference: '1',
  currency: { symbol: 'ETH', decimals: 18 },
}
const word = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const own = `0x${'a'.repeat(40)}` as const
const [other, token, fake, pieces] = ['1', '2', '3', '4'].map(
  (digit) => `0x${digit.repeat(40)}`,
) as [string, string, string, string]
const currency = `0x${'e'.repeat(40)}`
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const single = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const topicOf = (address: string) => `0x${word(address)}`
const log = (address: string, topics: string[], ...data: bigint[]) => ({
  address,
  topics,
  data: `0x${data.map(word).join('')}`,
})

/**
 * A node whose only contract emits these logs, and whose tokens have these balances before and
 * after.
 */
function nodeWith(
  logs: readonly object[],
  counts: Record<string, [bigint, bigint]> = {},
  outcome: object = { status: '0x1', returnData: '0x' },
) {
  async function call(
    _: unknown,
    {
      params: [
        {
          blockStateCalls: [{ calls }],
        },
      ],
    }: { params: [{ blockStateCalls: [{ calls: { to: string; data: string }[] }] }] },
  ) {
    const seen = new Set<string>()
    const results = calls.map(({ to, data }) => {
      if (!data.startsWith('0x70a08231')) return { gasUsed: '0x5208', logs, ...outcome }
      const [before, after] = counts[to] ?? []
      const count = seen.has(to) ? after : before
      seen.add(to)
      return {
        status: count === undefined ? '0x0' : '0x1',
        gasUsed: '0x1',
        returnData: count === undefined ? '0x' : `0x${word(count)}`,
        logs: [],
      }
    })
    return { result: [{ calls: results }] }
  }
  return { server: { call } } as unknown as Wallet // only `call` is used
}
const changesOf = async (wallet: Wallet) =>
  (
    await simulate(wallet, network, {
      address: own,
      transactions: [{ to: own, value: 0n, data: '0x' }],
    })
  )?.changes

test('the change of the chain’s currency is the sum of the transfers in the node’s logs', async () => {
  expect(
    await changesOf(
      nodeWith([
        log(currency, [transfer, topicOf(own), topicOf(other)], 5n),
        log(currency, [transfer, topicOf(other), topicOf(own)], 2n),
      ]),
    ),
  ).toEqual([{ kind: 'currency', amount: -3n }])
  expect(
    await changesOf(nodeWith([log(currency, [transfer, topicOf(own), topicOf(own)], 5n)])),
  ).toEqual([])
})

test('the change of a token comes from its balances, not from its logs', async () => {
  const reported = [
    log(fake, [transfer, topicOf(other), topicOf(own)], 10n ** 24n),
    log(token, [transfer, topicOf(own), topicOf(other)], 1n),
  ]
  expect(await changesOf(nodeWith(reported, { [fake]: [0n, 0n], [token]: [100n, 30n] }))).toEqual([
    { kind: 'token', token, amount: -70n },
  ])
})

test('moves of NFTs are reported with their token IDs', async () => {
  expect(
    await changesOf(
      nodeWith([
        log(pieces, [transfer, topicOf(other), topicOf(own), topicOf('0x7')]),
        log(pieces, [single, topicOf(own), topicOf(own), topicOf(other)], 8n, 2n),
        log(
          pieces,
          [batch, topicOf(own), topicOf(other), topicOf(own)],
          64n,
          160n,
          2n,
          8n,
          9n,
          2n,
          3n,
          4n,
        ),
      ]),
    ),
  ).toEqual([
    { kind: 'piece', token: pieces, id: 7n, amount: 1n },
    { kind: 'piece', token: pieces, id: 8n, amount: 1n },
    { kind: 'piece', token: pieces, id: 9n, amount: 4n },
  ])
})

test.each([
  [
    'transfers between other accounts',
    [
      log(token, [transfer, topicOf(other), topicOf(fake)], 1n),
      log(pieces, [single, topicOf(own), topicOf(other), topicOf(fake)], 1n, 1n),
    ],
  ],
  [
    'logs of an unknown form',
    [
      log(token, [transfer]),
      log(token, [], 1n),
      log(pieces, [batch, topicOf(own), topicOf(other), topicOf(own)], 64n, 2n ** 255n),
      log(pieces, [single, topicOf(own), topicOf(other), topicOf(own)]),
    ],
  ],
])('%s cause no changes', async (_, logs) => {
  expect(await changesOf(nodeWith(logs))).toEqual([])
})

const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

test('allowances through Permit2 and of ERC-6909 tokens are reported, and their removal is not', async () => {
  const grantsOf = async (...logs: object[]) =>
    (
      await simulate(nodeWith(logs), network, {
        address: own,
        transactions: [{ to: own, value: 0n, data: '0x' }],
      })
    )?.grants
  const lent = (name: 'approval' | 'permit', at: string, amount: bigint, until: bigint) =>
    log(
      at,
      [
        toEventSelector(
          name === 'approval'
            ? 'Approval(address,address,address,uint160,uint48)'
            : 'Permit(address,address,address,uint160,uint48,uint48)',
        ),
        topicOf(own),
        topicOf(token),
        topicOf(other),
      ],
      amount,
      until,
      ...(name === 'permit' ? [0n] : []),
    )
  const allowed = { kind: 'allow', token, spender: other, amount: 5n, until: 99n }
  expect(
    await grantsOf(lent('approval', permit2, 5n, 99n), lent('permit', permit2, 5n, 99n)),
  ).toEqual([allowed, allowed])
  // another contract than Permit2 may give the end another meaning
  expect(await grantsOf(lent('approval', fake, 5n, 99n))).toEqual([
    { kind: 'allow', token, spender: other, amount: 5n },
  ])
  expect(await grantsOf(lent('approval', permit2, 0n, 99n))).toEqual([])
  const operator = toEventSelector('OperatorSet(address,address,bool)')
  expect(
    await grantsOf(
      log(pieces, [operator, topicOf(own), topicOf(other)], 1n),
      log(pieces, [operator, topicOf(own), topicOf(other)], 0n),
    ),
  ).toEqual([{ kind: 'allowAll', token: pieces, operator: other, isAllowed: true }])
  const numbered = toEventSelector('Approval(address,address,uint256,uint256)')
  expect(
    await grantsOf(
      log(pieces, [numbered, topicOf(own), topicOf(other), topicOf('0x7')], 3n),
      log(pieces, [numbered, topicOf(own), topicOf(other), topicOf('0x7')], 0n),
    ),
  ).toEqual([{ kind: 'allow', token: pieces, spender: other, amount: 7n, isPiece: true }])
})

const transactions = [{ to: own, value: 0n, data: '0x' }] as const
const approved = log(
  token,
  [grantTopics['Approval(address,address,uint256)'], topicOf(own), topicOf(other)],
  5n,
)

test.each([
  ['a token without a balance', [log(token, [transfer, topicOf(own), topicOf(other)], 1n)]],
  [
    'too many tokens',
    Array.from({ length: 17 }, (_, index) =>
      log(`0x${String(index + 10).repeat(20)}`, [transfer, topicOf(own), topicOf(other)], 1n),
    ),
  ],
])('with %s, the simulation reports grants and failures, but no changes', async (_, logs) => {
  expect(
    await simulate(
      nodeWith([...logs, approved], {}, { status: '0x0', returnData: '0x' }),
      network,
      { address: own, transactions },
    ),
  ).toEqual({
    calls: [{ gas: 21_000n, isFine: false }],
    grants: [{ kind: 'allow', token, spender: other, amount: 5n }],
  })
})

test.each([
  [
    'an invalid answer',
    { server: { call: async () => ({ result: [{ calls: [] }] }) } } as unknown as Wallet,
  ],
  [
    'a node without the method',
    {
      server: { call: async () => ({ error: { code: -32601, message: 'method not found' } }) },
    } as unknown as Wallet,
  ],
])('with %s, the result of the simulation is undefined', async (_, wallet) => {
  expect(await simulate(wallet, network, { address: own, transactions })).toBeUndefined()
})

test('the gas and the failure of each call are reported', async () => {
  const reason = `0x08c379a0${word(32n)}${word(4n)}${Buffer.from('gone').toString('hex').padEnd(64, '0')}`
  const simulation = await simulate(
    nodeWith(
      [],
      {},
      {
        status: '0x0',
        returnData: '0x',
        error: { code: 3, message: 'execution reverted', data: reason },
      },
    ),
    network,
    { address: own, transactions: [{ to: own, value: 0n, data: '0x' }] },
  )
  expect(simulation).toEqual({
    calls: [{ gas: 21_000n, isFine: false, reason: 'gone' }],
    changes: [],
    grants: [],
  })
})

test('the simulation reports the rights that the transaction grants to others', async () => {
  const approval = (amount: bigint) =>
    log(
      token,
      [grantTopics['Approval(address,address,uint256)'], topicOf(own), topicOf(other)],
      amount,
    )
  const logs = [
    approval(5n),
    approval(0n),
    log(pieces, [
      grantTopics['Approval(address,address,uint256)'],
      topicOf(own),
      topicOf(other),
      topicOf('0x7'),
    ]),
    log(
      pieces,
      [grantTopics['ApprovalForAll(address,address,bool)'], topicOf(own), topicOf(other)],
      1n,
    ),
    log(
      pieces,
      [grantTopics['ApprovalForAll(address,address,bool)'], topicOf(own), topicOf(other)],
      0n,
    ),
    log(fake, [grantTopics['AuthorizedOperator(address,address)'], topicOf(other), topicOf(own)]),
    log(
      token,
      [grantTopics['Approval(address,address,uint256)'], topicOf(other), topicOf(fake)],
      5n,
    ),
    log(token, [grantTopics['Approval(address,address,uint256)']], 5n),
  ]
  expect(
    (
      await simulate(nodeWith(logs), network, {
        address: own,
        transactions: [{ to: own, value: 0n, data: '0x' }],
      })
    )?.grants,
  ).toEqual([
    { kind: 'allow', token, spender: other, amount: 5n },
    { kind: 'allow', token: pieces, spender: other, amount: 7n, isPiece: true },
    { kind: 'allowAll', token: pieces, operator: other, isAllowed: true },
    { kind: 'allowAll', token: fake, operator: other, isAllowed: true },
  ])
  for (const [signature, topic] of Object.entries(grantTopics))
    expect(toEventSelector(signature)).toBe(topic)
})
