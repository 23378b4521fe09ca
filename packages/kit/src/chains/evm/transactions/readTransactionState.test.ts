import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PendingTransaction } from '../../../core/transactions/pendingTransactions.ts'
import { formatNetworkId } from '@latchkey/protocol/caip'
import { readTransactionState } from './readTransactionState.ts'

const account = '0xAa00000000000000000000000000000000000001'
const relayer = '0xbb00000000000000000000000000000000000002'
const sent: PendingTransaction = {
  hash: '0x1',
  networkId: formatNetworkId('eip155', 1),
  address: account,
  sentAt: 0,
  status: 'pending',
}

/** A node's answers about a transaction. `used` is how many nonces the account has used. */
type Answers = { receipt?: object | null; known?: object | null; used?: number; code?: string }

function readState(
  { receipt = null, known = null, used = 9, code = '0x' }: Answers,
  transaction: Partial<PendingTransaction> = {},
) {
  const request = async (method: string) =>
    method === 'eth_getTransactionReceipt'
      ? receipt
      : method === 'eth_getTransactionByHash'
        ? known
        : { timestamp: '0x5' }
  return readTransactionState(
    { request },
    { ...sent, ...transaction },
    { countUsed: async () => used, hasCode: async () => code !== '0x' },
  )
}

test.each<[string, Answers, Partial<PendingTransaction>, object]>([
  [
    'a relayer sent it with a nonce lower than the account’s',
    { known: { from: relayer, nonce: '0x2' } },
    {},
    { kind: 'waiting', shown: 'other' },
  ],
  [
    'a relayer’s transaction that the node has dropped',
    {},
    { shown: 'other' },
    { kind: 'unknown', hasCode: false },
  ],
  ['a nonce whose sender is unknown', {}, { nonce: 2 }, { kind: 'unknown', hasCode: false }],
  [
    'a relayer’s transaction in a block',
    { receipt: { from: relayer, status: '0x1', blockNumber: '0x1' } },
    {},
    { kind: 'mined', shown: 'other', blockTime: 5_000 },
  ],
  [
    'a relayer’s transaction in a block, with the account’s part reverted',
    {
      receipt: {
        from: relayer,
        status: '0x1',
        blockNumber: '0x1',
        logs: [
          {
            address: account,
            topics: ['0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23'],
            data: '0x',
          },
        ],
      },
    },
    {},
    { kind: 'failed', shown: 'other', blockTime: 5_000 },
  ],
  [
    'a node that does not say who sent it',
    { known: { nonce: '0x2' } },
    {},
    { kind: 'waiting', shown: 'other' },
  ],
  [
    'the account’s own, in lower case',
    { known: { from: account.toLowerCase(), nonce: '0x9' } },
    {},
    { kind: 'waiting', nonce: 9, replacementKey: '9', shown: 'own' },
  ],
  [
    'the account’s own, overtaken',
    { known: { from: account, nonce: '0x2' } },
    {},
    { kind: 'overtaken', nonce: 2, replacementKey: '2', shown: 'own' },
  ],
  [
    'the account’s own, overtaken and dropped by the node',
    {},
    { nonce: 2, shown: 'own' },
    { kind: 'overtaken', nonce: 2, replacementKey: '2', shown: 'own' },
  ],
  [
    'the account’s own, in a block without a receipt yet',
    { known: { from: account, nonce: '0x2', blockHash: '0x3' } },
    {},
    { kind: 'waiting', nonce: 2, replacementKey: '2', shown: 'own' },
  ],
  [
    'an unknown hash of a contract account',
    { code: '0x60' },
    {},
    { kind: 'unknown', hasCode: true },
  ],
])('readTransactionState returns the state: %s', async (_, answers, transaction, expected) => {
  expect(await readState(answers, transaction)).toEqual(expected)
})

test('a transaction sent by another address never has the state `overtaken`', async () => {
  const known = fc.option(
    fc.record({
      from: fc.constantFrom(relayer, null, 5, ''),
      nonce: fc.nat(20).map((nonce) => `0x${nonce.toString(16)}`),
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      known,
      fc.nat(20),
      fc.option(fc.nat(20), { nil: undefined }),
      fc.constantFrom('other' as const, undefined),
      async (shown, used, nonce, before) => {
        expect((await readState({ known: shown, used }, { nonce, shown: before })).kind).not.toBe(
          'overtaken',
        )
      },
    ),
  )
})
