/**
 * The browser's storage has generated values. The page must start, an honest wallet must connect,
 * and there must be no unhandled rejection.
 */
import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { connectionsOf, disconnected } from '../../core/accounts/session.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { keyName, storedKeys } from '../../core/storage/storedKeys.ts'
import type { StoredKey } from '../../core/storage/storedKeys.ts'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { createSolanaWallet } from '../../testing/solana/solanaWallet.ts'
import { startTestPage, startTestSolana } from './startTestSolana.ts'

let page: EventTarget
beforeEach(() => void (page = startTestPage()))
const [me = ''] = solanaKeys(1).map(({ address }) => address)
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const settle = async () => {
  for (let hop = 0; hop < 3; hop++) await new Promise((resolve) => setTimeout(resolve))
}

const id = fc.constantFrom<unknown>(
  'solana.stored',
  'solana.gone',
  'Stored',
  '__proto__',
  '',
  7,
  null,
)
const network = fc.constantFrom<unknown>(
  networkId,
  'solana:nowhere',
  'solana:',
  'eip155:1',
  'solana',
  7,
)
const one = fc.oneof(
  id,
  network,
  fc.jsonValue(),
  fc.constantFrom<unknown>(true, 'connected', 'solana', ['solana'], ['solana', 'solana', 'eip155']),
)
const connection = fc.record(
  {
    connectorId: id,
    id,
    namespace: one,
    networkId: network,
    address: fc.oneof(fc.constant<unknown>(me), one),
    accounts: fc.array(one, { maxLength: 3 }),
  },
  { requiredKeys: [] },
)
const sent = fc.record(
  {
    hash: fc.oneof(fc.constant<unknown>('1'.repeat(64)), one),
    networkId: network,
    address: fc.oneof(fc.constant<unknown>(me), one),
    status: fc.constantFrom<unknown>('pending', 'mined', 'changed', 7),
    sentAt: fc.constantFrom<unknown>(0, -1, 1e300),
    lastHeight: fc.constantFrom<unknown>(5, -5, 1.5),
    asked: one,
    description: one,
  },
  { requiredKeys: [] },
)
const content = fc.oneof(
  one,
  connection,
  fc.array(fc.oneof(connection, sent, one), { maxLength: 4 }),
  fc.record({ solana: fc.oneof(connection, fc.array(fc.oneof(connection, id), { maxLength: 3 })) }),
)
const text = fc.oneof(
  content.map((value) => JSON.stringify(value)),
  fc.string(),
  fc.constantFrom('{', '[', 'null', 'undefined', '[[[['),
)

test('with any stored values, the kit starts and an honest wallet connects', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const keys = Object.keys(storedKeys) as StoredKey[] // the table has no other keys
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...keys), text, { maxKeys: 6, noNullPrototype: true }),
      async (stored) => {
        const storage = memoryStorage()
        for (const [key, text] of Object.entries(stored))
          storage.setItem(keyName(key as StoredKey), text) // the generator uses only these keys
        // the cast: the page is a window that has only events
        const leave = createSolanaWallet({ name: 'Stored' }).register(page as never)
        const started = startTestSolana({ storage })
        try {
          await settle()
          started.clock.advance(15_000)
          await settle()
          for (const { accounts } of connectionsOf(
            started.kit.getState().sessions.solana ?? disconnected,
          ))
            expect(accounts).toContainEqual({ address: me })
          expect(await started.kit.connect({ connectorId: 'solana.stored' })).toMatchObject({
            address: me,
          })
          expect(unhandled).toEqual([])
        } finally {
          started.stop()
          leave()
        }
      },
    ),
    { seed: 15, numRuns: 80 },
  )
}, 60_000)
