import { formatSignIn } from '@latchkey/protocol/signIn/formatSignIn'
import { expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../../session/startTestKit.ts'
import type { Siwx, SiwxSession } from '../../../core/contracts/siwx.ts'
import { createFakeAdapter } from '../../../testing/fakeAdapter.ts'
import { authId } from '../names.ts'
import { takeStored } from './storedAnswers.lazy.ts'
import { storePendingRedirect } from './pendingRedirect.ts'
import type { PendingRedirect } from './pendingRedirect.ts'
import { finishRedirect } from './finishRedirect.lazy.ts'
import type { ReturnedLogin } from './finishRedirect.lazy.ts'
import { startTestTab } from './startTestTab.ts'
import { contextOf } from '../../../core/kit/context.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const addresses = { eip155: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', solana: '9'.repeat(40) }
const auth = {
  id: authId,
  name: 'E-mail wallet',
  type: 'auth',
  logins: { email: true, socials: ['google'] },
} as const

/** Starts a page with a `KitProvider`, to which a tab has returned. */
function start(redirect: Partial<PendingRedirect>, siwx?: Siwx) {
  startTestPage()
  startTestTab()
  const adapter = createFakeAdapter({ connectors: [auth] })
  const { kit, clock } = startTestKit({ adapters: [adapter], ...(siwx && { siwx }) })
  contextOf(kit).hasProvider = true
  storePendingRedirect({ id, at: clock.now(), left: '', asked: 'request', ...redirect })
  const logins: ReturnedLogin[] = []
  const finish = (answer: object) =>
    finishRedirect(kit, JSON.stringify({ id, ...answer }), (login) => void logins.push(login))
  /**
   * Advances the clock until the toast is shown: no account connects in these tests, so the toast
   * comes after the wait.
   */
  const later = async () => {
    await new Promise((resolve) => setTimeout(resolve))
    clock.advance(10_000)
  }
  const toast = () => kit.getState().toast
  return { kit, adapter, finish, later, toast, logins }
}

test('a returned transaction shows a toast; the site’s next identical request gets its hash', async () => {
  const { kit, finish, later, toast } = start({ method: 'eth_sendTransaction', chainId: 31_337 })
  await finish({ result: '0xhash' })
  await later()
  await expect.poll(toast).toMatchObject({ message: 'requestSent', variant: 'success' })
  expect([takeStored(kit, 'request'), kit.getState().modal.open]).toEqual([
    { result: '0xhash' },
    true,
  ])
})

test('a returned signature shows a toast', async () => {
  const { finish, later, toast } = start({ method: 'personal_sign', message: '0x68656c6c6f' })
  await finish({ result: '0xsigned' })
  await later()
  await expect.poll(toast).toMatchObject({ message: 'requestSigned', variant: 'success' })
})

test.each([
  ['declined', 4001, { message: 'userRejected', variant: 'info' }],
  ['failed', -32_003, { message: 'somethingWrong', variant: 'error' }],
])(
  'a returned request that was %s shows a toast; the same request then gets its error',
  async (_, code, wanted) => {
    const { kit, finish, later, toast } = start({ method: 'eth_sendTransaction' })
    await finish({ error: { code, message: '' } })
    await later()
    await expect.poll(toast).toMatchObject(wanted)
    expect(() => takeStored(kit, 'request')).toThrow(expect.objectContaining({ code }))
  },
)

test('an answer to an unknown request shows and stores nothing', async () => {
  const { kit, finish, later, toast, logins } = start({
    id: crypto.randomUUID(),
    method: 'eth_sendTransaction',
  })
  await finish({ result: '0xhash' })
  await later()
  expect([toast(), takeStored(kit, 'request'), logins, kit.getState().modal.open]).toEqual([
    undefined,
    undefined,
    [],
    false,
  ])
})

test('a returned sign-in is passed to the site, without a toast', async () => {
  Object.assign(globalThis, { location: new URL('https://shop.example.org/') })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'location'))
  const added: SiwxSession[] = []
  const siwx = {
    createMessage: async () => expect.unreachable(),
    addSession: async (session: SiwxSession) => void added.push(session),
    setSessions: async () => {},
    getSessions: async () => added,
    revokeSession: async () => {},
  } satisfies Siwx
  const text = formatSignIn({
    chainId: 'eip155:1',
    accountAddress: addresses.eip155,
    domain: 'shop.example.org',
    uri: 'https://shop.example.org',
    version: '1',
    nonce: 'abcdefgh1234',
    issuedAt: new Date(0).toISOString(),
  })
  const { finish, later, toast } = start(
    { method: 'personal_sign', message: `0x${Buffer.from(text).toString('hex')}` },
    siwx,
  )
  await finish({ result: '0xsigned' })
  await later()
  expect(added).toMatchObject([
    {
      message: text,
      signature: '0xsigned',
      data: { domain: 'shop.example.org', accountAddress: addresses.eip155, nonce: 'abcdefgh1234' },
    },
  ])
  expect(toast()).toBeUndefined()
})

test('a returned login connects its account', async () => {
  const login = { email: 'ann@example.org' }
  const { adapter, finish, logins } = start({ asked: '', login })
  await finish({ result: { action: 'CONNECT', addresses, email: 'ann@example.org' } })
  expect(logins).toEqual([{ addresses, email: 'ann@example.org', signed: undefined }])
  await expect.poll(() => adapter.logins).toEqual([login])
})

test.each([
  { error: { code: 4001, message: '' } },
  { result: { action: 'CONNECT' } },
  { result: 'CONNECT' },
  {},
])('a returned login that failed connects no account and shows a toast: %j', async (answer) => {
  const { adapter, finish, toast, logins } = start({
    asked: '',
    login: { email: 'ann@example.org' },
  })
  await finish(answer)
  expect([logins, adapter.logins, toast()?.message]).toEqual([
    [],
    [],
    'error' in answer ? 'userRejected' : 'answerInvalid',
  ])
})
