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

/** A kit over a frame that reports where visitors approve. */
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
  'where visitors approve in the window, they log in there: %j',
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
    // the site opens no company's page: the wallet's window does
    expect(windows[0]?.navigated).toEqual([])
    expect(readStored(contextOf(kit).storage.raw, 'embedded')).toEqual({ ...login, left: [] })
  },
)

test('a login that takes this tab is told of no window', async () => {
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
  'the window is told whether the site asks for a sign-in within the login: %j',
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

test('the wallet’s window is the one that the press has opened, once; a later request gets one of its own', async () => {
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

test('a window event without an id opens nothing', async () => {
  const { source, other: testFrame } = start(byWindow, inWindow)
  await source.connect({ connectorId: authId, namespace: 'eip155', login: { email } })
  for (const payload of [{}, { id: 'x' }, { id: 1 }, undefined])
    testFrame.sendEvent({ type: '@w3m-frame/WINDOW', payload })
  const id = crypto.randomUUID()
  testFrame.sendEvent({ type: '@w3m-frame/WINDOW', payload: { id } })
  await expect.poll(() => testFrame.shown.at(-1)).toEqual({ window: id })
  expect(testFrame.shown).toHaveLength(1)
})

test('a visitor who closes the window has declined, and nobody is logged in', async () => {
  const { source, kit } = start(
    { ...byWindow, CONNECT_WINDOW: { error: { code: 4001, message: 'User rejected' } } },
    inWindow,
  )
  expect(
    await reasonOf(source.connect({ connectorId: authId, namespace: 'eip155', login: { email } })),
  ).toMatchObject({ code: 'userRejected' })
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toBeUndefined()
})

test('where visitors approve in the page, a login by e-mail closes the window of the press: the code is typed in the page', async () => {
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
  'the window of the press closes where the login fails before the wallet has it: visitors approve in %s',
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

test('where the page loses its windows, the one of the press is closed at once, and this tab is left', async () => {
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
