import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test } from 'vitest'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { judge, nextMemory } from './judge.ts'
import type { TransactionState } from '../../core/contracts/facets/transactions.ts'
import { pace } from './pace.ts'

/** The nonce of the transactions, and the key of EVM's chains that it is. */
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

/** The status after some checks, one every 4 s. */
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
  ['a block says it at once', [mined], undefined, 'mined'],
  ['a block that undid it, too', [failed], undefined, 'failed'],
  ['it waits', [waiting, waiting], undefined, 'pending'],
  ['overtaken once is not believed', [overtaken], undefined, 'pending'],
  [
    'overtaken between others is not believed',
    [overtaken, waiting, overtaken],
    undefined,
    'pending',
  ],
  ['overtaken twice is', [overtaken, overtaken], undefined, 'replaced'],
  ['overtaken once, then found in a block', [overtaken, mined], undefined, 'mined'],
  ['unknown for a while is not dropped', missing.slice(0, -1), undefined, 'pending'],
  ['unknown for five minutes is', missing, undefined, 'dropped'],
  [
    'one that no node ever showed is not dropped: nobody saw what became of it',
    missing,
    unshownYet,
    'unseen',
  ],
  ['nor one of an account with code', missing.map(() => ofContract), transaction, 'unseen'],
  ['nor one that another address sent', [sponsored, ...missing], unshownYet, 'unseen'],
  [
    'one that was shown as the account’s own, and vanished, is',
    [{ ...waiting, shown: 'own' }, ...missing],
    unshownYet,
    'dropped',
  ],
  [
    'one that can’t get into a block any more is, shown or not',
    [expired, expired],
    unshownYet,
    'dropped',
  ],
  ['not seen, but mined after all', [mined], ended('unseen'), 'mined'],
  ['not seen, but shown after all', [waiting, waiting], ended('unseen'), 'pending'],
  ['not seen, and expired', [expired, expired], ended('unseen'), 'dropped'],
  ['not seen stays not seen', [...missing, ...missing], ended('unseen'), 'unseen'],
  [
    'unknown, known, unknown begins anew',
    [...missing.slice(0, -1), waiting, ...missing.slice(0, -1)],
    undefined,
    'pending',
  ],
  ['a block that vanishes once is not believed', [waiting], ended('mined'), 'mined'],
  ['a block that vanishes twice is undone', [waiting, waiting], ended('mined'), 'pending'],
  ['a block that vanishes with its transaction', [unknown, unknown], ended('failed'), 'pending'],
  ['mined in another block, with another end', [failed], ended('mined'), 'failed'],
  ['another one took its place after all', [overtaken, overtaken], ended('mined'), 'replaced'],
  ['replaced stays replaced', [overtaken, overtaken], ended('replaced'), 'replaced'],
  ['replaced, but mined after all', [mined], ended('replaced'), 'mined'],
  ['cancelled stays cancelled', [overtaken, overtaken], ended('cancelled'), 'cancelled'],
  ['dropped stays dropped', missing, ended('dropped'), 'dropped'],
  ['dropped comes back', [waiting, waiting], ended('dropped'), 'pending'],
  ['another one than was asked for is told at once', [other], undefined, 'changed'],
  ['also where the node did not show it first', [unread, other], undefined, 'changed'],
  ['also where it counted as mined', [other], ended('mined'), 'changed'],
  ['in a block, but not shown, it waits', unshown.slice(0, -1), undefined, 'pending'],
  ['not shown for a minute, it counts as mined', unshown, undefined, 'mined'],
  [
    'the time in which it was unknown does not count',
    [...missing.slice(0, -1), unread, unread],
    undefined,
    'pending',
  ],
  ['nor the other way round', [...unshown.slice(0, -1), unknown, unknown], undefined, 'pending'],
  ['another one stays another one', [unread, unread, other], ended('changed'), 'changed'],
  ['the block of another one vanishes', [waiting, waiting], ended('changed'), 'pending'],
  ['dropped, but mined after all', [mined], ended('dropped'), 'mined'],
])('%s', (_, states, first, status) => {
  expect(after(states, first)).toBe(status)
})

test('what is undone keeps nothing of its end', () => {
  const verdict = judge(ended('mined'), waiting, { kind: 'waiting' }, 9)
  expect(JSON.parse(JSON.stringify(verdict))).toEqual({
    kind: 'changed',
    transaction: { ...transaction, status: 'pending' },
  })
})

test('a nonce and its key are learned on the way', () => {
  const { nonce: _, replacementKey: _key, ...without } = transaction
  expect(judge(without, waiting, undefined, 9)).toEqual({ kind: 'changed', transaction })
  expect(judge(transaction, waiting, undefined, 9)).toEqual({ kind: 'same' })
})
