import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { InstalledWallets } from './InstalledWallets.ts'

beforeEach(() => void startTestPage())

test('a wallet is busy while it has a pending request, and free after a refusal', async () => {
  const wallets = new InstalledWallets(startTestKit().kit, 'eip155')
  expect(wallets.isFree('a')).toBe(true)
  let refuse: (error: Error) => void = () => {}
  const request = wallets.request('a', () => new Promise((_, reject) => (refuse = reject)))
  expect([wallets.isFree('a'), wallets.isFree('b')]).toEqual([false, true])
  refuse(Object.assign(new Error('No'), { code: 4001 }))
  expect(await reasonOf(request)).toMatchObject({ code: 'userRejected' })
  expect(wallets.isFree('a')).toBe(true)
})

test('a disconnected wallet is stored as disconnected, even if it does not answer', async () => {
  const { kit, clock } = startTestKit()
  const wallets = new InstalledWallets(kit, 'eip155')
  const leaving = wallets.disconnect('a', () => new Promise(() => {}))
  clock.advance(100)
  await leaving
  await wallets.disconnect('b', () => undefined)
  expect(['a', 'b', 'c'].map((id) => wallets.disconnected.has(id))).toEqual([true, true, false])
  expect(new InstalledWallets(kit, 'solana').disconnected.has('a')).toBe(true)
})

test('each wallet is followed once; `required` throws `connectorNotFound` for a missing wallet', () => {
  const wallets = new InstalledWallets(startTestKit().kit, 'eip155')
  let count = 0
  for (const id of ['a', 'a', 'b']) wallets.follow(id, () => count++)
  expect(count).toBe(2)
  expect(wallets.required({}, 'a')).toEqual({})
  expect(() => wallets.required(undefined, 'a')).toThrow(
    expect.objectContaining({ code: 'connectorNotFound' }) as Error,
  )
})
