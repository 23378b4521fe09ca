import { expect, test } from 'vitest'
import { buildTransaction } from '../../chains/solana/send/buildTransaction.ts'
import { budget, transferLamports } from '../../chains/solana/send/instructions.ts'
import { solanaKeys } from '../solana/solanaKeys.ts'
import { createSolanaWallet } from '../solana/solanaWallet.ts'
import type { SolanaRequest } from '../solana/solanaRequest.ts'
import { describeSolana } from './describeSolana.ts'

// the cast is safe, because `solanaKeys(2)` returns two keys
const [own, lena] = solanaKeys(2).map(({ address }) => address) as [string, string]
const payment = (...lamports: readonly bigint[]) =>
  buildTransaction(own, '11111111111111111111111111111111', [
    ...budget(1_000, 5n),
    ...lamports.map((amount) => transferLamports(own, lena, amount)),
  ])
const describe = (...transactions: readonly Uint8Array[]) =>
  describeSolana('https://bakery.example', 'Solana', {
    feature: 'solana:signTransaction',
    address: own,
    transactions,
  })

test('a payment shows its amount and recipient, and fee instructions are not counted as steps', () => {
  expect(describe(payment(300_000_000n))).toMatchObject({
    title: 'Send 0.3 SOL?',
    facts: [
      ['To', lena],
      ['From', own],
      ['Network', 'Solana'],
    ],
  })
  expect(describe(payment(1n, 2n))).toMatchObject({
    title: 'Sign this transaction?',
    body: expect.stringContaining('2. Program 11111111111111111111111111111111'),
  })
  expect(describe(payment(1n), payment(2n)).title).toBe('Sign 2 transactions?')
})

test('a message is shown as text if it is text, or else as hex', () => {
  const bodyOf = (message: Uint8Array) =>
    describeSolana('https://bakery.example', 'Solana', {
      feature: 'solana:signMessage',
      address: own,
      messages: [message],
    }).body
  expect([bodyOf(new TextEncoder().encode('Bread')), bodyOf(Uint8Array.of(0xff, 1))]).toEqual([
    'Bread',
    '0xff01',
  ])
})

test('the wallet asks for consent for each request, except for a silent connect', async () => {
  const seen: SolanaRequest[] = []
  let answer: () => Promise<void> = () => Promise.reject(new Error('No'))
  const { wallet } = createSolanaWallet({
    confirm: async (request) => (seen.push(request), answer()),
  })
  const { connect } = wallet.features['standard:connect'] as {
    connect(input?: { silent: boolean }): Promise<{ accounts: readonly object[] }>
  } // the Wallet Standard has this form
  await expect(connect()).rejects.toThrow('No')
  expect([wallet.accounts.length, (await connect({ silent: true })).accounts.length]).toEqual([
    0, 0,
  ])
  answer = async () => {}
  expect((await connect()).accounts).toHaveLength(3)
  const { signMessage } = wallet.features['solana:signMessage'] as {
    signMessage(input: object): Promise<unknown>
  } // the Wallet Standard has this form
  await signMessage({ account: wallet.accounts[0], message: Uint8Array.of(66) })
  expect(seen).toEqual([
    { feature: 'standard:connect' },
    { feature: 'standard:connect' },
    { feature: 'solana:signMessage', address: own, messages: [Uint8Array.of(66)] },
  ])
})
