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

test('the window goes to the company, and what the wallet’s page says there leads to an account', async () => {
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
  }) // without an address to return to
  expect(testFrame.requests.find(({ name }) => name === 'CONNECT_SOCIAL')?.payload).toEqual({
    uri: resultUri,
  })
  expect(login.closed).toBe(true)
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toEqual({ social: 'google', left: [] })
  expect(readStored(contextOf(kit).storage.raw, 'social-login')).toBeUndefined()
})

test('a browser that is new to the account waits for the link of a mail', async () => {
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

test('what the window says from another origin is not taken, and ends the login', async () => {
  const { inWindow, requestNames } = start()
  const { connecting, login } = await inWindow()
  login.postMessage({ resultUri }, 'https://wallet.example.org.evil.example')
  expect(await reasonOf(connecting)).toMatchObject({ code: 'socialUntrusted' })
  expect(login.closed).toBe(true)
  expect(requestNames()).toEqual(['GET_SOCIAL_REDIRECT_URI'])
})

test('what another window says is ignored, whatever its origin, and so is everything else that the window says', async () => {
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

test('a window that the browser refused is told, and nothing is asked', async () => {
  const { connect, requestNames } = start()
  expect(await reasonOf(connect({ window: null }))).toMatchObject({ code: 'socialWindowBlocked' })
  expect(requestNames()).toEqual([])
})

test('a window that the visitor closes ends the login, unless its last message is on its way', async () => {
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

test('a page that does not come within 45 s is given up, and its window closes', async () => {
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
  clock.advance(16_000) // the frame is slow
  testFrame.answer(testFrame.hellos.at(-1) ?? '')
  await expect.poll(requestNames).toEqual(['GET_SOCIAL_REDIRECT_URI'])
  clock.advance(28_999)
  expect(login?.closed).toBe(false)
  clock.advance(1)
  expect(await connecting).toMatchObject({ code: 'socialTimeout' })
  expect(login?.closed).toBe(true)
})

test('turning back closes the window and ends the login', async () => {
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
])('a company’s page is never %s', async (uri) => {
  const { connect, site } = start({
    ...socialAnswers,
    GET_SOCIAL_REDIRECT_URI: { payload: { uri } },
  })
  const login = site.page.openWindow()
  expect(await reasonOf(connect({ window: login }))).toMatchObject({ code: 'answerInvalid' })
  expect(site.windows[0]).toMatchObject({ closed: true, navigated: [] })
})

test('in this tab the page leaves for the company, with its path to come back to, and remembers the rest of its address; a visitor who goes back can begin again', async () => {
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

test('what came back in the page’s address is finished without a window', async () => {
  const { connect, requestNames, other: testFrame } = start()
  const returned = `${resultUri}&result=abc`
  expect(await connect({ resultUri: returned })).toHaveLength(1)
  expect(requestNames()).toEqual(['CONNECT_SOCIAL', 'GET_USER'])
  expect(testFrame.requests.find(({ name }) => name === 'CONNECT_SOCIAL')?.payload).toEqual({
    uri: returned,
  })
})

test.for(['socialRefused', 'socialUntrusted', 'codeExpired', 'loginNotOffered'] as const)(
  'the frame’s answer is told: %s',
  async (code) => {
    const { connect } = start({
      ...socialAnswers,
      CONNECT_SOCIAL: { error: { code, message: 'by the frame' } },
    })
    expect(await reasonOf(connect({ resultUri }))).toMatchObject({ name: 'KitError', code })
  },
)

test('a page that loses its windows (Cross-Origin-Opener-Policy) closes the window at once, and goes to the company itself', async () => {
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

test('it says so before, where the modal is; turning back then stays', async () => {
  const { kit, clock, connect, site, controller } = start(socialAnswers, { isCutOff: true })
  contextOf(kit).hasProvider = true
  const connecting = reasonOf(connect({ window: site.page.openWindow() }))
  await expect.poll(() => kit.getState().toast).toMatchObject({ message: 'tabContinues' })
  controller.abort()
  expect(await connecting).toMatchObject({ code: 'requestAborted' })
  clock.advance(2_000)
  expect(site.left).toEqual([])
})
