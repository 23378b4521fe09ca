import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { PendingTransaction } from '../../core/transactions/pendingTransactions.ts'
import { prepareSend, sendPrepared } from '../send/actions.ts'
import { friend, startTestSend } from '../send/startTestSend.ts'
import { createFakeAdapter } from '../../testing/fakeAdapter.ts'
import { startTestChains } from '../../testing/startTestChains.ts'
import { getTransactionFee, waitForTransaction, watchTransaction } from './actions.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())
beforeEach(() => void startTestPage())

const hash = `0x${'7'.repeat(64)}`

test('a sent transaction is followed to its block, and then has a fee', async () => {
  const { kit, clock, mined } = await startTestSend(devnet.chains)
  const sent = await sendPrepared(kit, await prepareSend(kit, { to: friend, amount: '0.5' }))
  const reports: (PendingTransaction | undefined)[] = []
  onTestFinished(
    watchTransaction(kit, {
      hash: sent.toUpperCase().replace('0X', '0x'),
      onChange: (transaction) => reports.push(transaction),
    }),
  )
  expect(reports).toHaveLength(1)
  const waiting = waitForTransaction(kit, { hash: sent })
  await mined(sent)
  await vi.waitFor(
    () => {
      clock.advance(4_000)
      expect(reports.at(-1)?.status).toBe('mined')
    },
    { timeout: 10_000 },
  )
  expect(await waiting).toMatchObject({ hash: sent, status: 'mined' })
  expect(await waitForTransaction(kit, { hash: sent })).toMatchObject({ status: 'mined' })
  const confirmed = waitForTransaction(kit, { hash: sent, confirmations: 3 })
  let isConfirmed = false
  void confirmed.then(() => (isConfirmed = true))
  await clock.scheduled(4_000)
  expect(isConfirmed).toBe(false)
  // makes the third block that confirms the transaction; `mined` has made the first
  await kit.request({ method: 'evm_mine', params: [] })
  await vi.waitFor(
    () => {
      clock.advance(4_000)
      expect(isConfirmed).toBe(true)
    },
    { timeout: 10_000 },
  )
  expect(await confirmed).toMatchObject({ hash: sent, status: 'mined' })
  expect(await getTransactionFee(kit, { hash: sent })).toMatchObject({
    symbol: 'ETH',
    quantity: expect.stringMatching(/^0\.0000/),
  })
})

test('waitForTransaction follows an unknown transaction, and ends with its signal or its limit', async () => {
  const { kit, clock } = startTestKit({ adapters: [createFakeAdapter()] })
  await kit.connect({ connectorId: 'example' })
  const controller = new AbortController()
  const aborted = reasonOf(waitForTransaction(kit, { hash, signal: controller.signal }))
  const late = reasonOf(waitForTransaction(kit, { hash, limit: 5_000_000 }))
  await clock.scheduled(5_000_000)
  await clock.scheduled(600_000)
  expect(kit.getState().pending).toMatchObject([{ hash, status: 'pending' }])
  controller.abort()
  expect(await aborted).toMatchObject({ code: 'requestAborted' })
  clock.advance(5_000_000)
  expect(await late).toMatchObject({
    code: 'httpTimeout',
    details: 'The transaction is still pending.',
  })
})

test.each<[unknown, string]>([
  [{}, 'hash'],
  [{ hash, limit: 0 }, 'limit'],
  [{ hash, limit: '5' }, 'limit'],
  ...[0, -1, 1.5, 1_001, Number.NaN, '3', null, {}].map((confirmations): [unknown, string] => [
    { hash, confirmations },
    'confirmations',
  ]),
  [{ hash, signal: 1 }, 'signal'],
  [undefined, 'parameters'],
])('waitForTransaction fails with `optionInvalid` for the parameters %j', async (asked, name) => {
  const { kit } = startTestKit({ adapters: [createFakeAdapter()] })
  expect(await reasonOf(waitForTransaction(kit, asked as never))).toMatchObject({
    code: 'optionInvalid',
    message: expect.stringContaining(`"${name}"`),
  })
  expect(kit.getState().pending).toBeUndefined()
})
