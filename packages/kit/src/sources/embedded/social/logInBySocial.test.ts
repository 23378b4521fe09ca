import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPage } from '../../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../../session/startTestKit.ts'
import type { ConnectStep } from '../../../core/contracts/connectorSource.ts'
import { readStored } from '../../../core/storage/storage.ts'
import { createEmbedded } from '../createEmbedded.lazy.ts'
import { authId } from '../names.ts'
import type { SocialStart } from '../socialStarts.ts'
import { startTestFrame } from '../startTestFrame.ts'
import { startTestSite } from '../startTestSite.ts'
import { contextOf } from '../../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const wallet = 'https://wallet.example.org'
const companyPage = 'https://accounts.google.example/authorize?state=1'
const resultUri = `${wallet}/social/done?id=1`
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const socialAnswers = {
  GET_SOCIAL_REDIRECT_URI: { payload: { uri: companyPage } },
  CONNECT_SOCIAL: { payload: { action: 'CONNECT' } },
  GET_USER: { payload: { address, chainId: 31337, email: null } },
}

function start(
  answers: Parameters<typeof startTestFrame>[0] = socialAnswers,
  page: Parameters<typeof startTestSite>[0] = {},
) {
  const { kit, clock } = startTestKit()
  const testFrame = startTestFrame(answers)
  onTestFinished(testFrame.close)
  const site = startTestSite(page)
  const source = createEmbedded(kit, testFrame.view, site.page)
  const steps: ConnectStep[] = []
  const controller = new AbortController()
  const connect = (begun: SocialStart, mode?: 'redirect') =>
    source.connect(
      {
        connectorId: authId,
        namespace: 'eip155',
        login: { social: 'google', ...(mode && { mode }) },
        signal: controller.signal,
        onStep: (step) => void steps.push(step),
      },
      begun,
    )
  /** Starts a login in a window. Resolves when the window shows the company's page. */
  async function inWindow() {
    site.page.openWindow()
    const [login] = site.windows
    if (!login) throw new Error('no window')
    const connecting = connect({ window: login })
    connecting.catch(() => {}) // awaited later
    await expect.poll(() => login.navigated).toEqual([companyPage])
    return { connecting, login }
  }
  return {
    kit,
    clock,
    other: testFrame,
    site,
    steps,
    controller,
    connect,
    inWindow,
    requestNames: () =>
      testFrame.requests.map(({ name }) => name).filter((name) => !name.startsWith('SYNC_')),
  }
}

test('the window navigates to the company’s page; the result from the wallet’s page connects an account', async () => {
  const { kit, inWindow, other: testFrame, steps, requestNames } = start()
  const { connecting, login } = await inWindow()
  expect(steps.map(({ type }) => type)).toEqual(['windowOpened'])
  login.postMessage({ resultUri }, wallet)
  const [link] = await connecting
  expect(link?.state().accounts).toEqual([{ address }])
  expect(steps.map(({ type }) => type)).toEqual(['windowOpened', 'windowDone'])
  expect(requestNames()).toEqual(['GET_SOCIAL_REDIRECT_URI', 'CONNECT_SOCIAL', 'GET_USER'])
  expect(
    testFrame.requests.find(({ name }) => name === 'GET_SOCIAL_REDIRECT_URI')?.payload,
  ).toEqual({
    provider: 'google',
  }) // without `returnTo`
  expect(testFrame.requests.find(({ name }) => name === 'CONNECT_SOCIAL')?.payload).toEqual({
    uri: resultUri,
  })
  expect(login.closed).toBe(true)
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toEqual({ social: 'google', left: [] })
  expect(readStored(contextOf(kit).storage.raw, 'social-login')).toBeUndefined()
})

test('in a browser that is new to the account, the login waits for a mailed link', async () => {
  const { inWindow, steps, requestNames } = start({
    ...socialAnswers,
    CONNECT_SOCIAL: { payload: { action: 'VERIFY_DEVICE' } },
  })
  const { connecting, login } = await inWindow()
  login.postMessage({ resultUri }, wallet)
  await connecting
  expect(steps.at(-1)).toEqual({ type: 'linkSent' })
  expect(requestNames()).toEqual([
    'GET_SOCIAL_REDIRECT_URI',
    'CONNECT_SOCIAL',
    'CONNECT_DEVICE',
    'GET_USER',
  ])
})

test('a result from another origin rejects with `socialUntrusted` and closes the window', async () => {
  const { inWindow, requestNames } = start()
  const { connecting, login } = await inWindow()
  login.postMessage({ resultUri }, 'https://wallet.example.org.evil.example')
  expect(await reasonOf(connecting)).toMatchObject({ code: 'socialUntrusted' })
  expect(login.closed).toBe(true)
  expect(requestNames()).toEqual(['GET_SOCIAL_REDIRECT_URI'])
})

test('messages from another window and invalid messages are ignored', async () => {
  const { inWindow, site, requestNames } = start()
  const { connecting, login } = await inWindow()
  site.page.openWindow()
  site.windows[1]?.postMessage({ resultUri: `${wallet}/social/done?id=forged` }, wallet)
  for (const noise of [null, 'text', 7, {}, { resultUri: 7 }, [resultUri]])
    login.postMessage(noise, 'https://accounts.google.example')
  expect(requestNames()).toEqual(['GET_SOCIAL_REDIRECT_URI'])
  login.postMessage({ resultUri }, wallet)
  expect(await connecting).toHaveLength(1)
})

test('a blocked window rejects with `socialWindowBlocked`, without a request', async () => {
  const { connect, requestNames } = start()
  expect(await reasonOf(connect({ window: null }))).toMatchObject({ code: 'socialWindowBlocked' })
  expect(requestNames()).toEqual([])
})

test('a window that the visitor closes rejects with `socialWindowClosed` unless its result arrives just after', async () => {
  const { inWindow, clock } = start()
  const { connecting, login } = await inWindow()
  login.close()
  clock.advance(1_000)
  clock.advance(1_000)
  expect(await reasonOf(connecting)).toMatchObject({ code: 'socialWindowClosed' })
  const late = start()
  const again = await late.inWindow()
  again.login.close()
  late.clock.advance(1_000)
  again.login.postMessage({ resultUri }, wallet)
  late.clock.advance(1_000)
  expect(await again.connecting).toHaveLength(1)
})

test('if the company’s address does not arrive within 45 s, the login times out and the window closes', async () => {
  const {
    connect,
    site,
    clock,
    other: testFrame,
    requestNames,
  } = start({
    ...socialAnswers,
    GET_SOCIAL_REDIRECT_URI: 'silence',
  })
  testFrame.setSilent(true)
  const login = site.page.openWindow()
  const connecting = reasonOf(connect({ window: login }))
  await expect.poll(() => testFrame.hellos.length).toBeGreaterThan(0)
  await vi.dynamicImportSettled()
  clock.advance(16_000) // the frame answers the handshake late
  testFrame.answer(testFrame.hellos.at(-1) ?? '')
  await expect.poll(requestNames).toEqual(['GET_SOCIAL_REDIRECT_URI'])
  clock.advance(28_999)
  expect(login?.closed).toBe(false)
  clock.advance(1)
  expect(await connecting).toMatchObject({ code: 'socialTimeout' })
  expect(login?.closed).toBe(true)
})

test('an abort closes the window and rejects with `requestAborted`', async () => {
  const { inWindow, controller } = start()
  const { connecting, login } = await inWindow()
  controller.abort()
  expect(await reasonOf(connecting)).toMatchObject({ code: 'requestAborted' })
  expect(login.closed).toBe(true)
})

test.for([
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'http://insecure.example/',
  '//company.example',
  'blob:https://wallet.example.org/1',
])('an unsafe address of a company’s page is rejected: %s', async (uri) => {
  const { connect, site } = start({
    ...socialAnswers,
    GET_SOCIAL_REDIRECT_URI: { payload: { uri } },
  })
  const login = site.page.openWindow()
  expect(await reasonOf(connect({ window: login }))).toMatchObject({ code: 'answerInvalid' })
  expect(site.windows[0]).toMatchObject({ closed: true, navigated: [] })
})

test('with the mode `redirect` the tab leaves for the company; going back rejects with `socialWindowClosed`', async () => {
  const { kit, connect, site, other: testFrame } = start()
  const connecting = reasonOf(connect({ window: null }, 'redirect'))
  await expect.poll(() => site.left).toEqual([companyPage])
  expect(
    testFrame.requests.find(({ name }) => name === 'GET_SOCIAL_REDIRECT_URI')?.payload,
  ).toEqual({
    provider: 'google',
    returnTo: 'https://shop.example.org/cart',
  })
  expect(readStored(contextOf(kit).storage.raw, 'social-login')).toMatchObject({
    social: 'google',
    left: '?step=2#pay',
  })
  expect(site.windows).toEqual([])
  site.comeBack()
  expect(await connecting).toMatchObject({ code: 'socialWindowClosed' })
})

test('a result in the page’s address completes the login without a window', async () => {
  const { connect, requestNames, other: testFrame } = start()
  const returned = `${resultUri}&result=abc`
  expect(await connect({ resultUri: returned })).toHaveLength(1)
  expect(requestNames()).toEqual(['CONNECT_SOCIAL', 'GET_USER'])
  expect(testFrame.requests.find(({ name }) => name === 'CONNECT_SOCIAL')?.payload).toEqual({
    uri: returned,
  })
})

test.for(['socialRefused', 'socialUntrusted', 'codeExpired', 'loginNotOffered'] as const)(
  'an error from the frame rejects with its code: %s',
  async (code) => {
    const { connect } = start({
      ...socialAnswers,
      CONNECT_SOCIAL: { error: { code, message: 'by the frame' } },
    })
    expect(await reasonOf(connect({ resultUri }))).toMatchObject({ name: 'KitError', code })
  },
)

test('with a policy that cuts windows off, the window closes and this tab leaves for the company', async () => {
  const { connect, site, other: testFrame } = start(socialAnswers, { isCutOff: true })
  const connecting = reasonOf(connect({ window: site.page.openWindow() }))
  await expect.poll(() => site.left).toEqual([companyPage])
  expect(site.windows).toMatchObject([{ closed: true, navigated: [] }])
  expect(
    testFrame.requests.filter(({ name }) => name === 'GET_SOCIAL_REDIRECT_URI').at(-1)?.payload,
  ).toEqual({ provider: 'google', returnTo: 'https://shop.example.org/cart' })
  site.comeBack()
  expect(await connecting).toMatchObject({ code: 'socialWindowClosed' })
})

test('on a page with the modal, a toast is shown before the tab leaves; an abort during the toast keeps the page', async () => {
  const { kit, clock, connect, site, controller } = start(socialAnswers, { isCutOff: true })
  contextOf(kit).hasProvider = true
  const connecting = reasonOf(connect({ window: site.page.openWindow() }))
  await expect.poll(() => kit.getState().toast).toMatchObject({ message: 'tabContinues' })
  controller.abort()
  expect(await connecting).toMatchObject({ code: 'requestAborted' })
  clock.advance(2_000)
  expect(site.left).toEqual([])
})
