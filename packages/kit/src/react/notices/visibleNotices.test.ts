import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { visibleNotices } from './visibleNotices.ts'

const end = (
  nonce: number,
  status: PendingTransaction['status'] = 'mined',
): PendingTransaction => ({
  hash: `0x${nonce}`,
  networkId: formatNetworkId('eip155', 1),
  address: '0x',
  nonce,
  sentAt: 0,
  status,
})
const nonces = (ended: readonly PendingTransaction[]) => ended.map(({ nonce }) => nonce)

test('the three newest successes are shown', () => {
  expect(nonces(visibleNotices([1, 2, 3, 4, 5].map((nonce) => end(nonce))))).toEqual([1, 2, 3])
})

test('many successes never replace a failure', () => {
  expect(
    nonces(
      visibleNotices([...Array.from({ length: 98 }, (_, nonce) => end(nonce)), end(98, 'failed')]),
    ),
  ).toEqual([0, 1, 98])
})

test('with several failures all failures and no successes are shown', () => {
  expect(
    nonces(
      visibleNotices([
        end(1),
        end(2, 'dropped'),
        end(3, 'changed'),
        end(4),
        end(5, 'failed'),
        end(6, 'replaced'),
      ]),
    ),
  ).toEqual([2, 3, 5, 6])
})
