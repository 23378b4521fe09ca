import { toBase58 } from '@latchkey/protocol/base58'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDescription } from '../../../core/transactions/readPending.ts'
import { solanaKeys } from '../../../testing/solana/solanaKeys.ts'
import { buildTransaction } from '../send/buildTransaction.ts'
import { transferLamports } from '../send/instructions.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { withSignature, readWire } from '../wire/transaction.ts'
import { describeChanged } from './changed/describeChanged.lazy.ts'
import { compare } from './compare.ts'

const [me = '', friend = '', other = '', mint = ''] = solanaKeys(4).map(({ address }) => address)
const blockhash = 'GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi'
const signature = new Uint8Array(64).fill(7)
const hash = toBase58(signature)
const paymentOf = (from: string, to: string, lamports: bigint) =>
  buildTransaction(from, blockhash, [transferLamports(from, to, lamports)])
const shown = (bytes: Uint8Array, signer: string, meta: unknown = {}) => ({
  transaction: [toBase64(withSignature(readWire(bytes), signer, signature)), 'base64'],
  meta,
})
const names = {
  network: {
    id: 'a',
    name: 'Solana',
    namespace: 'solana' as const,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrls: { default: { http: [] } },
  },
  tokens: [{ address: mint, symbol: 'USDC', decimals: 6 }],
}
/** Compares a node's answer with the requested transaction, and describes it if it differs. */
function compareFound(found: { meta: unknown }) {
  const compared = compare(found, asked)
  return typeof compared === 'object' ? describeChanged(compared, found.meta, me, names) : compared
}
const asked = { hash, asked: toBase64(paymentOf(me, friend, 5n)) }

test('the requested transaction compares as `same`', () => {
  expect(compare(shown(paymentOf(me, friend, 5n), me), asked)).toBe('same')
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['text', 'yes'],
  ['another encoding', { transaction: { message: {} } }],
  [
    'half of the bytes',
    { transaction: [toBase64(paymentOf(me, friend, 5n)).slice(0, 80), 'base64'] },
  ],
  [
    'a transaction with another hash',
    {
      transaction: [
        toBase64(withSignature(readWire(paymentOf(me, other, 5n)), me, signature.with(0, 8))),
        'base64',
      ],
    },
  ],
])('if the node shows %s, the comparison has no result', (_, found) => {
  expect(compare(found, asked)).toBeUndefined()
})

test('the description has the amounts without the fee, and the symbols that the site knows', () => {
  const held = (amount: string, owner = me, of = mint, decimals = 6) => ({
    owner,
    mint: of,
    uiTokenAmount: { amount, decimals },
  })
  const meta = {
    fee: 5_000,
    preBalances: [2_000_000_000, 1],
    postBalances: [1_099_995_000, 900_000_001],
    preTokenBalances: [held('5000000'), held('7', friend), held('1', me, other, 2)],
    postTokenBalances: [held('1500000'), held('150', me, other, 2)],
  }
  expect(compareFound(shown(paymentOf(me, other, 900_000_000n), me, meta))).toEqual({
    operationType: 'send',
    transfers: [
      { direction: 'out', symbol: 'SOL', quantity: '0.9', token: 'native' },
      { direction: 'out', symbol: 'USDC', quantity: '3.5', token: mint },
      {
        direction: 'in',
        symbol: `${other.slice(0, 4)}…${other.slice(-4)}`,
        quantity: '1.49',
        token: other,
      },
    ],
  })
})

test('a transaction that another account paid for is described only by its effects on this account', () => {
  const meta = { fee: 5_000, preBalances: [2_000_000_000, 1], postBalances: [1_000_000_000, 1] }
  expect(compareFound(shown(paymentOf(friend, other, 900_000_000n), friend, meta))).toEqual({
    operationType: 'unknown',
  })
})

test('any balances from a node give a description that can be stored', () => {
  const number = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom<unknown>('5', '-1', '9'.repeat(30), null, 1e300),
  )
  const held = fc.record({
    owner: fc.constantFrom<unknown>(me, friend, 1),
    mint: fc.constantFrom<unknown>(mint, other, '__proto__', '<b>', null),
    uiTokenAmount: fc.oneof(
      fc.record({ amount: number, decimals: fc.oneof(number, fc.nat({ max: 300 })) }),
      fc.anything(),
    ),
  })
  const list = (one: fc.Arbitrary<unknown>) =>
    fc.oneof(fc.array(one, { maxLength: 6 }), fc.anything())
  const meta = fc.oneof(
    fc.anything(),
    fc.record({
      fee: number,
      preBalances: list(number),
      postBalances: list(number),
      preTokenBalances: list(held),
      postTokenBalances: list(held),
    }),
  )
  fc.assert(
    fc.property(meta, (one) => {
      const description = compareFound(shown(paymentOf(me, other, 9n), me, one))
      expect(description).toMatchObject({ operationType: 'send' })
      expect(readDescription(JSON.parse(JSON.stringify(description)))).toEqual(description)
    }),
    { numRuns: 400 },
  )
  fc.assert(
    fc.property(fc.anything(), (found) => void expect(compare(found, asked)).toBeUndefined()),
  )
})
