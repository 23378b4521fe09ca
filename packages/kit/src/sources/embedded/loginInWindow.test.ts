import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { ConnectStep } from '../../core/contracts/connectorSource.ts'
import { readStored } from '../../core/storage/storage.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'
import { startTestSite } from './startTestSite.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const email = 'ann@example.org'
const user = { payload: { address, chainId: 31337, email } }
const emailLogin = {
  CONNECT_EMAIL: { payload: { action: 'VERIFY_OTP' } },
  CONNECT_OTP: {},
  GET_USER: user,
}

/** Starts a kit with a frame that reports where visitors approve. */
function start(
  answers: Parameters<typeof startTestFrame>[0],
  options: Parameters<typeof startTestFrame>[1],
) {
  const { kit } = startTestKit()
  const testFrame = startTestFrame(answers, options)
  onTestFinished(testFrame.close)
  return { kit, other: testFrame, source: createEmbedded(kit, testFrame.view) }
}
const requestsOf = (testFrame: ReturnType<typeof startTestFrame>) =>
  testFrame.requests.map(({ name }) => name).filter((name) => !name.startsWith('SYNC_'))

const inWindow = { approvals: 'window' }
const byWindow = { CONNECT_WINDOW: { payload: { action: 'CONNECT' } }, GET_USER: user }

test.each([[{ email }], [{ social: 'google' }], [{ social: 'farcaster' }]] as const)(
  'with approvals in the window, the login runs in the window: %j',
  async (login) => {
    const { source, other: testFrame, kit } = start(byWindow, inWindow)
    const steps: ConnectStep[] = []
    const { windows, page } = startTestSite()
    const links = await source.connect(
      { connectorId: authId, namespace: 'eip155', login, onStep: (step) => void steps.push(step) },
      { window: page.openWindow() },
    )
    expect(links[0]?.state().accounts).toEqual([{ address }])
    expect([requestsOf(testFrame), steps.map(({ type }) => type)]).toEqual([
      ['CONNECT_WINDOW', 'GET_USER'],
      ['windowOpened', 'windowDone'],
    ])
    expect(testFrame.requests.find(({ name }) => name === 'CONNECT_WINDOW')?.payload).toEqual({
      ...('email' in login ? { email } : { social: login.social }),
      signIn: false,
    })
    // the site does not open the company's page, because the wallet's window does
    expect(windows[0]?.navigated).toEqual([])
    expect(readStored(contextOf(kit).storage.raw, 'embedded')).toEqual({ ...login, left: [] })
  },
)

test('a login that uses this tab reports no `windowOpened` step', async () => {
  const { kit } = startTestKit()
  const testFrame = startTestFrame(byWindow, inWindow)
  onTestFinished(testFrame.close)
  for (const login of [{ email }, { social: 'google', mode: 'redirect' }] as const) {
    const steps: string[] = []
    const { page } = startTestSite({ isCutOff: true })
    await createEmbedded(kit, testFrame.view, page).connect(
      {
        connectorId: authId,
        namespace: 'eip155',
        login,
        onStep: ({ type }) => void steps.push(type),
      },
      { window: page.openWindow() },
    )
    expect(steps).not.toContain('windowOpened')
  }
})

test.each([true, false, undefined])(
  'the request to the window states whether the login includes a sign-in: %j',
  async (requestsMessage) => {
    const { source, other: testFrame } = start(byWindow, inWindow)
    const signIn =
      requestsMessage === undefined
        ? undefined
        : {
            requestsMessage: () => requestsMessage,
            prepare: async () => undefined,
            storeSessions: async () => {},
            promptNext: () => {},
          }
    await source.connect({
      connectorId: authId,
      namespace: 'eip155',
      login: { email },
      ...(signIn && { signIn }),
    })
    expect(testFrame.requests.find(({ name }) => name === 'CONNECT_WINDOW')?.payload).toEqual({
      email,
      signIn: requestsMessage === true,
    })
  },
)

test('the first window event uses the window that the press opened; a later event opens a new window', async () => {
  const { source, other: testFrame } = start({ ...byWindow, CONNECT_WINDOW: 'silence' }, inWindow)
  const { page, windows } = startTestSite()
  const stop = new AbortController()
  const connecting = reasonOf(
    source.connect(
      { connectorId: authId, namespace: 'eip155', login: { email }, signal: stop.signal },
      { window: page.openWindow() },
    ),
  )
  await expect.poll(() => requestsOf(testFrame)).toEqual(['CONNECT_WINDOW'])
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  testFrame.sendEvent({ type: '@w3m-frame/WINDOW', payload: { id: first } })
  testFrame.sendEvent({ type: '@w3m-frame/WINDOW', payload: { id: second } })
  await expect
    .poll(() => testFrame.shown)
    .toEqual([{ window: first, pressed: windows[0] }, { window: second }])
  stop.abort()
  await connecting
})

test('a window event without a valid id is ignored', async () => {
  const { source, other: testFrame } = start(byWindow, inWindow)
  await source.connect({ connectorId: authId, namespace: 'eip155', login: { email } })
  for (const payload of [{}, { id: 'x' }, { id: 1 }, undefined])
    testFrame.sendEvent({ type: '@w3m-frame/WINDOW', payload })
  const id = crypto.randomUUID()
  testFrame.sendEvent({ type: '@w3m-frame/WINDOW', payload: { id } })
  await expect.poll(() => testFrame.shown.at(-1)).toEqual({ window: id })
  expect(testFrame.shown).toHaveLength(1)
})

test('if the visitor closes the window, the login rejects with `userRejected` and nothing is stored', async () => {
  const { source, kit } = start(
    { ...byWindow, CONNECT_WINDOW: { error: { code: 4001, message: 'User rejected' } } },
    inWindow,
  )
  expect(
    await reasonOf(source.connect({ connectorId: authId, namespace: 'eip155', login: { email } })),
  ).toMatchObject({ code: 'userRejected' })
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toBeUndefined()
})

test('with approvals in the page, an e-mail login closes the window that the press opened, and uses a code', async () => {
  for (const options of [{}, { approvals: 'page' }]) {
    const { source, other: testFrame } = start(emailLogin, options)
    const { page, windows } = startTestSite()
    await source.connect(
      {
        connectorId: authId,
        namespace: 'eip155',
        login: { email },
        onStep: (step) => void (step.type === 'codeSent' && step.submit('123456')),
      },
      { window: page.openWindow() },
    )
    expect([requestsOf(testFrame), windows[0]?.closed]).toEqual([
      ['CONNECT_EMAIL', 'CONNECT_OTP', 'GET_USER'],
      true,
    ])
  }
})

test.each([
  ['the page', emailLogin, {}],
  [
    'the window',
    { ...byWindow, CONNECT_WINDOW: { error: { code: 'somethingWrong', message: '' } } },
    inWindow,
  ],
] as const)(
  'if the login fails before the wallet uses the window that the press opened, the window closes: approvals in %s',
  async (place, answers, options) => {
    const { source, other: testFrame } = start(answers, options)
    if (place === 'the page') testFrame.setSilent(true)
    const { page, windows } = startTestSite()
    const stop = new AbortController()
    const connecting = reasonOf(
      source.connect(
        {
          connectorId: authId,
          namespace: 'eip155',
          login: { social: 'google' },
          signal: stop.signal,
        },
        { window: page.openWindow() },
      ),
    )
    if (place === 'the page') stop.abort()
    await connecting
    expect(windows[0]?.closed).toBe(true)
  },
)

test('if the page’s policy cuts windows off, the window that the press opened closes at once', async () => {
  const { kit } = startTestKit()
  const testFrame = startTestFrame({ ...byWindow, CONNECT_WINDOW: 'silence' }, inWindow)
  onTestFinished(testFrame.close)
  const { page, windows } = startTestSite({ isCutOff: true })
  const stop = new AbortController()
  const connecting = reasonOf(
    createEmbedded(kit, testFrame.view, page).connect(
      { connectorId: authId, namespace: 'eip155', login: { email }, signal: stop.signal },
      { window: page.openWindow() },
    ),
  )
  await expect.poll(() => requestsOf(testFrame)).toEqual(['CONNECT_WINDOW'])
  expect(windows).toMatchObject([{ closed: true }])
  stop.abort()
  await connecting
})
