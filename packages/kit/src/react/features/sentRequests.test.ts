import { beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { createRouter } from '../router/createRouter.ts'
import type { Views } from './registry.ts'
import { sendRequest, takeRequest } from './sentRequests.ts'

const connectorId = 'app.latchkey.development'
const { signal } = new AbortController()

beforeEach(() => {
  startTestPage()
})

/** Presses the row of a wallet that does not answer. */
async function press() {
  const wallet = startTestWallet({ behaviour: 'hang' })
  const { kit, session } = startTestKit()
  kit.open().catch(() => {}) // closed by the test
  const router = createRouter<Views>({ view: 'Connect', params: undefined })
  sendRequest(kit, router, { connectorId })
  // `sendRequest` has pushed this screen
  const params = router.store.getState().stack.at(-1)?.params as Views['ConnectingExternal']
  return { kit, router, wallet, session, params }
}

const hasRequests = ({ wallet }: Awaited<ReturnType<typeof press>>) =>
  wallet.getState().pending.length > 0

test('the press asks the wallet, and its screen takes this request', async () => {
  const pressed = await press()
  const request = await pressed.wallet.waitForRequest()
  const account = takeRequest(pressed.kit, pressed.params, signal)
  request.approve()
  expect(await account).toMatchObject({ connectorId })
})

test('a screen that tries again sends a new request', async () => {
  const pressed = await press()
  const request = await pressed.wallet.waitForRequest()
  const first = takeRequest(pressed.kit, pressed.params, signal)
  request.refuse()
  await expect(first).rejects.toMatchObject({ code: 'userRejected' })
  const second = takeRequest(pressed.kit, pressed.params, signal)
  ;(await pressed.wallet.waitForRequest()).approve()
  expect(await second).toMatchObject({ connectorId })
})

test('a screen that is left ends the request', async () => {
  const pressed = await press()
  await pressed.wallet.waitForRequest()
  const screen = new AbortController()
  const account = takeRequest(pressed.kit, pressed.params, screen.signal)
  screen.abort()
  await expect(account).rejects.toMatchObject({ code: 'requestAborted' })
})

test.each([
  ['the modal closes', ({ kit }: Awaited<ReturnType<typeof press>>) => kit.close()],
  ['the visitor goes back', ({ router }: Awaited<ReturnType<typeof press>>) => router.back()],
])('the request ends if %s before its screen was there', async (_, leave) => {
  const pressed = await press()
  await pressed.wallet.waitForRequest()
  expect(hasRequests(pressed)).toBe(true)
  leave(pressed)
  await expect.poll(pressed.session).toEqual({ status: 'disconnected' })
})
