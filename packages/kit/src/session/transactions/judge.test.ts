import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { judge, nextMemory } from './judge.ts'
import type { TransactionState } from '../../core/contracts/facets/transactions.ts'
import { pace } from './pace.ts'

/** The nonce of the transactions, which is the replacement key on EVM chains. */
const seventh = { nonce: 7, replacementKey: '7' }
const transaction: PendingTransaction = {
  hash: '0xa',
  networkId: formatNetworkId('eip155', 1),
  address: '0xb',
  sentAt: 0,
  status: 'pending',
  ...seventh,
  shown: 'own',
}
const { nonce: _nonce, replacementKey: _key, shown: _shown, ...unshownYet } = transaction

/** The status after a check for each state, one every 4 s. */
function after(
  states: readonly TransactionState[],
  first: PendingTransaction = transaction,
): string {
  let now = 1_000_000
  let entry = first
  let memory: ReturnType<typeof nextMemory> | undefined
  for (const state of states) {
    const verdict = judge(entry, state, memory, now)
    memory = nextMemory(state, memory, now)
    if (verdict.kind === 'replaced') return 'replaced'
    if (verdict.kind === 'changed') entry = verdict.transaction
    now += pace.check
  }
  return entry.status
}

const mined: TransactionState = { kind: 'mined', ...seventh, blockTime: 5 }
const failed: TransactionState = { kind: 'failed', ...seventh, blockTime: 5 }
const waiting: TransactionState = { kind: 'waiting', ...seventh }
const overtaken: TransactionState = { kind: 'overtaken', ...seventh }
const unknown: TransactionState = { kind: 'unknown' }
const ofContract: TransactionState = { kind: 'unknown', hasCode: true }
const sponsored: TransactionState = { kind: 'waiting', shown: 'other' }
const expired: TransactionState = { kind: 'expired' }
const unread: TransactionState = { kind: 'unread', blockTime: 5 }
const other: TransactionState = {
  kind: 'changed',
  blockTime: 5,
  description: { operationType: 'execute' },
}
const unshown = Array.from({ length: Math.ceil(pace.unread / pace.check) + 1 }, () => unread)
const ended = (status: PendingTransaction['status']): PendingTransaction => ({
  ...transaction,
  status,
  endedAt: 1,
  blockTime: 2,
  replacedBy: '0xc',
})
const missing = Array.from({ length: Math.ceil(pace.missing / pace.check) + 1 }, () => unknown)

test.each<[string, readonly TransactionState[], PendingTransaction | undefined, string]>([
  ['in a block: mined at once', [mined], undefined, 'mined'],
  ['reverted in a block: failed at once', [failed], undefined, 'failed'],
  ['waiting: pending', [waiting, waiting], undefined, 'pending'],
  ['overtaken once: still pending', [overtaken], undefined, 'pending'],
  [
    'overtaken twice, but not in a row: still pending',
    [overtaken, waiting, overtaken],
    undefined,
    'pending',
  ],
  ['overtaken twice in a row: replaced', [overtaken, overtaken], undefined, 'replaced'],
  ['overtaken once, then in a block: mined', [overtaken, mined], undefined, 'mined'],
  ['unknown for less than five minutes: pending', missing.slice(0, -1), undefined, 'pending'],
  ['unknown for five minutes: dropped', missing, undefined, 'dropped'],
  ['unknown, and never shown by a node: unseen', missing, unshownYet, 'unseen'],
  [
    'unknown, of an account with code: unseen',
    missing.map(() => ofContract),
    transaction,
    'unseen',
  ],
  ['unknown, sent by another address: unseen', [sponsored, ...missing], unshownYet, 'unseen'],
  [
    'shown as the account’s own, then unknown: dropped',
    [{ ...waiting, shown: 'own' }, ...missing],
    unshownYet,
    'dropped',
  ],
  ['expired, even if never shown: dropped', [expired, expired], unshownYet, 'dropped'],
  ['unseen, then mined: mined', [mined], ended('unseen'), 'mined'],
  ['unseen, then shown: pending', [waiting, waiting], ended('unseen'), 'pending'],
  ['unseen, then expired: dropped', [expired, expired], ended('unseen'), 'dropped'],
  ['unseen, then unknown: unseen', [...missing, ...missing], ended('unseen'), 'unseen'],
  [
    'known between two unknown times: the five minutes start again',
    [...missing.slice(0, -1), waiting, ...missing.slice(0, -1)],
    undefined,
    'pending',
  ],
  ['mined, then waiting once: still mined', [waiting], ended('mined'), 'mined'],
  ['mined, then waiting twice: pending', [waiting, waiting], ended('mined'), 'pending'],
  ['failed, then unknown twice: pending', [unknown, unknown], ended('failed'), 'pending'],
  ['mined, then failed in another block: failed', [failed], ended('mined'), 'failed'],
  ['mined, then overtaken twice: replaced', [overtaken, overtaken], ended('mined'), 'replaced'],
  ['replaced, then overtaken: replaced', [overtaken, overtaken], ended('replaced'), 'replaced'],
  ['replaced, then mined: mined', [mined], ended('replaced'), 'mined'],
  ['cancelled, then overtaken: cancelled', [overtaken, overtaken], ended('cancelled'), 'cancelled'],
  ['dropped, then unknown: dropped', missing, ended('dropped'), 'dropped'],
  ['dropped, then waiting: pending', [waiting, waiting], ended('dropped'), 'pending'],
  ['another transaction than requested: changed at once', [other], undefined, 'changed'],
  [
    'unread, then another transaction than requested: changed',
    [unread, other],
    undefined,
    'changed',
  ],
  ['mined, then another transaction than requested: changed', [other], ended('mined'), 'changed'],
  ['unread for less than a minute: pending', unshown.slice(0, -1), undefined, 'pending'],
  ['unread for a minute: mined', unshown, undefined, 'mined'],
  [
    'unknown, then unread: the unknown time does not count',
    [...missing.slice(0, -1), unread, unread],
    undefined,
    'pending',
  ],
  [
    'unread, then unknown: the unread time does not count',
    [...unshown.slice(0, -1), unknown, unknown],
    undefined,
    'pending',
  ],
  ['changed, then changed again: changed', [unread, unread, other], ended('changed'), 'changed'],
  ['changed, then waiting twice: pending', [waiting, waiting], ended('changed'), 'pending'],
  ['dropped, then mined: mined', [mined], ended('dropped'), 'mined'],
])('the judged states give the status: %s', (_, states, first, status) => {
  expect(after(states, first)).toBe(status)
})

test('a mined transaction that becomes pending again loses the data of its end', () => {
  const verdict = judge(ended('mined'), waiting, { kind: 'waiting' }, 9)
  expect(JSON.parse(JSON.stringify(verdict))).toEqual({
    kind: 'changed',
    transaction: { ...transaction, status: 'pending' },
  })
})

test('a check adds the nonce and its key to the transaction', () => {
  const { nonce: _, replacementKey: _key, ...without } = transaction
  expect(judge(without, waiting, undefined, 9)).toEqual({ kind: 'changed', transaction })
  expect(judge(transaction, waiting, undefined, 9)).toEqual({ kind: 'same' })
})

test('a failure keeps the name of its error, until its block is undone', () => {
  const memory = { kind: 'waiting' as const }
  const verdict = judge(transaction, { ...failed, reason: 'Balances.Frozen' }, undefined, 9)
  expect(verdict).toMatchObject({ kind: 'changed', transaction: { reason: 'Balances.Frozen' } })
  if (verdict.kind !== 'changed') throw new Error('It has failed')
  const undone = judge(verdict.transaction, waiting, memory, 10)
  expect(undone.kind === 'changed' && undone.transaction.status).toBe('pending')
  expect(undone.kind === 'changed' && undone.transaction.reason).toBeUndefined()
})
