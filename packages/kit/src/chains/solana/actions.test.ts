import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startSolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import type { SolanaChain } from '../../../../../devnet/src/solana/startSolanaChain.ts'
import {
  getBalances,
  getNativeBalance,
  watchNativeBalance,
} from '../../domains/balances/actions.ts'
import { watchHistory } from '../../domains/history/actions.ts'
import type { HistoryState } from '../../domains/history/actions.ts'
import { prepareSend, sendPrepared } from '../../domains/send/actions.ts'
import { getTransactionFee, waitForTransaction } from '../../domains/transactions/actions.ts'
import { startOnChain } from './startTestChain.ts'
import { startTestPage } from './startTestSolana.ts'

let chain: SolanaChain
beforeAll(async () => void (chain = await startSolanaChain({ isHeld: true })))
afterAll(() => chain.close())
beforeEach(() => void startTestPage())

test('without React, a page can read balances, send and follow a transaction on Solana', async () => {
  const { kit, clock, friend } = await startOnChain(chain)
  expect(await getBalances(kit)).toMatchObject([{ symbol: 'SOL', decimals: 9, quantity: '2' }])
  const native: unknown[] = []
  const history: HistoryState[] = []
  onTestFinished(watchNativeBalance(kit, { onChange: (answer) => native.push(answer) }))
  onTestFinished(watchHistory(kit, { onChange: (answer) => history.push(answer) }))
  const hash = await sendPrepared(kit, await prepareSend(kit, { to: friend, amount: '0.5' }))
  await vi.waitFor(() =>
    expect(history.at(-1)).toMatchObject({
      isOwnOnly: true,
      entries: [{ hash, status: 'pending', operationType: 'send' }],
    }),
  )
  const waiting = waitForTransaction(kit, { hash })
  await vi.waitFor(() => {
    chain.advance(2)
    clock.advance(4_000)
    expect(kit.getState().pending?.[0]?.status).toBe('mined')
  })
  expect(await waiting).toMatchObject({ hash, status: 'mined' })
  await vi.waitFor(() =>
    expect(native.at(-1)).toMatchObject({ status: 'success', data: { quantity: '1.499995' } }),
  )
  expect(await getNativeBalance(kit)).toMatchObject({ quantity: '1.499995' })
  expect(await getTransactionFee(kit, { hash })).toEqual({ quantity: '0.000005', symbol: 'SOL' })
})
