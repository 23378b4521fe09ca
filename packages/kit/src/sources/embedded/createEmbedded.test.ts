import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { updateShared } from '../../session/sharedConnections.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { CodeStep, ConnectStep, LinkStep } from '../../core/contracts/connectorSource.ts'
import { readStored } from '../../core/storage/storage.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const email = 'ann@example.org'
const user = { payload: { address, chainId: 31337, email } }
const emailLogin = {
  CONNECT_EMAIL: { payload: { action: 'VERIFY_OTP' } },
  CONNECT_OTP: (requestPayload: unknown) =>
    (requestPayload as { otp: string }).otp === '123456'
      ? {}
      : { error: { code: 'codeWrong', message: '' } },
  GET_USER: user,
}

function start(answers: Parameters<typeof startTestFrame>[0] = emailLogin) {
  const { kit, clock, storage, stop } = startTestKit()
  const testFrame = startTestFrame(answers)
  onTestFinished(testFrame.close)
  return {
    kit,
    clock,
    storage,
    stop,
    other: testFrame,
    source: createEmbedded(kit, testFrame.view),
  }
}
/** Waits for the first step of the type `codeSent`. */
const firstCode = async (steps: readonly ConnectStep[]) => {
  await expect.poll(() => steps.filter(isCode).length).toBeGreaterThan(0)
  return steps.filter(isCode)[0]
}
const requestPayload = (testFrame: ReturnType<typeof startTestFrame>) =>
  testFrame.requests.map(({ name }) => name).filter((name) => !name.startsWith('SYNC_'))
const isCode = (step: ConnectStep): step is CodeStep => step.type === 'codeSent'

/** Logs in, and calls `take` with each step. */
function logIn(
  source: ReturnType<typeof createEmbedded>,
  take: (step: ConnectStep) => void,
  signal?: AbortSignal,
) {
  return source.connect({
    connectorId: authId,
    namespace: 'eip155',
    login: { email },
    onStep: take,
    ...(signal && { signal }),
  })
}

test('when the frame is shown, the kit sends it the theme if the theme has changed', async () => {
  const { kit, other: testFrame, source } = start()
  await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  const themes = () =>
    testFrame.requests
      .filter(({ name }) => name === 'SYNC_THEME')
      .map(({ payload }) => (payload as { themeMode: string }).themeMode)
  kit.setTheme({ mode: 'auto' })
  await expect.poll(themes).toEqual(['dark', 'light'])
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'matchMedia'))
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) })
  for (let shown = 0; shown < 2; shown += 1)
    testFrame.sendEvent({ type: '@w3m-frame/SHOW', payload: { height: 420, title: 'Approve' } })
  await expect.poll(themes).toEqual(['dark', 'light', 'dark'])
})

test('when the kit stops, it hides and unloads the frame; a later theme change does not load it again', async () => {
  const {
    kit,
    other: testFrame,
    source,
    stop,
  } = start({
    ...emailLogin,
    IS_CONNECTED: { payload: { isConnected: true } },
  })
  await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  testFrame.sendEvent({ type: '@w3m-frame/SHOW', payload: { height: 420, title: 'Approve' } })
  await expect.poll(() => kit.getState().covered).toBe(true)
  stop()
  expect(kit.getState().covered).toBe(false)
  expect(testFrame.shown.slice(-2)).toEqual(['hidden', 'unloaded'])
  kit.setTheme({ mode: 'light' })
  await new Promise((resolve) => setTimeout(resolve))
  expect(testFrame.hellos).toHaveLength(1)
  onTestFinished(kit.start())
  await source.restore({ connectorId: authId, namespace: 'eip155' })
  expect(
    testFrame.requests.filter(({ name }) => name === 'SYNC_THEME').at(-1)?.payload,
  ).toMatchObject({
    themeMode: 'light',
  })
})

test('each page of the frame first gets the site’s data and colours; a new language sends the data again', async () => {
  const { kit, other: testFrame, source } = start({ ...emailLogin, RPC_REQUEST: 'silence' })
  const [link] = await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  const names = () => testFrame.requests.map(({ name }) => name)
  expect(names()).toEqual([
    'SYNC_DAPP_DATA',
    'SYNC_THEME',
    'CONNECT_EMAIL',
    'CONNECT_OTP',
    'GET_USER',
  ])
  expect(testFrame.requests[0]?.payload).toMatchObject({ metadata: { name: 'Shop' }, locale: 'en' })
  // the provider of eip155 is an EIP-1193 provider
  const provider = link?.provider as { request: (requestPayload: object) => Promise<unknown> }
  provider.request({ method: 'personal_sign', params: ['0x00', address] }).catch(() => {})
  await expect.poll(() => names().at(-1)).toBe('RPC_REQUEST')
  testFrame.load()
  await expect.poll(() => names().slice(6)).toEqual(['SYNC_DAPP_DATA', 'SYNC_THEME', 'RPC_REQUEST'])

  kit.setLocale('de')
  await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  expect(testFrame.requests.slice(9, 11)).toMatchObject([
    { name: 'SYNC_DAPP_DATA', payload: { locale: 'de' } },
    { name: 'CONNECT_EMAIL' },
  ])
})

test('a mailed code connects the e-mail wallet; the next visit restores it without a code', async () => {
  const { kit, source, other: testFrame, clock } = start()
  const links = await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  expect(links).toHaveLength(1)
  expect(links[0]).toMatchObject({ connectorId: 'auth', namespace: 'eip155', method: 'login' })
  expect(links[0]?.state()).toMatchObject({
    accounts: [{ address }],
    networkId: 'eip155:31337',
    networkIds: ['eip155:31337', 'eip155:31338'],
  })
  expect(requestPayload(testFrame)).toEqual(['CONNECT_EMAIL', 'CONNECT_OTP', 'GET_USER'])
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toEqual({ email, left: [] })
  const later = startTestFrame({ IS_CONNECTED: { payload: { isConnected: true } }, GET_USER: user })
  onTestFinished(later.close)
  const restored = await createEmbedded(kit, later.view).restore({
    connectorId: authId,
    namespace: 'eip155',
  })
  expect(restored[0]?.state().accounts).toEqual([{ address }])
  expect(requestPayload(later)).toEqual(['IS_CONNECTED', 'GET_USER'])
  clock.advance(0)
})

test.each(['١٢٣٤٥٦', '۱۲۳۴۵۶', '१२३४५६', '๑๒๓๔๕๖', '１２３４５６'])(
  'a code in digits of another script is sent in ASCII digits: %s',
  async (code) => {
    const { source, other: testFrame } = start()
    expect(await logIn(source, (step) => void (isCode(step) && step.submit(code)))).toHaveLength(1)
    expect(testFrame.requests.find(({ name }) => name === 'CONNECT_OTP')?.payload).toMatchObject({
      otp: '123456',
    })
  },
)

test('a wrong code rejects with `codeWrong`; the login still accepts another code', async () => {
  const { source, other: testFrame } = start()
  const steps: ConnectStep[] = []
  const connecting = logIn(source, (step) => void steps.push(step))
  const step = await firstCode(steps)
  expect(step).toMatchObject({ email })
  for (const code of ['000000', '12345', '1234567', 'abcdef', ''])
    expect(await reasonOf(step?.submit(code) ?? Promise.resolve())).toMatchObject({
      code: 'codeWrong',
    })
  // the frame got only the valid code, not the texts that can't be a code
  expect(requestPayload(testFrame).filter((name) => name === 'CONNECT_OTP')).toHaveLength(1)
  await step?.submit('123456')
  expect(await connecting).toHaveLength(1)
})

test('a second code within 30 s is rejected with the seconds left; a successful login resets the wait', async () => {
  const { source, other: testFrame, clock } = start()
  const steps: ConnectStep[] = []
  const connecting = logIn(source, (step) => void steps.push(step))
  const step = await firstCode(steps)
  expect(step?.resendAt).toBe(clock.now() + 30_000)
  clock.advance(17_500)
  expect(await reasonOf(step?.resend() ?? Promise.resolve())).toMatchObject({
    code: 'emailCooldown',
    message: 'Please try again after 13 seconds',
  })
  expect(await reasonOf(logIn(source, () => {}))).toMatchObject({ code: 'emailCooldown' })
  expect(requestPayload(testFrame)).toEqual(['CONNECT_EMAIL'])
  clock.advance(12_500)
  await step?.resend()
  expect(steps.filter(isCode)).toHaveLength(2)
  await steps.filter(isCode)[1]?.submit('123456')
  await connecting
  await logIn(source, (next) => void (isCode(next) && next.submit('123456')))
})

test('in a browser that is new to the account, the login waits for the link of a second mail', async () => {
  const { source, other: testFrame } = start({
    ...emailLogin,
    CONNECT_OTP: { payload: { action: 'VERIFY_DEVICE' } },
  })
  const steps: string[] = []
  await logIn(source, (step) => {
    steps.push(step.type)
    if (isCode(step)) void step.submit('123456')
  })
  expect(steps).toEqual(['codeSent', 'linkSent'])
  expect(requestPayload(testFrame)).toEqual([
    'CONNECT_EMAIL',
    'CONNECT_OTP',
    'CONNECT_DEVICE',
    'GET_USER',
  ])
})

/**
 * Starts a login that waits for the approval of its mailed link: CONNECT_DEVICE has no answer yet.
 * `steps`: all steps that the login has reported.
 */
async function awaitLink(answers: Parameters<typeof startTestFrame>[0] = {}) {
  const device = { payload: { action: 'VERIFY_DEVICE' } }
  const started = start({
    ...emailLogin,
    CONNECT_OTP: device,
    CONNECT_DEVICE: 'silence',
    ...answers,
  })
  const steps: ConnectStep[] = []
  const connecting = logIn(started.source, (step) => {
    steps.push(step)
    if (isCode(step)) void step.submit('123456').catch(() => {})
  })
  connecting.catch(() => {}) // some tests never await this promise; its rejection must not fail them
  const links = () => steps.filter(isLink)
  await expect.poll(() => links()).toHaveLength(1)
  /** The names of the requests, without RPC_ABORT. */
  const logins = () => requestPayload(started.other).filter((name) => name !== 'RPC_ABORT')
  /** Approves the link, as the visitor does. */
  const approve = async () => {
    await expect.poll(() => logins().at(-1)).toBe('CONNECT_DEVICE')
    started.other.sendEvent({
      type: '@w3m-frame/CONNECT_DEVICE_SUCCESS',
      id: started.other.requests.at(-1)?.id,
    })
  }
  return {
    ...started,
    steps,
    links,
    logins,
    approve,
    connecting,
    resend: () => reasonOf(links().at(-1)?.resend() ?? Promise.resolve()),
  }
}
const isLink = (step: ConnectStep): step is LinkStep =>
  step.type === 'linkSent' && step.email !== undefined

test('after 30 s the kit can request another link with the same code, and waits for its approval', async () => {
  const { other: testFrame, clock, links, logins, approve, resend, connecting } = await awaitLink()
  expect(links()[0]).toMatchObject({ email, resendAt: clock.now() + 30_000 })
  clock.advance(17_500)
  expect(await resend()).toMatchObject({
    code: 'emailCooldown',
    message: 'Please try again after 13 seconds',
  })
  clock.advance(12_500)
  await resend()
  expect(links().map(({ resendAt }) => resendAt - clock.now())).toEqual([0, 30_000])
  await expect
    .poll(logins)
    .toEqual(['CONNECT_EMAIL', 'CONNECT_OTP', 'CONNECT_DEVICE', 'CONNECT_OTP', 'CONNECT_DEVICE'])
  expect(
    testFrame.requests.filter(({ name }) => name === 'CONNECT_OTP').map(({ payload }) => payload),
  ).toEqual([{ otp: '123456' }, { otp: '123456' }])
  await approve()
  expect(await connecting).toHaveLength(1)
})

test('after a code was checked five times, a resend mails a new code instead of a link', async () => {
  const { clock, links, logins, steps, resend } = await awaitLink()
  for (let tries = 1; tries < 5; tries += 1) {
    clock.advance(30_000)
    await resend()
  }
  clock.advance(30_000)
  await resend()
  await expect.poll(links).toHaveLength(6)
  expect(logins().filter((name) => name !== 'CONNECT_DEVICE')).toEqual([
    'CONNECT_EMAIL',
    ...Array.from({ length: 5 }, () => 'CONNECT_OTP'),
    'CONNECT_EMAIL',
    'CONNECT_OTP',
  ])
  expect(steps.at(-2)).toMatchObject({ type: 'codeSent', resendAt: clock.now() + 30_000 })
})

test('after a code has expired, a resend mails a new code instead of a link', async () => {
  const { clock, logins, steps, resend } = await awaitLink()
  clock.advance(19 * 60_000)
  await resend()
  expect(steps.filter(isCode)).toHaveLength(1)
  clock.advance(60_000)
  await resend()
  expect(steps.filter(isCode)).toHaveLength(2)
  expect(
    logins()
      .filter((name) => name !== 'CONNECT_DEVICE')
      .slice(0, 4),
  ).toEqual(['CONNECT_EMAIL', 'CONNECT_OTP', 'CONNECT_OTP', 'CONNECT_EMAIL'])
})

test('if resending the link fails, the earlier link still connects', async () => {
  let isDown = false
  const { clock, links, approve, resend, connecting } = await awaitLink({
    CONNECT_OTP: () =>
      isDown
        ? { error: { code: 'offline', message: '' } }
        : { payload: { action: 'VERIFY_DEVICE' } },
  })
  clock.advance(30_000)
  isDown = true
  expect(await resend()).toMatchObject({ code: 'offline' })
  expect(links()).toHaveLength(1)
  await approve()
  expect(await connecting).toHaveLength(1)
})

test('if the link was approved before a resend, the resend completes the login', async () => {
  let action = 'VERIFY_DEVICE'
  const { clock, resend, connecting } = await awaitLink({
    CONNECT_OTP: () => ({ payload: { action } }),
  })
  clock.advance(30_000)
  action = 'CONNECT'
  await resend()
  expect(await connecting).toHaveLength(1)
})

test('a browser that is already logged in connects without a code', async () => {
  const { source } = start({ ...emailLogin, CONNECT_EMAIL: { payload: { action: 'CONNECT' } } })
  expect(await logIn(source, () => expect.unreachable())).toHaveLength(1)
})

test('a login without `onStep` rejects with `optionInvalid`', async () => {
  const { source } = start()
  expect(
    await reasonOf(source.connect({ connectorId: authId, namespace: 'eip155', login: { email } })),
  ).toMatchObject({ code: 'optionInvalid', message: expect.stringContaining('onStep') })
})

test('an abort while the login waits for the code rejects with `requestAborted`', async () => {
  const { source } = start()
  const controller = new AbortController()
  expect(await reasonOf(logIn(source, () => controller.abort(), controller.signal))).toMatchObject({
    code: 'requestAborted',
  })
})

test('an invalid address from the frame rejects with `answerInvalid`', async () => {
  const { source } = start({
    ...emailLogin,
    GET_USER: { payload: { address: 'not an address', chainId: 1 } },
  })
  expect(
    await reasonOf(logIn(source, (step) => void (isCode(step) && step.submit('123456')))),
  ).toMatchObject({ code: 'answerInvalid' })
})

test('if the visitor declines in the frame, the login rejects with `userRejected`', async () => {
  const { source } = start({ ...emailLogin, GET_USER: { error: { code: 4001, message: 'No' } } })
  expect(
    await reasonOf(logIn(source, (step) => void (isCode(step) && step.submit('123456')))),
  ).toMatchObject({ name: 'KitError', code: 'userRejected' })
})

test('the kit shows and hides the frame on its events; a logout in the frame ends the connection', async () => {
  const { kit, source, other: testFrame } = start()
  const [link] = await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  const states: unknown[] = []
  link?.subscribe((state) => void states.push(state))
  testFrame.sendEvent({ type: '@w3m-frame/SHOW', payload: { height: 420, title: 'Approve' } })
  await expect.poll(() => kit.getState().covered).toBe(true)
  testFrame.sendEvent({ type: '@w3m-frame/HIDE' })
  await expect.poll(() => kit.getState().covered).toBe(false)
  testFrame.sendEvent({ type: '@w3m-frame/CHANGED', payload: { isConnected: false } })
  await expect.poll(() => states).toEqual([undefined])
  expect(testFrame.shown.slice(0, 2)).toEqual([{ height: 420, title: 'Approve' }, 'hidden'])
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toBeUndefined()
})

test('if the frame no longer has the login, the stored login is removed and no account is requested', async () => {
  const {
    kit,
    source,
    other: testFrame,
  } = start({ IS_CONNECTED: { payload: { isConnected: false } } })
  expect(await source.restore({ connectorId: authId, namespace: 'eip155' })).toEqual([])
  expect(requestPayload(testFrame)).toEqual(['IS_CONNECTED'])
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toBeUndefined()
})

test('the provider answers `eth_accounts` without the frame; the frame signs on the selected network', async () => {
  const { source, other: testFrame } = start({
    ...emailLogin,
    RPC_REQUEST: { payload: '0x5161' },
    SWITCH_NETWORK: { payload: { chainId: 31338 } },
  })
  const [link] = await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  // the provider of eip155 is an EIP-1193 provider
  const provider = link?.provider as { request: (requestPayload: object) => Promise<unknown> }
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  await link?.switchNetwork?.({ networkId: 'eip155:31338' as never }) // a network of the site
  expect(await provider.request({ method: 'personal_sign', params: ['0x00', address] })).toBe(
    '0x5161',
  )
  expect(testFrame.requests.slice(-2)).toMatchObject([
    { name: 'SWITCH_NETWORK', payload: { chainId: 31338 } },
    {
      name: 'RPC_REQUEST',
      payload: { method: 'personal_sign', params: ['0x00', address], chainId: 31338 },
    },
  ])
})

test('a disconnect logs out in the frame and removes the stored login', async () => {
  const { kit, source, other: testFrame } = start({ ...emailLogin, SIGN_OUT: {} })
  const [link] = await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
  await link?.disconnect()
  expect(requestPayload(testFrame).at(-1)).toBe('SIGN_OUT')
  expect(readStored(contextOf(kit).storage.raw, 'embedded')).toBeUndefined()
})

test.each(['httpFailed', 'httpTimeout', 'offline'])(
  'if a request for a code fails with %s, another code can be requested at once',
  async (code) => {
    const {
      source,
      other: testFrame,
      kit,
    } = start({
      ...emailLogin,
      CONNECT_EMAIL: { error: { code, message: '' } },
    })
    expect(await reasonOf(logIn(source, () => {}))).toMatchObject({ code })
    expect(await reasonOf(logIn(source, () => {}))).toMatchObject({ code })
    expect(requestPayload(testFrame)).toEqual(['CONNECT_EMAIL', 'CONNECT_EMAIL'])
    expect(readStored(contextOf(kit).storage.raw, 'email-login-time')).toBeUndefined()
  },
)

test.each([
  [[], undefined],
  [['auth'], undefined],
  [['auth', 'io.metamask'], '"eip155:31338"'],
] as const)(
  'a logout removes the stored network unless another wallet uses it: %j',
  async (connectors, left) => {
    const { kit, storage, source } = start()
    const links = await logIn(source, (step) => void (isCode(step) && step.submit('123456')))
    contextOf(kit).storage.set('active-network-id', 'eip155:31338')
    updateShared(kit, 'eip155', () => ({ connectors, current: connectors[0] }))
    await links[0]?.disconnect()
    expect(storage.getItem('@latchkey/active-network-id') ?? undefined).toBe(left)
  },
)
