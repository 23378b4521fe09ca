import { endSession, getSession } from '@latchkey/protocol/walletServer'
import { expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { ann, shop, startTestLogins, stranger } from '../testing/startTestLogins.ts'
import { readAccount } from '../vault/deviceShare.ts'
import { logInHere } from '../wallet/logInHere.ts'
import { endOfSite } from './endOfSite.ts'

/** The window in which Ann has allowed the shop, and another site. */
async function start() {
  const { openFrame, keep, state } = await startTestLogins()
  const windows = [openFrame(shop), openFrame(stranger)] as const
  for (const { wallet } of windows) {
    state.user = ann
    await logInHere(
      { ...wallet, stage: { ...wallet.stage, ask: async <_, result>() => undefined as result } },
      {},
      new AbortController().signal,
    ) // the visitor agrees
  }
  state.asked.length = 0
  return { keep, state, wallet: windows[0].wallet }
}

test('a site that the visitor has allowed ends the login of the browser: on all sites, and before anything else is asked', async () => {
  const { keep, state, wallet } = await start()
  await endOfSite(keep, shop)
  expect([await readAccount(keep), await keep.names('consent:')]).toEqual([undefined, []])
  // a page of before remembers it
  expect(await wallet.session.read()).toMatchObject({ userId: 'ann' })
  wallet.session.forget()
  expect(await wallet.session.read()).toBeUndefined()
  expect([state.asked, state.user]).toEqual([[endSession.path, getSession.path], undefined])
})

test('it is ended later where the server is not reached, and nobody is known meanwhile', async () => {
  const { keep, state, wallet } = await start()
  await endOfSite(keep, shop)
  wallet.session.forget()
  state.answer = () => {
    throw fault('offline')
  }
  await expect(wallet.session.read()).rejects.toMatchObject({ code: 'offline' })
  state.answer = () => undefined
  expect([await wallet.session.read(), state.user]).toEqual([undefined, undefined])
})

test('a site that nobody has allowed ends nothing', async () => {
  const { keep, state } = await start()
  for (const origin of ['https://evil.example', `${shop}.evil.example`, ''])
    await endOfSite(keep, origin)
  expect([(await keep.names('consent:')).length, await keep.get('leaving'), state.user]).toEqual([
    2,
    undefined,
    ann,
  ])
  expect(await readAccount(keep)).toBeDefined()
})
