import { expect, test } from 'vitest'
import { createTestKeep } from '../testing/createTestKeep.ts'
import { forgetUser } from './forgetUser.ts'
import type { Wallet } from './Wallet.ts'

test('nothing that a deleted user has sent or agreed to is left in the browser', async () => {
  const keep = createTestKeep()
  for (const name of [
    'sent:https://shop.example 1',
    'calls:https://shop.example 1',
    'consent:https://shop.example',
    'emailChange',
    'attempt',
    'join:https://shop.example',
  ])
    await keep.set(name, {})
  await keep.set('network', 'eip155:1')
  const told: unknown[] = []
  await forgetUser(
    {
      keep,
      session: { forget() {} } as unknown as Wallet['session'],
      tell: (event) => void told.push(event),
    },
    undefined,
  ) // the one call that is made
  expect([...keep.stored.keys()]).toEqual(['network'])
  expect(told).toEqual([{ type: '@w3m-frame/CHANGED', payload: { isConnected: false } }])
})
