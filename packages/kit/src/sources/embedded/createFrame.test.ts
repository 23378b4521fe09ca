import {
  connectDevice,
  connectEmail,
  connectOtp,
  getUser,
  isConnected,
  rpcRequest,
  siteMethods,
} from '@latchkey/protocol/frame/site'
import { codeLife } from '@latchkey/protocol/times'
import * as fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import { createFrame } from './createFrame.ts'
import { startTestFrame } from './startTestFrame.ts'

beforeEach(() => void startTestPage())

function start(answers: Parameters<typeof startTestFrame>[0] = {}, debug = false) {
  const { kit, clock, stop } = startTestKit({ debug })
  const testFrame = startTestFrame(answers)
  onTestFinished(testFrame.close)
  return { kit, clock, stop, other: testFrame, frame: createFrame(kit, testFrame.view) }
}
/** Resolves when all messages that were sent before have been delivered and answered. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const { port1, port2 } = new MessageChannel()
    const back = new Promise((resolve) => port2.addEventListener('message', resolve))
    port2.start()
    port1.postMessage('ping')
    await back
    port1.close()
  }
}

test('the first request loads the frame; each request gets its own answer', async () => {
  const { frame, other: testFrame } = start({
    IS_CONNECTED: { payload: { isConnected: true } },
    CONNECT_EMAIL: { payload: { action: 'VERIFY_OTP' } },
  })
  expect(
    await Promise.all([
      frame.request(isConnected, undefined),
      frame.request(connectEmail, { email: 'ann@example.org' }),
    ]),
  ).toEqual([{ isConnected: true }, { action: 'VERIFY_OTP' }])
  expect(testFrame.requests.map(({ name }) => name)).toEqual(['IS_CONNECTED', 'CONNECT_EMAIL'])
  expect(testFrame.hellos).toHaveLength(1)
})

test.for([
  ['another origin', { origin: 'https://evil.example.org' }],
  ['another window', { source: { name: 'another' } as unknown as MessageEventSource }],
  ['another message type', { type: '@w3m-frame/SESSION_UPDATE' }],
  ['no origin', { origin: 'null' }],
] as const)('a handshake answer from %s is ignored', async ([, forged]) => {
  const {
    frame,
    other: testFrame,
    clock,
  } = start({ IS_CONNECTED: { payload: { isConnected: true } } })
  testFrame.setSilent(true)
  const request = reasonOf(frame.request(isConnected, undefined))
  await settled()
  testFrame.answer(testFrame.hellos[0] ?? '', forged)
  testFrame.answer('another nonce')
  await settled()
  expect(testFrame.requests).toEqual([])
  clock.advance(20_000)
  expect(await request).toMatchObject({ code: 'frameUnloaded' })
})

test('the handshake is repeated until a slow frame answers', async () => {
  const {
    frame,
    other: testFrame,
    clock,
  } = start({ IS_CONNECTED: { payload: { isConnected: false } } })
  testFrame.setSilent(true)
  const request = frame.request(isConnected, undefined)
  await settled()
  clock.advance(500)
  expect(testFrame.hellos.length).toBeGreaterThan(3)
  expect(new Set(testFrame.hellos).size).toBe(1)
  testFrame.answer(testFrame.hellos[0] ?? '')
  expect(await request).toEqual({ isConnected: false })
})

test('a lost handshake answer is requested again with a new nonce; then the earlier answer is ignored', async () => {
  const {
    frame,
    other: testFrame,
    clock,
  } = start({ IS_CONNECTED: { payload: { isConnected: true } } })
  testFrame.setSilent(true)
  const request = frame.request(isConnected, undefined)
  await settled()
  clock.advance(3_000)
  const [lost, next, ...others] = new Set(testFrame.hellos)
  expect([lost === undefined, next === undefined, others]).toEqual([false, false, []])
  testFrame.answer(lost ?? '')
  await settled()
  expect(testFrame.requests).toEqual([])
  testFrame.answer(next ?? '')
  expect(await request).toEqual({ isConnected: true })
})

test('a frame that does not answer within 20 s fails with `frameUnloaded` and an alert; the next request loads it again', async () => {
  const {
    frame,
    other: testFrame,
    clock,
    kit,
  } = start({ IS_CONNECTED: { payload: { isConnected: true } } }, true)
  testFrame.setSilent(true)
  const request = reasonOf(frame.request(isConnected, undefined))
  await settled()
  clock.advance(20_000)
  expect(await request).toMatchObject({
    code: 'frameUnloaded',
    message: 'Unable to load email login dependency',
  })
  expect(kit.getState().alert).toMatchObject({ code: 'alertInvalidConfiguration' })
  const greetingCount = testFrame.hellos.length
  clock.advance(60_000)
  expect(testFrame.hellos).toHaveLength(greetingCount) // no further handshake message
  testFrame.setSilent(false)
  expect(await frame.request(isConnected, undefined)).toEqual({ isConnected: true })
})

test.each([3.9, 5, 5.1])(
  'a frame with protocol version %s fails at once with `frameUnloaded`, without a request',
  async (version) => {
    const {
      frame,
      other: testFrame,
      kit,
    } = start({ IS_CONNECTED: { payload: { isConnected: true } } }, true)
    testFrame.setSilent(true)
    const request = reasonOf(frame.request(isConnected, undefined))
    await settled()
    testFrame.answer(testFrame.hellos[0] ?? '', { version })
    expect(await request).toMatchObject({
      code: 'frameUnloaded',
      details: `The wallet's frame speaks version ${version} of the protocol, this kit version 4. Update the older of both.`,
    })
    expect(kit.getState().alert).toMatchObject({
      code: 'alertInvalidConfiguration',
      text: expect.stringContaining('version 4'),
    })
    expect(testFrame.requests).toEqual([])
    testFrame.setSilent(false)
    // the next attempt loads a frame of the right version
    expect(await frame.request(isConnected, undefined)).toEqual({ isConnected: true })
  },
)

test('a frame with another minor version gets the request', async () => {
  const { frame, other: testFrame } = start({ IS_CONNECTED: { payload: { isConnected: true } } })
  testFrame.setSilent(true)
  const request = frame.request(isConnected, undefined)
  await settled()
  testFrame.answer(testFrame.hellos[0] ?? '', { version: 4.7 })
  expect(await request).toEqual({ isConnected: true })
})

test('when a frame page of another version loads, pending requests fail with `frameUnloaded`', async () => {
  const { frame, other: testFrame } = start({ RPC_REQUEST: 'silence' })
  const request = reasonOf(frame.request(rpcRequest, { method: 'personal_sign', params: [] }))
  await settled()
  testFrame.setSilent(true)
  testFrame.load()
  testFrame.answer(testFrame.hellos.at(-1) ?? '', { version: 5 })
  expect(await request).toMatchObject({
    code: 'frameUnloaded',
    details: expect.stringContaining('version 5'),
  })
})

test('a request to connect times out after 30 s, a request that needs the visitor after 21 minutes', async () => {
  const { frame, clock } = start({ CONNECT_EMAIL: 'silence', GET_USER: 'silence' })
  const email = reasonOf(frame.request(connectEmail, { email: 'ann@example.org' }))
  const user = reasonOf(frame.request(getUser, {}))
  await settled()
  clock.advance(30_000)
  expect(await email).toMatchObject({ code: 'somethingWrong', message: 'Something went wrong' })
  clock.advance(21 * 60_000 - 30_001)
  expect(await Promise.race([user, settled().then(() => 'waits')])).toBe('waits')
  clock.advance(1)
  expect(await user).toMatchObject({ code: 'somethingWrong' })
})

test('a request that waits for a link lasts long enough for the frame to report `codeExpired`', async () => {
  const { frame, other: testFrame, clock } = start({ CONNECT_DEVICE: 'silence' })
  const request = reasonOf(frame.request(connectDevice, undefined))
  await settled()
  // after the code's life, 35 s for the frame's last request, and 12 s for the request for the
  // account
  clock.advance(codeLife + 47_000)
  testFrame.sendEvent({
    type: '@w3m-frame/CONNECT_DEVICE_ERROR',
    id: testFrame.requests[0]?.id,
    payload: { message: 'The code has expired', code: 'codeExpired' },
  })
  expect(await request).toMatchObject({ code: 'codeExpired' })
})

test('an aborted request to the visitor is cancelled in the frame by its id', async () => {
  const { frame, other: testFrame } = start({ RPC_REQUEST: 'silence' })
  const controller = new AbortController()
  const request = reasonOf(
    frame.request(
      rpcRequest,
      { method: 'personal_sign', params: ['0x00', '0x00'] },
      { signal: controller.signal },
    ),
  )
  await settled()
  controller.abort()
  expect(await request).toMatchObject({ code: 'requestAborted', message: 'Request was aborted' })
  await settled()
  expect(testFrame.requests.at(-1)).toMatchObject({
    name: 'RPC_ABORT',
    payload: { id: testFrame.requests[0]?.id },
  })
})

test('after the frame reloads, requests to the visitor are sent again with the same id; other requests fail', async () => {
  const { frame, other: testFrame } = start({ RPC_REQUEST: 'silence', CONNECT_OTP: 'silence' })
  const request = frame.request(rpcRequest, { method: 'personal_sign', params: [] })
  const code = reasonOf(frame.request(connectOtp, { otp: '123456' }))
  await settled()
  const events: string[] = []
  frame.subscribe(({ type }) => void events.push(type))
  testFrame.load()
  await settled()
  expect(events).toEqual(['@w3m-frame/HIDE']) // hidden, because the reloaded page shows nothing
  expect(testFrame.requests.map(({ name }) => name)).toEqual([
    'RPC_REQUEST',
    'CONNECT_OTP',
    'RPC_REQUEST',
  ])
  expect(testFrame.requests[2]?.id).toBe(testFrame.requests[0]?.id)
  expect(new Set(testFrame.hellos).size).toBe(2)
  expect(await code).toMatchObject({ code: 'frameFailed' })
  void request.catch(() => {})
})

test('if a reloaded frame does not answer within 20 s, pending requests fail with `frameUnloaded`', async () => {
  const {
    frame,
    other: testFrame,
    clock,
  } = start({
    RPC_REQUEST: 'silence',
    IS_CONNECTED: { payload: { isConnected: true } },
  })
  const request = reasonOf(frame.request(rpcRequest, { method: 'personal_sign', params: [] }))
  await settled()
  testFrame.setSilent(true)
  testFrame.load()
  clock.advance(20_000)
  expect(await request).toMatchObject({ code: 'frameUnloaded' })
  const greetingCount = testFrame.hellos.length
  clock.advance(60_000)
  expect(testFrame.hellos).toHaveLength(greetingCount)
  testFrame.setSilent(false)
  expect(await frame.request(isConnected, undefined)).toEqual({ isConnected: true })
})

test('when the kit stops, the frame is removed and pending requests abort; the next request loads the frame again', async () => {
  const {
    kit,
    frame,
    other: testFrame,
    stop,
    clock,
  } = start(
    {
      IS_CONNECTED: { payload: { isConnected: true } },
      CONNECT_DEVICE: 'silence',
      RPC_REQUEST: 'silence',
    },
    true,
  )
  const waiting = [
    frame.request(connectDevice, undefined),
    frame.request(rpcRequest, { method: 'personal_sign', params: [] }),
  ].map(reasonOf)
  await settled()
  stop()
  for (const reason of await Promise.all(waiting))
    expect(reason).toMatchObject({ code: 'requestAborted' })
  expect(testFrame.shown).toEqual(['unloaded'])
  clock.advance(60_000)
  expect(kit.getState().alert).toBeUndefined()

  onTestFinished(kit.start())
  expect(await frame.request(isConnected, undefined)).toEqual({ isConnected: true })
  expect(testFrame.hellos).toHaveLength(2)
})

test('a stop during loading aborts without an alert; after a restart, answers of the earlier page are ignored', async () => {
  const {
    kit,
    frame,
    other: testFrame,
    stop,
    clock,
  } = start({ IS_CONNECTED: { payload: { isConnected: true } } }, true)
  testFrame.setSilent(true)
  const request = reasonOf(frame.request(isConnected, undefined))
  await settled()
  stop()
  expect(await request).toMatchObject({ code: 'requestAborted' })
  onTestFinished(kit.start())
  const next = frame.request(isConnected, undefined)
  await settled()
  const [before = ''] = testFrame.hellos
  testFrame.answer(before)
  await settled()
  expect(testFrame.requests).toEqual([])
  clock.advance(19_000)
  testFrame.answer(testFrame.hellos.at(-1) ?? '')
  expect(await next).toEqual({ isConnected: true })
  clock.advance(2_000)
  await settled()
  expect(await frame.request(isConnected, undefined)).toEqual({ isConnected: true })
  expect(kit.getState().alert).toBeUndefined()
  expect(testFrame.shown).toEqual(['unloaded'])
})

test('bigint quantities are sent as hex', async () => {
  const { frame, other: testFrame } = start({ RPC_REQUEST: { payload: '0x1' } })
  await frame.request(rpcRequest, {
    method: 'eth_sendTransaction',
    params: [{ value: 255n, data: undefined }],
  })
  expect(testFrame.requests[0]?.payload).toEqual({
    method: 'eth_sendTransaction',
    params: [{ value: '0xff' }],
  })
})

test.for([
  ['codeWrong', 'The code is not right. Try Again'],
  ['codeExpired', 'The code has expired. Request another one.'],
  ['codeSpent', 'The code was entered wrongly too often. Request another one.'],
  ['deviceRefused', 'The login was refused from the e-mail'],
  ['loginNotOffered', 'This login is not offered here'],
  ['socialRefused', 'The login was refused at the company'],
  ['tooManyRequests', 'Too many attempts. Please try again later.'],
  ['storageBlocked', 'This browser lets the wallet store nothing here'],
  ['rpcNotAllowed', 'Requested RPC call is not allowed'],
] as const)(
  'a frame error keeps its code and gets the kit’s message: %s',
  async ([code, message]) => {
    const { frame } = start({ CONNECT_OTP: { error: { code, message: 'by the frame' } } })
    expect(await reasonOf(frame.request(connectOtp, { otp: '123456' }))).toMatchObject({
      name: 'KitError',
      code,
      message,
      details: 'by the frame',
    })
  },
)

test('`emailCooldown` from the server reports the seconds left', async () => {
  const { frame } = start({
    CONNECT_EMAIL: { error: { code: 'emailCooldown', message: '', values: { seconds: 12.2 } } },
  })
  expect(await reasonOf(frame.request(connectEmail, { email: 'ann@example.org' }))).toMatchObject({
    code: 'emailCooldown',
    message: 'Please try again after 13 seconds',
    retryAfter: 13,
  })
})

test('a numbered error from the wallet keeps its number and its data', async () => {
  const { frame } = start({ RPC_REQUEST: { error: { code: 4001, message: 'No', data: '0x08' } } })
  expect(
    await reasonOf(frame.request(rpcRequest, { method: 'personal_sign', params: [] })),
  ).toMatchObject({ code: 4001, message: 'No', data: '0x08' })
})

test.for([
  { code: 'networkFancy', message: 'x' },
  { message: 'without a code' },
  { code: {}, message: 'x' },
  'words',
  null,
  undefined,
  { message: 'x'.repeat(2_000) },
])('an unknown error %j becomes `frameFailed`', async (error) => {
  const { frame } = start({ CONNECT_OTP: { error } })
  expect(await reasonOf(frame.request(connectOtp, { otp: '123456' }))).toMatchObject({
    name: 'KitError',
    code: 'frameFailed',
    message: 'An error occurred',
  })
})

test('hostile messages answer no request and do not break the frame', async () => {
  const { frame, other: testFrame } = start({
    IS_CONNECTED: { payload: { isConnected: true } },
    GET_USER: 'silence',
  })
  const user = frame.request(getUser, {})
  await settled()
  const id = testFrame.requests[0]?.id ?? ''
  const events: unknown[] = []
  frame.subscribe((event) => void events.push(event))
  const hostile = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom(
        '@w3m-frame/CONNECT_EMAIL_SUCCESS',
        '@w3m-frame/GET_USER_DONE',
        '@w3m-frame/SHOW',
        '@w3m-app/GET_USER',
        '__proto__',
      ),
      id: fc.constantFrom(id, 'x', ''),
      payload: fc.jsonValue(),
    }),
  )
  for (const one of fc.sample(hostile, 300)) testFrame.sendEvent(one)
  await settled()
  expect(await frame.request(isConnected, undefined)).toEqual({ isConnected: true })
  expect(await Promise.race([user, settled().then(() => 'waits')])).toBe('waits')
  testFrame.sendEvent({
    type: '@w3m-frame/GET_USER_SUCCESS',
    id,
    payload: { address: '0x1', chainId: 1 },
  })
  expect(await user).toEqual({ address: '0x1', chainId: 1 })
})

test.for(siteMethods.filter(({ name }) => name !== 'RPC_REQUEST'))(
  'an answer with wrong field types rejects with `answerInvalid`: $name',
  async (method) => {
    const { frame } = start({
      [method.name]: { payload: { action: 7, isConnected: 'yes', address: [], chainId: {} } },
    })
    const valid: Record<string, object> = {
      CONNECT_EMAIL: { email: 'ann@example.org' },
      CONNECT_OTP: { otp: '123456' },
      SWITCH_NETWORK: { chainId: 1 },
      SYNC_DAPP_DATA: { projectId: '' },
      SYNC_THEME: {},
    }
    expect(await reasonOf(frame.request(method, valid[method.name] as never))).toMatchObject({
      code: 'answerInvalid',
    })
  },
)

test('a request that is too large and a request beyond 100 pending ones fail with `limitExceeded`', async () => {
  const { frame, other: testFrame } = start({ RPC_REQUEST: 'silence' })
  expect(
    await reasonOf(
      frame.request(rpcRequest, { method: 'personal_sign', params: ['0'.repeat(300_000)] }),
    ),
  ).toMatchObject({ code: 'limitExceeded' })
  for (let count = 0; count < 100; count += 1)
    frame.request(rpcRequest, { method: 'personal_sign', params: [] }).catch(() => {})
  await settled()
  expect(
    await reasonOf(frame.request(rpcRequest, { method: 'personal_sign', params: [] })),
  ).toMatchObject({ code: 'limitExceeded' })
  expect(testFrame.requests).toHaveLength(100)
})
