import { encodeAbiParameters, numberToHex, pad, toEventSelector, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { kinds } from '../../../db/schema.ts'
import { readLog, readWrapped, topics } from './readLog.ts'

const [token, one, two] = [
  `0x${'aa'.repeat(20)}`,
  `0x${'01'.repeat(20)}`,
  `0x${'02'.repeat(20)}`,
] as const
const word = (value: Hex | bigint) =>
  typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : pad(value, { size: 32 })
const transfer = topics['Transfer(address,address,uint256)']
const batch = topics['TransferBatch(address,address,address,uint256[],uint256[])']
const log = (first: Hex, others: readonly Hex[], data: Hex = '0x') => ({
  address: token,
  topics: [first, ...others.map((entry) => word(entry))],
  data,
})
const lists = (ids: bigint[], amounts: bigint[]) =>
  encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, amounts])

test('each topic is the hash of its event', () => {
  for (const [signature, topic] of Object.entries(topics))
    expect(topic).toBe(toEventSelector(signature))
})

test('a Transfer log with two accounts is an ERC-20 transfer, and one with an id as well is an ERC-721 transfer, whatever the data', () => {
  const move = { token, sender: one, recipient: two }
  expect(readLog(log(transfer, [one, two], word(5n)))).toEqual({
    type: 'moved',
    moves: [{ ...move, kind: kinds.erc20, tokenId: 0n, amount: 5n }],
  })
  expect(readLog(log(transfer, [one, two, word(7n)], word(5n)))).toEqual({
    type: 'moved',
    moves: [{ ...move, kind: kinds.erc721, tokenId: 7n, amount: 1n }],
  })
})

test('every id in an ERC-1155 batch is one move, duplicates too', () => {
  const word = readLog(log(batch, [one, one, two], lists([3n, 3n], [1n, 2n ** 256n - 1n])))
  expect(
    word?.type === 'moved' &&
      word.moves.map(({ kind, tokenId, amount }) => [kind, tokenId, amount]),
  ).toEqual([
    [kinds.erc1155, 3n, 1n],
    [kinds.erc1155, 3n, 2n ** 256n - 1n],
  ])
})

test.each([
  ['an amount that is missing', log(transfer, [one, two])],
  ['a transfer without accounts', log(transfer, [], word(5n))],
  ['an account with more than twenty bytes', log(transfer, [one, word(2n ** 200n)], word(5n))],
  ['a batch whose lists are not equally long', log(batch, [one, one, two], lists([1n], [1n, 2n]))],
  [
    'a batch that promises more than it has',
    log(batch, [one, one, two], `${word(64n)}${word(2n ** 255n).slice(2)}`),
  ],
  [
    'a batch of more than a block has gas for',
    log(
      batch,
      [one, one, two],
      lists(
        Array.from({ length: 10_001 }, () => 1n),
        Array.from({ length: 10_001 }, () => 1n),
      ),
    ),
  ],
  [
    'a batch that ends in a word',
    log(batch, [one, one, two], lists([1n], [1n]).slice(0, -2) as Hex),
  ],
  ['a batch without lists', log(batch, [one, one, two])],
  ['an approval without an owner', log(topics['Approval(address,address,uint256)'], [])],
  [
    'a pool without an address',
    log(topics['PairCreated(address,address,address,uint256)'], [one, two]),
  ],
  [
    'reserves in topics',
    log(topics['Sync(uint112,uint112)'], [one], `${word(1n)}${word(2n).slice(2)}`),
  ],
  ['an unknown event', log(word(9n), [one, two], word(5n))],
  ['a log without topics', { address: token, topics: [], data: word(5n) }],
])('readLog ignores %s', (_, hostile) => {
  expect(readLog(hostile)).toBeUndefined()
})

test('a deposit mints the wrapped coin, and a withdrawal burns it', () => {
  expect(readWrapped(log(topics['Deposit(address,uint256)'], [one], word(5n)))).toMatchObject({
    recipient: one,
    amount: 5n,
  })
  expect(readWrapped(log(topics['Withdrawal(address,uint256)'], [one], word(5n)))).toMatchObject({
    sender: one,
    amount: 5n,
  })
  expect(readWrapped(log(topics['Deposit(address,uint256)'], [one, two], word(5n)))).toBeUndefined()
})

test('an operation is read only from the event of EntryPoint', () => {
  const signature = 'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'
  const data = `0x${'0'.repeat(256)}` as const
  const event = {
    ...log(topics[signature], [word(1n), one, two], data),
    address: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  } as const
  expect(readLog(event)).toEqual({ type: 'operated', account: one })
  expect(readLog({ ...event, address: token })).toBeUndefined()
  expect(readLog({ ...event, data: '0x' })).toBeUndefined()
  expect(readLog({ ...event, topics: event.topics.slice(0, 3) })).toBeUndefined()
})
