import { endSession, getSession } from '@latchkey/protocol/walletServer'
import { expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { ann, shop, startTestLogins, foreignSite } from '../testing/startTestLogins.ts'
import { readAccount } from '../vault/deviceShare.ts'
import { logInHere } from '../wallet/logInHere.ts'
import { endOfSite } from './endOfSite.ts'

/** The wallet's window after Ann has allowed the shop and another site. */
async function start() {
  const { openFrame, store, state } = await startTestLogins()
  const windows = [openFrame(shop), openFrame(foreignSite)] as const
  for (const { wallet } of windows) {
    state.user = ann
    await logInHere(
      { ...wallet, stage: { ...wallet.stage, ask: async <_, result>() => undefined as result } },
      {},
      new AbortController().signal,
    ) // the visitor agrees
  }
  state.requests.length = 0
  return { store, state, wallet: windows[0].wallet }
}

test('signing out on an allowed site ends the login on all sites before the next request', async () => {
  const { store, state, wallet } = await start()
  await endOfSite(store, shop)
  expect([await readAccount(store), await store.names('consent:')]).toEqual([undefined, []])
  // the page still has the cached user
  expect(await wallet.session.read()).toMatchObject({ userId: 'ann' })
  wallet.session.forget()
  expect(await wallet.session.read()).toBeUndefined()
  expect([state.requests, state.user]).toEqual([[endSession.path, getSession.path], undefined])
})

test('while the server cannot be reached, no user is returned, and the login ends when the server answers', async () => {
  const { store, state, wallet } = await start()
  await endOfSite(store, shop)
  wallet.session.forget()
  state.answer = () => {
    throw fault('offline')
  }
  await expect(wallet.session.read()).rejects.toMatchObject({ code: 'offline' })
  state.answer = () => undefined
  expect([await wallet.session.read(), state.user]).toEqual([undefined, undefined])
})

test('signing out on a site without consent changes no stored data', async () => {
  const { store, state } = await start()
  for (const origin of ['https://evil.example', `${shop}.evil.example`, ''])
    await endOfSite(store, origin)
  expect([(await store.names('consent:')).length, await store.get('leaving'), state.user]).toEqual([
    2,
    undefined,
    ann,
  ])
  expect(await readAccount(store)).toBeDefined()
})
