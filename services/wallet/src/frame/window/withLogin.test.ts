import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import { answers } from '../methods/index.ts'
import type { SceneOptions } from '../stage/createStage.ts'
import { ann, ben, shop, startTestLogins, foreignSite } from '../testing/startTestLogins.ts'
import { logInHere } from '../wallet/logInHere.ts'
import type { LoginParams } from '../screens/login/LoginView.tsx'
import { readConsent } from '../wallet/consent.ts'
import { withLogin } from './withLogin.ts'

const once = () => new AbortController().signal

/** The wallet's window for the shop. `visitor`: the visitor's action on each screen. */
async function start({
  user = undefined as typeof ann | undefined,
  visitor = async (): Promise<void> => {},
} = {}) {
  const { openFrame, state, store } = await startTestLogins()
  state.user = user
  const { wallet: made } = openFrame(shop)
  const shown: unknown[] = []
  async function ask<params, result>({ params }: SceneOptions<params, result>): Promise<result> {
    shown.push(params)
    await visitor()
    return undefined as result // these screens settle with undefined
  }
  const wallet = { ...made, stage: { ...made.stage, ask } }
  return { wallet, state, store, shown, openFrame }
}
const logsIn =
  (state: { user: unknown }, user = ann) =>
  async () =>
    void (state.user = user)

test('when the visitor is logged in to the wallet, the screen asks to allow the site, and no other site gets consent', async () => {
  const { wallet, shown, openFrame } = await start({ user: ann })
  await logInHere(wallet, {}, once())
  expect(shown).toEqual([{ request: {}, user: ann } satisfies LoginParams])
  expect([
    await readConsent(wallet),
    await readConsent(openFrame(foreignSite).wallet),
    wallet.freshLogin.isOpen,
  ]).toEqual(['ann', undefined, true])
  expect(await wallet.store.get('current')).toBe(ann.addresses?.eip155)
})

test('a login counts as fresh, except with `signIn: false`', async () => {
  for (const signIn of [true, false, undefined]) {
    const { wallet } = await start({ user: ann })
    await logInHere(wallet, signIn === undefined ? {} : { signIn }, once())
    expect(wallet.freshLogin.isOpen).toBe(signIn !== false)
  }
})

test('when the visitor declines, the site gets no consent', async () => {
  const { wallet } = await start({
    user: ann,
    visitor: () => Promise.reject(fault('userRejected')),
  })
  await expect(logInHere(wallet, {}, once())).rejects.toMatchObject({ code: 4001 })
  expect([await readConsent(wallet), wallet.freshLogin.isOpen]).toEqual([undefined, false])
})

test.each([
  ['another address', 'ben@example.org', undefined],
  ['the same address in another spelling', ' ANN@example.org ', ann],
  ['no address', undefined, ann],
])('the existing login is offered for its own or no e-mail address: %s', async (_, email, user) => {
  const { wallet, shown } = await start({ user: ann })
  const request = email === undefined ? { social: 'google' as const } : { email }
  await logInHere(wallet, request, once())
  expect(shown[0]).toEqual({ request, user })
})

test('when the login fails, the site gets no consent', async () => {
  const { wallet } = await start()
  await expect(logInHere(wallet, {}, once())).rejects.toMatchObject({ code: 'loginRequired' })
  expect(await readConsent(wallet)).toBeUndefined()
})

test('a request that needs a login opens the login screen once, and runs once', async () => {
  const { wallet, state, shown } = await start()
  state.next = ann
  let runs = 0
  const asking = {
    ...wallet,
    stage: {
      ...wallet.stage,
      ask: async <params, result>(options: SceneOptions<params, result>) => (
        await logsIn(state)(), wallet.stage.ask(options)
      ),
    },
  }
  expect(await withLogin(asking, 'RPC_REQUEST', { signal: once() }, async () => (runs += 1))).toBe(
    1,
  )
  expect(await withLogin(asking, 'RPC_REQUEST', { signal: once() }, async () => (runs += 1))).toBe(
    2,
  )
  expect(shown).toHaveLength(1)
})

test('after `loginRequired` the login screen opens again, and the request runs a second time', async () => {
  const { wallet, state, shown } = await start({ user: ann })
  await logInHere(wallet, {}, once())
  const asking = {
    ...wallet,
    stage: {
      ...wallet.stage,
      ask: async <params, result>(options: SceneOptions<params, result>) => (
        await logsIn(state)(), wallet.stage.ask(options)
      ),
    },
  }
  let runs = 0
  const run = async () => {
    runs += 1
    if (runs === 1) throw fault('loginRequired')
    return 'signed'
  }
  expect([
    await withLogin(asking, 'RPC_REQUEST', { signal: once() }, run),
    runs,
    shown.length,
  ]).toEqual(['signed', 2, 2])
  await expect(
    withLogin(asking, 'RPC_REQUEST', { signal: once() }, () =>
      Promise.reject(fault('loginRequired')),
    ),
  ).rejects.toMatchObject({ code: 'loginRequired' })
})

test('after any other error, the request fails, and no login screen opens', async () => {
  const { wallet, shown } = await start({ user: ann })
  await logInHere(wallet, {}, once())
  await expect(
    withLogin(wallet, 'RPC_REQUEST', { signal: once() }, () =>
      Promise.reject(fault('userRejected')),
    ),
  ).rejects.toMatchObject({ code: 4001 })
  expect(shown).toHaveLength(1)
})

test('when the visitor declines the login, the request is rejected and does not run', async () => {
  const { wallet } = await start({
    user: ben,
    visitor: () => Promise.reject(fault('userRejected')),
  })
  let runs = 0
  for (const name of ['RPC_REQUEST', 'GET_USER', 'OPEN_SETTINGS', 'UPDATE_EMAIL'])
    await expect(
      withLogin(wallet, name, { signal: once() }, async () => (runs += 1)),
    ).rejects.toMatchObject({ code: 4001 })
  expect(runs).toBe(0)
})

test('a request that needs no login opens no login screen', async () => {
  const names = answers
    .map(({ name }) => name)
    .filter((name) => !['RPC_REQUEST', 'GET_USER', 'OPEN_SETTINGS', 'UPDATE_EMAIL'].includes(name))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), async (name) => {
      const { wallet, shown } = await start()
      expect([
        await withLogin(wallet, name, { signal: once() }, async () => 'answered'),
        shown,
      ]).toEqual(['answered', []])
    }),
    { numRuns: 20 },
  )
})
