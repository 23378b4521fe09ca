import { beforeEach, expect, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestWallet } from '../../session/startTestKit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { declineSignIn } from './declineSignIn.ts'
import { signIn } from './signIn.ts'
import { signOut } from './signOut.ts'
import { startTestSignIn } from './startTestSignIn.ts'

const connectorId = 'app.latchkey.development'
beforeEach(() => void startTestPage())

const statusIn = (kit: Awaited<ReturnType<typeof startTestSignIn>>['kit']) => {
  const account = accountOf(kit.getState())
  return account && kit.getState().siwx?.[account.accountId]
}

test('after a declined sign-in the next visit shows no sign-in, until the account signs in or disconnects', async () => {
  startTestWallet()
  const { kit, stop, storage, openKit } = await startTestSignIn()
  await kit.connect({ connectorId })
  await expect.poll(() => statusIn(kit)).toBe('signedOut')
  await declineSignIn(kit)
  stop()
  const second = await openKit({ storage })
  await second.clock.scheduled(50)
  second.clock.advance(50)
  await expect.poll(() => statusIn(second.kit)).toBe('declined')
  expect(second.kit.getState().modal.open).toBe(false)
  await signIn(second.kit)
  expect(statusIn(second.kit)).toBe('signedIn')
  await signOut(second.kit)
  await second.kit.disconnect()
  await second.kit.connect({ connectorId })
  await expect.poll(() => statusIn(second.kit)).toBe('signedOut')
  await expect.poll(() => second.kit.getState().modal.open).toBe(true)
})

test.each(['unknown', 'checking'] as const)(
  'if the modal was closed while the status was %s, the next visit requests the sign-in',
  async (status) => {
    startTestWallet()
    const { kit, site, stop, storage, openKit } = await startTestSignIn()
    if (status === 'unknown') site.faults.set('getSessions', new Error('down'))
    else vi.spyOn(site.siwx, 'getSessions').mockImplementationOnce(() => new Promise(() => {}))
    await kit.connect({ connectorId })
    await expect.poll(() => statusIn(kit)).toBe(status)
    void kit.open()
    kit.close()
    expect(statusIn(kit)).toBe('declined')
    stop()
    site.faults.delete('getSessions')
    const second = await openKit({ storage })
    await second.clock.scheduled(50)
    second.clock.advance(50)
    await expect.poll(() => statusIn(second.kit)).toBe('signedOut')
  },
)
