import { renderToString } from 'react-dom/server'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { friend, self, startTestSend } from '../../domains/send/startTestSend.ts'
import { startTestChains } from '../../testing/startTestChains.ts'
import { KitProvider } from '../button/KitProvider.tsx'
import { useSend } from './useSend.ts'
import type { Send } from './useSend.ts'

let devnet: Awaited<ReturnType<typeof startTestChains>>
beforeAll(async () => void (devnet = await startTestChains()))
afterAll(() => devnet.close())
beforeEach(() => void startTestPage())

/** Renders a component below a provider of the kit, and returns the hook's value. */
function given(kit: Kit): Send {
  let send: Send | undefined
  function Component() {
    send = useSend()
    return null
  }
  renderToString(
    <KitProvider kit={kit}>
      <Component />
    </KitProvider>,
  )
  if (!send) throw new Error('The component was not drawn')
  return send
}

test('a prepared transfer is sent and mined, and appears in the state of the kit', async () => {
  const { kit, client, mined } = await startTestSend(devnet.chains)
  const { prepare, send } = given(kit)
  const before = await getBalance(client, { address: friend })
  const prepared = await prepare({ to: friend, amount: '0.25' })
  expect(prepared).toMatchObject({
    from: self,
    to: { address: friend },
    amount: 25n * 10n ** 16n,
    problems: [],
    simulation: { status: 'works' },
  })
  const hash = await send(prepared)
  expect((await mined(hash)).status).toBe('success')
  expect(await getBalance(client, { address: friend })).toBe(before + prepared.amount)
  await expect
    .poll(() => kit.getState().pending)
    .toMatchObject([{ hash, description: { operationType: 'send', sentTo: friend } }])
})

test('an impossible transfer fails with its reason, without a request to the wallet', async () => {
  const { kit, wallet } = await startTestSend(devnet.chains)
  const { prepare, send } = given(kit)
  wallet.setBehaviour('hang')
  expect(await reasonOf(prepare({ to: 'not an address', amount: 1n }))).toMatchObject({
    code: 'actionNotAllowed',
    details: 'notAnAddress',
  })
  expect(await reasonOf(prepare({ to: friend, amount: '1,5' }))).toMatchObject({
    code: 'actionNotAllowed',
    details: 'notANumber',
  })
  const tooMuch = await prepare({ to: friend, amount: 10n ** 30n })
  expect(tooMuch.problems).toEqual(['balance'])
  expect(await reasonOf(send(tooMuch))).toMatchObject({
    code: 'actionNotAllowed',
    details: 'balance',
  })
  expect(wallet.getState().pending).toEqual([])
})

test('after an abort, the promise of `onAsked` still resolves with the wallet’s hash', async () => {
  const { kit, wallet } = await startTestSend(devnet.chains)
  const { prepare, send } = given(kit)
  const prepared = await prepare({ to: friend, amount: 1n })
  wallet.setBehaviour('hang')
  const controller = new AbortController()
  let answer: Promise<string> | undefined
  const sending = reasonOf(
    send(prepared, { signal: controller.signal, onAsked: (asked) => (answer = asked) }),
  )
  const request = await wallet.waitForRequest()
  controller.abort()
  expect(await sending).toMatchObject({ code: 'requestAborted' })
  request.approve()
  expect(await answer).toMatch(/^0x[0-9a-f]{64}$/)
})

test('if the wallet refuses, sending fails with `userRejected`', async () => {
  const { kit, wallet } = await startTestSend(devnet.chains)
  const { prepare, send } = given(kit)
  const prepared = await prepare({ to: friend, amount: 1n })
  wallet.setBehaviour('refuse')
  expect(await reasonOf(send(prepared))).toMatchObject({ code: 'userRejected' })
})
