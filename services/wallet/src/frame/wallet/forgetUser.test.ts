import { expect, test } from 'vitest'
import { createTestStore } from '../testing/createTestStore.ts'
import { forgetUser } from './forgetUser.ts'
import type { Wallet } from './Wallet.ts'

test('deleting a user removes the user’s transactions, consents and open changes from the storage', async () => {
  const store = createTestStore()
  for (const name of [
    'sent:https://shop.example 1',
    'calls:https://shop.example 1',
    'consent:https://shop.example',
    'emailChange',
    'attempt',
    'join:https://shop.example',
  ])
    await store.set(name, {})
  await store.set('network', 'eip155:1')
  const events: unknown[] = []
  await forgetUser(
    {
      store,
      session: { forget() {} } as unknown as Wallet['session'],
      notify: (event) => void events.push(event),
    },
    undefined,
  ) // the only call that is made
  expect([...store.stored.keys()]).toEqual(['network'])
  expect(events).toEqual([{ type: '@w3m-frame/CHANGED', payload: { isConnected: false } }])
})
