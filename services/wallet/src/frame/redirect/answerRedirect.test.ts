import type { RedirectRequest } from '@latchkey/protocol/frame/frame'
import { frameReadMethods } from '@latchkey/protocol/frame/nodeMethods'
import { isRedirectAnswer, isRedirectLogin } from '@latchkey/protocol/frame/site'
import { answerMark, redirectLength } from '@latchkey/protocol/frame/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fault } from '../bridge/Fault.ts'
import type { SceneOptions } from '../stage/createStage.ts'
import { ann, shop, startTestLogins } from '../testing/startTestLogins.ts'
import { readConsent } from '../wallet/consent.ts'
import { addressOf, answerRedirect } from './answerRedirect.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const requestWith = (changes: Partial<RedirectRequest>): RedirectRequest => ({
  id,
  name: 'CONNECT_WINDOW',
  payload: {},
  returnTo: `${shop}/cart`,
  until: 1_000,
  ...changes,
})
const now = () => 0

/**
 * The wallet's page in a browser in which Ann is logged in to the wallet. `visitor`: the
 * visitor's action on each screen.
 */
async function start(visitor: () => Promise<void> = async () => {}) {
  const { openFrame, state, store } = await startTestLogins()
  state.user = ann
  const { wallet: made } = openFrame(shop)
  const shown: unknown[] = []
  async function ask<params, result>({ params }: SceneOptions<params, result>): Promise<result> {
    shown.push(params)
    await visitor()
    return undefined as result // the login settles with undefined
  }
  return { wallet: { ...made, theme: {}, stage: { ...made.stage, ask } }, shown, store }
}

test('when the visitor has allowed the site, a login answers with the account', async () => {
  const { wallet, shown } = await start()
  const answer = await answerRedirect(
    wallet,
    requestWith({ payload: { email: 'ann@example.org' } }),
    now,
  )
  expect(answer).toEqual({
    id,
    result: {
      action: 'CONNECT',
      addresses: ann.addresses,
      email: 'ann@example.org',
      message: undefined,
      signature: undefined,
    },
  })
  expect([
    isRedirectAnswer(answer),
    isRedirectLogin('result' in answer && answer.result),
    shown.length,
    await readConsent(wallet),
  ]).toEqual([true, true, 1, 'ann'])
})

test('the login screen shows a sign-in when `user` has a `siwxMessage`, whatever `signIn` says', async () => {
  for (const [user, signIn] of [
    [{ siwxMessage: {} }, true],
    [{}, false],
    [undefined, false],
  ] as const) {
    const { wallet, shown } = await start()
    await answerRedirect(wallet, requestWith({ payload: { signIn: !signIn }, user }), now)
    expect(shown).toMatchObject([{ request: { signIn } }])
  }
})

test('when the visitor declines, the answer contains no data of the visitor', async () => {
  const { wallet } = await start(() => Promise.reject(fault('userRejected')))
  const answer = await answerRedirect(wallet, requestWith({}), now)
  expect(answer).toMatchObject({ id, error: { code: 4001 } })
  expect([
    isRedirectAnswer(answer),
    JSON.stringify(answer).includes('ann'),
    await readConsent(wallet),
  ]).toEqual([true, false, undefined])
})

test('a read is rejected with `rpcNotAllowed` and shows no screen, logged in or not', async () => {
  const { wallet, shown } = await start()
  await answerRedirect(wallet, requestWith({}), now)
  const before = shown.length
  for (const method of frameReadMethods)
    expect(
      await answerRedirect(wallet, requestWith({ name: 'RPC_REQUEST', payload: { method } }), now),
    ).toMatchObject({ id, error: { code: 'rpcNotAllowed' } })
  expect(shown).toHaveLength(before)
})

test('an expired request is not shown and fails with `requestAborted`', async () => {
  const { wallet, shown } = await start()
  expect(await answerRedirect(wallet, requestWith({ until: 1_000 }), () => 1_001)).toMatchObject({
    error: { code: 'requestAborted' },
  })
  expect(shown).toEqual([])
})

test('any request gets exactly one answer, which the site can read', async () => {
  const { wallet } = await start(() => Promise.reject(fault('userRejected')))
  const names = fc.constantFrom(
    'CONNECT_WINDOW' as const,
    'RPC_REQUEST' as const,
    'OPEN_SETTINGS' as const,
  )
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.jsonValue(),
      fc.jsonValue(),
      fc.jsonValue(),
      async (name, payload, user, dapp) => {
        const answer = await answerRedirect(wallet, requestWith({ name, payload, user, dapp }), now)
        expect([answer.id, isRedirectAnswer(answer)]).toEqual([id, true])
      },
    ),
    { numRuns: 100 },
  )
})

test('the answer is written into the fragment of `returnTo`, and an answer too long for a URL becomes an error', () => {
  const [before, after = ''] = addressOf(requestWith({}), { id, result: ['ü', '#&?'] }).split(
    answerMark,
  )
  expect([before, JSON.parse(decodeURIComponent(after))]).toEqual([
    `${shop}/cart`,
    { id, result: ['ü', '#&?'] },
  ])
  const long =
    addressOf(requestWith({}), { id, result: 'x'.repeat(redirectLength) }).split(answerMark)[1] ??
    ''
  expect(JSON.parse(decodeURIComponent(long))).toMatchObject({ id, error: { code: -32_005 } })
})
