import { expect, onTestFinished, test } from 'vitest'
import { createAccess } from '../../db/createAccess.ts'
import { openDatabase } from '../../db/openDatabase.ts'
import { createMetrics } from '../../metrics.ts'
import { outbox, sessions } from '../schema.ts'
import { createMessageSender } from './createMessageSender.ts'
import type { Terms } from './session.ts'

const day = 86_400_000
const terms: Terms = {
  method: 'card',
  currency: 'USD',
  cents: '5000',
  transactionFee: '100',
  networkFee: '1',
  symbol: 'ETH',
  decimals: 18,
  amount: '1',
  networkName: 'Chain',
  wallet: '0x1',
  redirectUrl: null,
}

test('pages and messages of more than a week ago are forgotten, however many strangers have begun', {
  timeout: 60_000,
}, async () => {
  const now = Date.now()
  const access = createAccess(
    () => openDatabase('memory'),
    () => {},
  )
  onTestFinished(() => access.close())
  const database = await access.whenOpen
  if (!database) throw new Error('The database did not open')
  const page = (index: number, expiresAt: number) => ({
    id: `page ${index}`,
    orderId: `order ${index}`,
    terms,
    state: 'open' as const,
    tries: 0,
    expiresAt,
    settleAt: null,
  })
  const message = (index: number) => ({
    id: `message ${index}`,
    orderId: `order ${index}`,
    position: 1,
    type: 'paid' as const,
    reason: null,
    createdAt: now - 8 * day,
    tries: 9,
    nextAt: now + day,
  })
  for (const start of [0, 600]) {
    await database.queries
      .insert(sessions)
      .values(Array.from({ length: 600 }, (_, index) => page(start + index, now - 8 * day)))
    await database.queries
      .insert(outbox)
      .values(Array.from({ length: 600 }, (_, index) => message(start + index)))
  }
  await database.queries.insert(sessions).values(page(-1, now - 6 * day))
  const messageSender = createMessageSender({
    access,
    key: new Uint8Array(32),
    webhookUrl: () => undefined,
    fetch,
    now: () => now,
    metrics: createMetrics(),
  })
  onTestFinished(() => messageSender.close())
  const counts = async () => [
    (await database.queries.select({ id: sessions.id }).from(sessions)).map(({ id }) => id),
    (await database.queries.select().from(outbox)).length,
  ]
  await expect.poll(counts, { timeout: 30_000 }).toEqual([['page -1'], 0])
})
