import { expect, onTestFinished, test } from 'vitest'
import { createAccess } from '@latchkey/server/db/createAccess'
import { createMetrics } from '../metrics.ts'
import { openDatabase } from '../orders/openDatabase.ts'
import { orders, outbox } from '../orders/schema.ts'
import type { Terms } from '../orders/stepOrder.ts'
import { MessageSender } from './messageSender.ts'

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

test('all pages and messages older than a week are removed', {
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
    networkId: 'eip155:31337',
    token: '0x01' as const,
    amount: 1n,
    wallet: '0x02' as const,
    tries: 0,
    messages: 0,
    expiresAt,
    settleAt: null,
    updatedAt: now,
  })
  const message = (index: number) => ({
    id: `message ${index}`,
    orderId: `order ${index}`,
    position: 1,
    type: 'paid' as const,
    reason: null,
    hash: null,
    minedAt: null,
    createdAt: now - 8 * day,
    tries: 9,
    nextAt: now + day,
  })
  for (const start of [0, 600]) {
    await database.queries
      .insert(orders)
      .values(Array.from({ length: 600 }, (_, index) => page(start + index, now - 8 * day)))
    await database.queries
      .insert(outbox)
      .values(Array.from({ length: 600 }, (_, index) => message(start + index)))
  }
  await database.queries.insert(orders).values(page(-1, now - 6 * day))
  const messageSender = new MessageSender({
    access,
    key: new Uint8Array(32),
    webhookUrl: () => undefined,
    fetch,
    now: () => now,
    metrics: createMetrics(),
    onPaid() {},
  })
  onTestFinished(() => messageSender.close())
  const counts = async () => [
    (await database.queries.select({ id: orders.id }).from(orders)).map(({ id }) => id),
    (await database.queries.select().from(outbox)).length,
  ]
  await expect.poll(counts, { timeout: 30_000 }).toEqual([['page -1'], 0])
})
